/**
 * What the market does to the orders that wait. A resting limit fills when the book reaches it, at its own price, as
 * maker, as far as the depth there goes. A conditional order fires when the price it watches reaches its trigger, and is
 * from then on an order like any other: it takes what the book gives at that moment, gap included. A position whose
 * margin no longer covers its maintenance is liquidated. Around scheduled news, where the plan says so, what would open
 * a position waits. Decided for one account at one moment; null when nothing happens.
 */
import type { Account } from './account.js'
import { advance } from './advance.js'
import { isWithinLimit, totalQuantity, walkBook, type Execution } from './book-walk.js'
import { openDraft, type Changes, type Draft } from './draft.js'
import { changeOrder, endOrder } from './end-order.js'
import type { CancelledBy } from './events.js'
import { computeFigures, computeFiguresAfter } from './figures.js'
import { fillOrder, type FillTerms } from './fill-order.js'
import type { Instrument } from './instrument.js'
import { assertInvariant } from './invariant.js'
import type { OrderBook, Quote } from './market-view.js'
import { fillableQuantity, matchOrder, takenFrom } from './match-order.js'
import { heldByNews } from './news.js'
import { isHeld, type Order, type OrderReason } from './order.js'
import type { Usd } from './decimal.js'
import { supervise } from './supervise.js'
import { closeOut } from './close-out.js'
import { isLiquidatable } from './liquidation.js'
import { openingSide, positionKey, type Position } from './position.js'
import { projectOrder } from './project.js'
import { endSpentReduceOnly, fillTermsOf, takeMatch } from './take-match.js'
import { isArmed, isTriggered } from './trigger.js'
import type { World } from './world.js'

export interface Look {
  /** Nobody was watching when the market got there: what fires or fills now says so. */
  readonly isLate?: boolean
  /** The highest equity seen since the last look that changed something. */
  readonly peak?: Usd | null
}

export function settleMarket(
  account: Account,
  world: World,
  { isLate = false, peak = null }: Look = {},
): Changes | null {
  const draft = openDraft(account, world)
  advance(draft, world)
  for (const { id } of account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined) settleOrder(draft, order, world, account.orders.get(id) ?? order, isLate)
  }
  for (const position of [...draft.account.positions.values()]) liquidateWhereDue(draft, position, world)
  supervise(draft, world, peak)
  return draft.changes()
}

/** Whether the market has reached any working order or position; cheap, so that a tick that moves nothing costs little. */
export function isAnyReached(account: Account, world: World): boolean {
  for (const order of account.orders.values()) {
    const market = tradableMarket(order, world)
    if (market === null || !isReached(order, market.quote) || world.market.book(order.symbol) === undefined) continue
    if (heldByNews(account, order, world) === null) return true
  }
  for (const position of account.positions.values()) if (dueMarket(position, world) !== null) return true
  return false
}

/** The market to liquidate a position in; null while it has its margin, or cannot be traded. */
function dueMarket(position: Position, world: World): TradableMarket | null {
  const market = tradableMarket(position, world)
  const terms = market?.instrument.terms[position.venue]
  if (market === null || terms === undefined) return null
  return isLiquidatable(position, market.quote.mark, terms) ? market : null
}

/** After the orders: a stop that the same tick has reached comes first. */
function liquidateWhereDue(draft: Draft, { venue, symbol }: Position, world: World): void {
  const position = draft.account.positions.get(positionKey(venue, symbol))
  const market = position === undefined ? null : dueMarket(position, world)
  if (position !== undefined && market !== null) closeOut(draft, position, market.instrument, 'LIQUIDATION', world)
}

interface TradableMarket {
  readonly instrument: Instrument
  readonly quote: Quote
}

/** Null while nothing can fire, fill or be liquidated: closed, stale, or never priced. */
function tradableMarket({ symbol }: Pick<Order, 'symbol'>, world: World): TradableMarket | null {
  const instrument = world.instruments.find(symbol)
  const quote = world.market.quote(symbol)
  if (instrument === undefined || quote === undefined || quote.isStale || !world.isMarketOpen(instrument)) return null
  return { instrument, quote }
}

function isReached(order: Order, quote: Quote): boolean {
  if (isHeld(order)) return false
  if (isArmed(order)) return isTriggered(order, quote)
  return isWithinLimit(order.side, order.side === 'BUY' ? quote.ask : quote.bid, order.limitPrice)
}

/** `before` is the order as it was when the market was looked at. */
function settleOrder(draft: Draft, asked: Order, world: World, before: Order, isLate: boolean): void {
  const order: Order = isLate ? { ...asked, reason: 'after_downtime' } : asked
  const market = tradableMarket(order, world)
  if (market === null || !isReached(order, market.quote)) return
  if (heldByNews(draft.account, order, world) !== null) return
  const book = world.market.book(order.symbol)
  if (book === undefined) return
  assertReduces(draft.account, order)
  if (isArmed(order)) fire(draft, order, market.instrument, book, world)
  // Released by this very move of the market, it has not rested in the book yet.
  else if (isHeld(before)) meetBook(draft, order, market.instrument, book, world)
  else fillResting(draft, order, market.instrument, book, world)
}

function assertReduces(account: Account, { flags, venue, symbol, side }: Order): void {
  const position = account.positions.get(positionKey(venue, symbol))
  assertInvariant(
    !flags.reduceOnly || (position !== undefined && openingSide(position.direction) !== side),
    'a working reduce-only order has a position to reduce',
  )
}

function fillResting(draft: Draft, order: Order, instrument: Instrument, book: OrderBook, world: World): void {
  assertInvariant(order.limitPrice !== null, 'an order that rests has a limit')
  const wanted = fillableQuantity(draft.account, order)
  const depth = walkBook(book, order.side, wanted, order.limitPrice, takenFrom(draft.account, book, order.side))
  const execution = { price: order.limitPrice, quantity: totalQuantity(depth) }
  if (execution.quantity === 0n) return
  const how = fillTermsOf(draft.account, order, instrument, book.sequence, 'MAKER')
  if (!isAffordable(draft.account, order, [execution], how, world)) return refuse(draft, order, 'insufficient_margin')
  endSpentReduceOnly(draft, fillOrder(draft, order, execution, how, world))
}

/** From its trigger on the order is what its kind, limit and time in force make of it; its risk is asked once more. */
function fire(draft: Draft, armed: Order, instrument: Instrument, book: OrderBook, world: World): void {
  meetBook(draft, changeOrder(draft, armed, { triggerState: 'TRIGGERED' }), instrument, book, world)
}

function meetBook(draft: Draft, order: Order, instrument: Instrument, book: OrderBook, world: World): void {
  const { account } = draft
  const match = matchOrder(account, order, book, true)
  if (order.flags.postOnly && match.wouldTake) return refuse(draft, order, 'post_only')
  const how = fillTermsOf(account, order, instrument, book.sequence, 'TAKER')
  if (!isAffordable(account, order, match.executions, how, world)) return refuse(draft, order, 'insufficient_margin')
  takeMatch(draft, order, match, how, world)
}

/**
 * Whether the fills still have their margin. It was reserved when the order came, but marks move, and closing a
 * position can turn an order that would have reduced it into one that opens.
 */
function isAffordable(
  account: Account,
  order: Order,
  executions: readonly Execution[],
  how: FillTerms,
  world: World,
): boolean {
  const before = computeFigures(account, world)
  const after = computeFiguresAfter(before, projectOrder(account, order, executions, false, how), account.plan, world)
  return after.usedMargin <= before.usedMargin || after.equity >= after.usedMargin
}

/** Accepted earlier, impossible now: REJECTED, unless part of it has filled. */
function refuse(draft: Draft, order: Order, reason: Extract<OrderReason, 'insufficient_margin' | 'post_only'>): void {
  const by: CancelledBy = reason === 'post_only' ? 'SYSTEM' : 'RISK'
  endOrder(draft, order, order.filledQuantity === 0n ? 'REJECTED' : 'CANCELLED', reason, by)
}
