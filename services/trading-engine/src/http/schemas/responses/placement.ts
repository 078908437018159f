import { later, listOf, record } from '../response-fields.js'
import { keptOrder } from './order.js'
import { position } from './position.js'
import { keptTrade } from './trade.js'
import { violation, warnings } from './violation.js'

const placed = {
  order: keptOrder.allow(null),
  trades: listOf(keptTrade),
  violations: listOf(violation),
  warnings: later(warnings),
}

/** The answer to an order: the order and its immediate fills, or null and the reasons. */
export const placement = record(placed)

/** The answer to a close: that of its order, and what remains open. */
export const closeAnswer = record({ ...placed, position: position.allow(null) })
