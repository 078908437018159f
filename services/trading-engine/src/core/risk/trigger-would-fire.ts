/**
 * A conditional order must wait: one whose trigger the market has reached already is refused, and told on which side
 * of the market it belongs. A STOP BUY or TAKE_PROFIT SELL needs a trigger above the price it watches, the others below.
 */
import { isHeld } from '../order.js'
import { formatDecimal } from '../decimal.js'
import { firesAbove, isArmed, isTriggered, triggerSource, watchedPrice } from '../trigger.js'
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const triggerWouldFire: Rule<Violation> = ({ order, quote }) => {
  if (!isArmed(order) || isHeld(order) || quote === undefined || !isTriggered(order, quote)) return null
  const watched = watchedPrice(order, quote)
  const source = triggerSource(order.flags).toLowerCase()
  return {
    rule: 'trigger_would_fire',
    severity: 'SOFT',
    message: `the trigger of a ${order.kind} ${order.side} must be ${firesAbove(order) ? 'above' : 'below'} the ${source} price of ${formatDecimal(watched)}`,
    limit: watched,
    value: order.triggerPrice,
    unit: null,
  }
}
