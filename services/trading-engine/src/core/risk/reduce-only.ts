/**
 * Reduce-only: the order may only bring an open position closer to flat, so there must be one on the other side. Its
 * size is no reason to refuse: the quantity is capped to the position on arrival, and again at each fill.
 */
import { isHeld } from '../order.js'
import { openingSide } from '../position.js'
import type { Rule } from './proposal.js'
import type { Violation } from './violation.js'

export const reduceOnly: Rule<Violation> = ({ order, position }) => {
  if (!order.flags.reduceOnly || isHeld(order)) return null
  if (position !== undefined && openingSide(position.direction) !== order.side) return null
  const standing = position === undefined ? 'no open position' : `a ${position.direction} position`
  return {
    rule: 'reduce_only',
    severity: 'SOFT',
    message: `there is ${standing} of ${order.symbol} on ${order.venue}: a reduce-only ${order.side} has nothing to reduce`,
    limit: null,
    value: null,
    unit: null,
  }
}
