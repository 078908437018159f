/** Venue: the order's venue must be one the plan allows. A position that stands there may still be reduced. */
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const venueNotAllowed: Rule<Violation> = ({ account, order, isReducing }) => {
  const allowed = account.plan.allowedVenues
  if (isReducing || allowed.includes(order.venue)) return null
  return {
    rule: 'venue_not_allowed',
    severity: 'SOFT',
    message: `the plan does not allow ${order.venue}; it allows ${allowed.join(', ')}`,
    limit: null,
    value: null,
    unit: null,
  }
}
