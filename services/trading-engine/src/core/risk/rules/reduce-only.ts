/**
 * Reduce-only: the order may only bring an open position closer to flat, so there must be one on the other side. Its
 * size is no reason to refuse: the quantity is capped to the position on arrival, and again at each fill.
 */
import { isContingent } from '../../model/order/order.js'
import { isReducedBy } from '../../model/account/position.js'
import { plainFinding, type Rule } from '../finding.js'

export const reduceOnly: Rule = ({ order, position }) => {
  const message = (): string => {
    const whatIsHeld = position === undefined ? 'no open position' : `a ${position.direction} position`
    return `there is ${whatIsHeld} of ${order.symbol} on ${order.venue}: a reduce-only ${order.side} has nothing to reduce`
  }
  return plainFinding(order.flags.reduceOnly && !isContingent(order) && !isReducedBy(position, order.side), message)
}
