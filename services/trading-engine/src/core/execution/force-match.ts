/** The match of an order whose fate is forced: with less of the book, or with none of it. */
import { totalQuantity, type Execution } from '../margin/book-walk.js'
import type { ForcedOutcome } from '../model/forced-outcome.js'
import type { Order } from '../model/order/order.js'
import { min, multiply, quantity, type Quantity } from '../values/decimal.js'
import { isImmediate, type Match } from './match-order.js'

export function forceMatch(match: Match, order: Order, lotSize: Quantity, forced: ForcedOutcome | undefined): Match {
  // One that has to wait is not executed yet.
  if (forced === undefined || match.executions.length === 0) return match
  if (forced.kind === 'ORACLE_CANCEL') return { ...match, executions: [], rests: false }
  if (forced.kind !== 'PARTIAL_FILL') return match
  const wanted = multiply(totalQuantity(match.executions), forced.share, 'FLOOR')
  const executions = order.tif === 'FOK' ? [] : upTo(match.executions, quantity(wanted - (wanted % lotSize)))
  return { ...match, executions, rests: !isImmediate(order) }
}

function upTo(executions: readonly Execution[], most: Quantity): readonly Execution[] {
  let left = most
  return executions.flatMap((execution) => {
    const taken = min(left, execution.quantity)
    left = quantity(left - taken)
    return taken === 0n ? [] : [{ ...execution, quantity: taken }]
  })
}
