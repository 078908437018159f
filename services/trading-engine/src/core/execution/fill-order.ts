/** Fills an order with one execution: positions, order, fills, ledger and events, in one piece. */
import { negate, quantity, usd } from '../values/decimal.js'
import type { Execution } from '../margin/book-walk.js'
import { endEntryOf, endExits, fitExits, reduceSiblings, releaseExits } from './bracket.js'
import type { Draft } from '../model/draft.js'
import { splitExecution, type ExecutionStep, type ExecutionTerms } from '../margin/split-execution.js'
import type { Fill } from '../model/fill.js'
import { assertInvariant } from '../values/invariant.js'
import { liveQuantity, type Order } from '../model/order.js'
import { notionalOf, positionKey } from '../model/position.js'
import type { World } from '../model/decision-context.js'

export interface FillTerms extends ExecutionTerms {
  readonly bookSequence: number
}

/** `execution.quantity` is at most what of the order is live. Returns the order as it then is. */
export function fillOrder(draft: Draft, asked: Order, execution: Execution, how: FillTerms, world: World): Order {
  assertInvariant(execution.quantity <= liveQuantity(asked), 'a fill is never larger than what is live of its order')
  const order = endEntryOf(draft, asked)
  const { venue, symbol, side } = order
  const standing = draft.account.positions.get(positionKey(venue, symbol))
  const stamps = { stamp: () => draft.stamp(), newId: () => world.newId() }
  let current = order
  for (const step of splitExecution(standing, order, execution, how, stamps)) {
    current = recordStep(draft, current, step, how, world)
  }
  releaseExits(draft, current, execution.quantity, world.instruments)
  draft.takeDepth({ symbol, side, sequence: how.bookSequence, quantity: execution.quantity })
  return current
}

function recordStep(draft: Draft, order: Order, step: ExecutionStep, how: FillTerms, world: World): Order {
  const { position, fee, realizedPnl } = step
  const fill = newFill(order, step, how, world.newId())
  const filled = applyToOrder(order, fill)
  const standing = draft.account.positions.get(positionKey(order.venue, order.symbol))
  const before = standing?.quantity ?? quantity(0n)
  if (position.openedQuantity > (standing?.openedQuantity ?? 0n)) countDay(draft)
  const cause = { fillId: fill.id, positionId: position.id }
  draft.putPosition(position)
  draft.putOrder(filled)
  draft.addFill(fill)
  draft.post('realized_pnl', realizedPnl, cause)
  draft.post('fees', negate(fee), cause)
  draft.emit({ type: 'order.fill', order: filled, fill })
  reduceSiblings(draft, filled, fill.quantity)
  if (position.closedAt === null) fitExits(draft, before, position, order.id)
  else {
    draft.emit({ type: 'position.close', position })
    endExits(draft, position, order)
  }
  return filled
}

/** A trading day counts once something was opened on it. */
function countDay(draft: Draft): void {
  const { day, tradedDays } = draft.account
  if (!day.isTraded) draft.setAccount({ day: { ...day, isTraded: true }, tradedDays: tradedDays + 1 })
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
