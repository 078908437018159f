/**
 * What the market does to the orders that wait: a resting limit fills when the book reaches it, at its own price, as
 * maker, as far as the depth there goes. Decided for one account at one moment; null when nothing happens.
 */
import { min, type Quantity } from './decimal.js'
import type { Account } from './account.js'
import { advance } from './advance.js'
import { isWithinLimit, totalQuantity, walkBook } from './book-walk.js'
import { openDraft, type Changes, type Draft } from './draft.js'
import { endOrder } from './end-order.js'
import { computeFigures, openingLeverage } from './figures.js'
import { fillOrder, type FillTerms } from './fill-order.js'
import type { Instrument } from './instrument.js'
import { assertInvariant } from './invariant.js'
import type { OrderBook } from './market-view.js'
import { takenFrom } from './match-order.js'
import { remainingQuantity, type Order } from './order.js'
import { openingSide, positionKey } from './position.js'
import { projectOrder } from './project.js'
import type { World } from './world.js'

export function decideFillResting(account: Account, world: World): Changes | null {
  const draft = openDraft(account, world)
  advance(draft, world)
  for (const { id } of account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined) fillWhereReached(draft, order, world)
  }
  return draft.changes()
}

/** Whether the book touches any working order; cheap, so that a tick that fills nothing costs little. */
export function isAnyReached(account: Account, world: World): boolean {
  for (const order of account.orders.values()) if (reachableBook(order, world) !== null) return true
  return false
}

function reachableBook(order: Order, world: World): OrderBook | null {
  const instrument = world.instruments.find(order.symbol)
  const quote = world.market.quote(order.symbol)
  if (instrument === undefined || quote === undefined || quote.isStale || !world.isMarketOpen(instrument)) return null
  const touch = order.side === 'BUY' ? quote.ask : quote.bid
  return isWithinLimit(order.side, touch, order.limitPrice) ? (world.market.book(order.symbol) ?? null) : null
}

function fillWhereReached(draft: Draft, order: Order, world: World): void {
  const book = reachableBook(order, world)
  const instrument = world.instruments.find(order.symbol)
  if (book === null || instrument === undefined || order.limitPrice === null) return
  const wanted = fillableQuantity(draft.account, order)
  const depth = walkBook(book, order.side, wanted, order.limitPrice, takenFrom(draft.account, book, order.side))
  const execution = { price: order.limitPrice, quantity: totalQuantity(depth) }
  if (execution.quantity === 0n) return
  const how = makerTerms(draft.account, order, instrument, book)
  if (!isAffordable(draft.account, order, execution, how, world)) {
    refuse(draft, order)
    return
  }
  const filled = fillOrder(draft, order, execution, how, world)
  endSpentReduceOnly(draft, filled)
}

/** A reduce-only order fills no further than the position it meets. */
function fillableQuantity(account: Account, order: Order): Quantity {
  const remaining = remainingQuantity(order)
  if (!order.flags.reduceOnly) return remaining
  const position = account.positions.get(positionKey(order.venue, order.symbol))
  assertInvariant(
    position !== undefined && openingSide(position.direction) !== order.side,
    'a working reduce-only order has a position to reduce',
  )
  return min(remaining, position.quantity)
}

function makerTerms(account: Account, order: Order, instrument: Instrument, book: OrderBook): FillTerms {
  const terms = instrument.terms[order.venue]
  assertInvariant(terms !== undefined, 'the venue of a working order lists its symbol')
  const leverage = openingLeverage(instrument, order.venue, account.plan)
  return { terms, leverage, liquidity: 'MAKER', closeReason: 'USER', bookSequence: book.sequence }
}

/**
 * Whether the fill still has its margin. It was reserved when the order came, but marks move, and closing a position
 * can turn an order that would have reduced it into one that opens.
 */
function isAffordable(
  account: Account,
  order: Order,
  execution: { price: NonNullable<Order['limitPrice']>; quantity: Quantity },
  how: FillTerms,
  world: World,
): boolean {
  const before = computeFigures(account, world)
  const after = computeFigures(projectOrder(account, order, [execution], false, how), world)
  return after.usedMargin <= before.usedMargin || after.equity >= after.usedMargin
}

function refuse(draft: Draft, order: Order): void {
  const status = order.filledQuantity === 0n ? 'REJECTED' : 'CANCELLED'
  endOrder(draft, order, status, 'insufficient_margin', 'RISK')
}

function endSpentReduceOnly(draft: Draft, order: Order): void {
  const isOver = !draft.account.positions.has(positionKey(order.venue, order.symbol))
  if (order.flags.reduceOnly && isOver && remainingQuantity(order) > 0n) {
    endOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM')
  }
}
