/** Venue: the order's venue must be one the plan allows. A position that stands there may still be reduced. */
import { plainFinding, type Rule } from '../finding.js'

export const venueNotAllowed: Rule = ({ account, order, isReducing }) => {
  const allowed = account.plan.allowedVenues
  return plainFinding(
    !isReducing && !allowed.includes(order.venue),
    () => `the plan does not allow ${order.venue}; it allows ${allowed.join(', ')}`,
  )
}
