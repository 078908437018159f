/** Post-only (and GTX): refused when any of it would match immediately, as a taker. */
import { formatDecimal } from '../../values/decimal.js'
import type { Rule } from '../finding.js'

export const postOnly: Rule = ({ order, wouldTake, quote }) => {
  const isBuy = order.side === 'BUY'
  const touch = (isBuy ? quote?.ask : quote?.bid) ?? null
  return {
    isViolated: order.flags.postOnly && wouldTake && touch !== null,
    severity: 'SOFT',
    message: () =>
      `a post-only ${order.side} must be ${isBuy ? 'below the best ask' : 'above the best bid'} of ${formatDecimal(touch ?? 0n)}`,
    limit: touch,
    value: order.limitPrice,
    unit: null,
    bound: null,
  }
}
