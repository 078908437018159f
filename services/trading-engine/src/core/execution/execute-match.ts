/** Executes what a match gives: the fills, and what becomes of the rest of the order. */
import type { Draft } from '../model/draft.js'
import { endUnfilledRest } from './unfilled-rest.js'
import { terminateOrder } from './terminate-order.js'
import { totalQuantity, type Execution } from '../margin/book-walk.js'
import { partialCloseFee } from '../margin/oracle-fee.js'
import { fillOrder, type FillTerms } from './fill-order.js'
import type { Match } from './match-order.js'
import { isContingent, remainingQuantity, type Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import type { DecisionContext } from '../model/decision-context.js'
import { negate, usd } from '../values/decimal.js'

/** Takes what the match gives; what then remains rests, or has ended. Returns the order as it then is. */
export function executeMatch(
  draft: Draft,
  order: Order,
  { executions, rests }: Pick<Match, 'executions' | 'rests'>,
  fillTerms: FillTerms,
  context: DecisionContext,
): Order {
  const current = endSpentReduceOnly(draft, fillAll(draft, order, executions, fillTerms, context))
  const isSettled = rests || !draft.account.orders.has(current.id)
  return isSettled ? current : endUnfilledRest(draft, current)
}

/** Fills an order with executions, one after the other. Returns it as it then is. */
export function fillAll(
  draft: Draft,
  order: Order,
  executions: readonly Execution[],
  fillTerms: FillTerms,
  context: DecisionContext,
): Order {
  let current = fillTerms.oracleFee === 0n ? order : chargePartialClose(draft, order, executions, fillTerms)
  for (const execution of executions) current = fillOrder(draft, current, execution, fillTerms, context)
  return current
}

/** Before the fills, so that they show it; an order that has filled before charges its position itself. */
function chargePartialClose(
  draft: Draft,
  order: Order,
  executions: readonly Execution[],
  { oracleFee }: FillTerms,
): Order {
  const position = draft.account.positions.get(listingKey(order))
  const fee = partialCloseFee(order, position, totalQuantity(executions), oracleFee)
  if (fee === 0n || position === undefined) return order
  if (order.filledQuantity > 0n) draft.putPosition({ ...position, fees: usd(position.fees + fee) })
  draft.post('oracle_fees', negate(fee), { positionId: position.id })
  return { ...order, fees: usd(order.fees + fee) }
}

/** A reduce-only order ends with the position it has closed. */
function endSpentReduceOnly(draft: Draft, order: Order): Order {
  const isFlat = !draft.account.positions.has(listingKey(order))
  const isSpent = order.flags.reduceOnly && !isContingent(order) && isFlat && remainingQuantity(order) > 0n
  return isSpent ? terminateOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM') : order
}
