/** Venue: the order's venue must be one the plan allows. A position that stands there may still be reduced. */
import { WITHOUT_FIGURES, type Rule } from './finding.js'

export const venueNotAllowed: Rule = ({ account, order, isReducing }) => {
  const allowed = account.plan.allowedVenues
  return {
    isBroken: !isReducing && !allowed.includes(order.venue),
    severity: 'SOFT',
    message: () => `the plan does not allow ${order.venue}; it allows ${allowed.join(', ')}`,
    ...WITHOUT_FIGURES,
  }
}
