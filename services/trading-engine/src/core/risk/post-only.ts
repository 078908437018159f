/** Post-only (and GTX): refused when any of it would match at once, as a taker. */
import { formatDecimal } from '../decimal.js'
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const postOnly: Rule<Violation> = ({ order, wouldTake, quote }) => {
  if (!order.flags.postOnly || !wouldTake || quote === undefined) return null
  const touch = order.side === 'BUY' ? quote.ask : quote.bid
  return {
    rule: 'post_only',
    severity: 'SOFT',
    message: `a post-only ${order.side} must be ${order.side === 'BUY' ? 'below the best ask' : 'above the best bid'} of ${formatDecimal(touch)}`,
    limit: touch,
    value: order.limitPrice,
    unit: null,
  }
}
