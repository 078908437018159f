/**
 * A conditional order must wait: one whose trigger the market has already reached is refused, and its message says on
 * which side of the market it belongs. A STOP BUY or TAKE_PROFIT SELL needs a trigger above the price it watches, the
 * others below. So must the stop and the target of an order that would execute now, all of it or in part; a stop that
 * trails begins at the market, and waits.
 */
import type { Quote } from '../../model/market/market-view.js'
import { isContingent, type Order } from '../../model/order/order.js'
import { formatDecimal } from '../../values/decimal.js'
import { firesAbove, isArmed, isTriggered, triggerSource, watchedPrice } from '../../model/order/trigger.js'
import type { Finding, Rule } from '../finding.js'

export const triggerWouldFire: Rule = ({ account, order: placed, exits, executions, quote }) => {
  const isReached = (exit: Order): boolean =>
    quote !== undefined && !account.orders.has(exit.id) && exit.trail === undefined && isTriggered(exit, quote)
  const reached = exits.length > 0 && executions.length > 0 ? exits.find(isReached) : undefined
  return reached === undefined ? findingOf(placed, quote) : findingOf({ ...reached, status: 'OPEN' }, quote)
}

function findingOf(order: Order, quote: Quote | undefined): Finding {
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
