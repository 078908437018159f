/** Fills an order with one execution: positions, order, fills, ledger and events, in one piece. */
import { negate, quantity, usd } from './decimal.js'
import type { Execution } from './book-walk.js'
import type { Draft } from './draft.js'
import { endOrder } from './end-order.js'
import { splitExecution, type ExecutionStep, type ExecutionTerms } from './execution-steps.js'
import type { Fill } from './fill.js'
import { assertInvariant } from './invariant.js'
import { remainingQuantity, type Order } from './order.js'
import { notionalOf, positionKey, type Position } from './position.js'
import type { World } from './world.js'

export interface FillTerms extends ExecutionTerms {
  readonly bookSequence: number
}

/** `execution.quantity` is at most what remains of the order. Returns the order as it then is. */
export function fillOrder(draft: Draft, order: Order, execution: Execution, how: FillTerms, world: World): Order {
  assertInvariant(
    execution.quantity <= remainingQuantity(order),
    'a fill is never larger than what remains of its order',
  )
  const { venue, symbol, side } = order
  const standing = draft.account.positions.get(positionKey(venue, symbol))
  const stamps = { stamp: () => draft.stamp(), newId: () => world.newId() }
  let current = order
  for (const step of splitExecution(standing, order, execution, how, stamps)) {
    current = recordStep(draft, current, step, how, world)
  }
  draft.takeDepth({ symbol, side, sequence: how.bookSequence, quantity: execution.quantity })
  return current
}

function recordStep(draft: Draft, order: Order, step: ExecutionStep, how: FillTerms, world: World): Order {
  const { position, fee, realizedPnl } = step
  const fill = newFill(order, step, how, world.newId())
  const filled = applyToOrder(order, fill)
  const cause = { fillId: fill.id, positionId: position.id }
  draft.putPosition(position)
  draft.putOrder(filled)
  draft.addFill(fill)
  draft.post('realized_pnl', realizedPnl, cause)
  draft.post('fees', negate(fee), cause)
  draft.emit({ type: 'order.fill', order: filled, fill })
  if (position.closedAt !== null) {
    draft.emit({ type: 'position.close', position })
    endReduceOnlyOrders(draft, position, order.id)
  }
  return filled
}

const newFill = (order: Order, step: ExecutionStep, how: FillTerms, id: string): Fill => ({
  id,
  orderId: order.id,
  positionId: step.position.id,
  accountId: order.accountId,
  clientId: order.clientId,
  symbol: order.symbol,
  venue: order.venue,
  side: order.side,
  quantity: step.execution.quantity,
  price: step.execution.price,
  fee: step.fee,
  liquidity: how.liquidity,
  realizedPnl: step.realizedPnl,
  bookSequence: how.bookSequence,
  at: step.at,
})

function applyToOrder(order: Order, fill: Fill): Order {
  const filledQuantity = quantity(order.filledQuantity + fill.quantity)
  return {
    ...order,
    filledQuantity,
    filledNotional: usd(order.filledNotional + notionalOf(fill.quantity, fill.price)),
    fees: usd(order.fees + fill.fee),
    positionId: fill.positionId,
    status: filledQuantity === order.quantity ? 'FILLED' : 'PARTIALLY_FILLED',
    updatedAt: fill.at,
    version: order.version + 1,
  }
}

/** Reduce-only orders end with the position they would reduce, in the same decision: they must never open one. */
function endReduceOnlyOrders(draft: Draft, position: Position, fillingOrderId: string): void {
  for (const order of draft.account.orders.values()) {
    const isOfPosition = order.venue === position.venue && order.symbol === position.symbol
    if (order.id === fillingOrderId || !order.flags.reduceOnly || !isOfPosition) continue
    endOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM')
  }
}
