/**
 * A conditional order must wait: one whose trigger the market has already reached is refused, and its message says on
 * which side of the market it belongs. A STOP BUY or TAKE_PROFIT SELL needs a trigger above the price it watches, the
 * others below.
 */
import { isContingent } from '../../model/order/order.js'
import { formatDecimal } from '../../values/decimal.js'
import { firesAbove, isArmed, isTriggered, triggerSource, watchedPrice } from '../../model/order/trigger.js'
import type { Rule } from '../finding.js'

export const triggerWouldFire: Rule = ({ order, quote }) => {
  const waits = isArmed(order) && !isContingent(order)
  const watched = waits && quote !== undefined ? watchedPrice(order, quote) : null
  const source = triggerSource(order.flags).toLowerCase()
  return {
    isViolated: waits && quote !== undefined && isTriggered(order, quote),
    severity: 'SOFT',
    message: () =>
      `the trigger of a ${order.kind} ${order.side} must be ${firesAbove(order) ? 'above' : 'below'} the ${source} price of ${formatDecimal(watched ?? 0n)}`,
    limit: watched,
    value: waits ? order.triggerPrice : null,
    unit: null,
    bound: null,
  }
}
