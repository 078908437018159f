/**
 * What the market does to the orders that wait. A resting limit fills when the book reaches it, at its own price, as
 * maker, as far as the depth there goes. A conditional order fires when the price it watches reaches its trigger, and is
 * from then on an order like any other: it takes what the book gives at that moment, gap included. Around scheduled
 * news, where the plan says so, what would open a position waits. After the orders come the floors of the plan, and
 * after them the liquidation of what has lost its maintenance margin: a stop that the same tick has reached comes first,
 * and an account that a floor has ended is closed by that. Decided for one account at one moment; null when nothing
 * happens.
 */
import type { Account } from '../model/account.js'
import { advance } from '../execution/advance.js'
import { askAgain } from './recheck-order.js'
import { isWithinLimit, totalQuantity, walkBook } from '../margin/book-walk.js'
import { openDraft, type Changes, type Draft } from '../model/draft.js'
import { changeOrder, terminateOrder } from '../execution/terminate-order.js'
import type { CancelledBy } from '../model/events.js'
import { fillOrder, type FillTerms } from '../execution/fill-order.js'
import type { Instrument } from '../model/instrument.js'
import { assertInvariant } from '../values/invariant.js'
import { isAnyLiquidatable, liquidate } from '../execution/liquidate.js'
import type { OrderBook, Quote } from '../model/market-view.js'
import { fillableQuantity, matchOrder, takenFrom, type Match } from '../execution/match-order.js'
import { heldByNews } from '../calendar/news.js'
import { isContingent, type Order } from '../model/order.js'
import type { Usd } from '../values/decimal.js'
import { supervise } from '../risk/supervise.js'
import { openingSide, positionKey } from '../model/position.js'
import type { AskedAgain } from '../model/violation.js'
import { fillTermsOf, executeMatch } from '../execution/execute-match.js'
import { tradableMarket } from '../calendar/tradable-market.js'
import { isArmed, isTriggered } from '../model/trigger.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface Look {
  /** Nobody was watching when the market got there: what fires or fills now says so. */
  readonly isLate?: boolean
  /** The highest equity seen since the last look that changed something. */
  readonly peak?: Usd | null
}

export function processMarketUpdate(account: Account, context: DecisionContext, look: Look = {}): Changes | null {
  const draft = openDraft(account, context)
  advance(draft, context)
  for (const { id } of account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined) settleOrder(draft, order, context, account.orders.get(id) ?? order, look)
  }
  supervise(draft, context, look.peak)
  // What liquidation costs may cross a floor.
  if (liquidate(draft, context)) supervise(draft, context, look.peak)
  return draft.changes()
}

/** Whether the market has reached any working order or position; cheap, so that a tick that moves nothing costs little. */
export function isAnyReached(account: Account, context: DecisionContext): boolean {
  for (const order of account.orders.values()) {
    const market = tradableMarket(order, context)
    if (market === null || !isReached(order, market.quote) || context.market.book(order.symbol) === undefined) continue
    if (heldByNews(account, order, context) === null) return true
  }
  return isAnyLiquidatable(account, context)
}

function isReached(order: Order, quote: Quote): boolean {
  if (isContingent(order)) return false
  if (isArmed(order)) return isTriggered(order, quote)
  return isWithinLimit(order.side, order.side === 'BUY' ? quote.ask : quote.bid, order.limitPrice)
}

/** Where an order meets the market. */
interface Meeting {
  readonly instrument: Instrument
  readonly book: OrderBook
  readonly context: DecisionContext
  readonly peak: Usd | null
}

/** `before` is the order as it was when the market was looked at. */
function settleOrder(
  draft: Draft,
  requested: Order,
  context: DecisionContext,
  before: Order,
  { isLate, peak = null }: Look,
): void {
  const order: Order = isLate === true ? { ...requested, reason: 'after_downtime' } : requested
  const market = tradableMarket(order, context)
  if (market === null || !isReached(order, market.quote)) return
  if (heldByNews(draft.account, order, context) !== null) return
  const book = context.market.book(order.symbol)
  if (book === undefined) return
  assertReduces(draft.account, order)
  const meeting = { instrument: market.instrument, book, context, peak }
  if (isArmed(order)) fire(draft, order, meeting)
  // Released by this very move of the market, it has not rested in the book yet.
  else if (isContingent(before)) meetBook(draft, order, meeting)
  else fillResting(draft, order, meeting)
}

function assertReduces(account: Account, { flags, venue, symbol, side }: Order): void {
  const position = account.positions.get(positionKey(venue, symbol))
  assertInvariant(
    !flags.reduceOnly || (position !== undefined && openingSide(position.direction) !== side),
    'a working reduce-only order has a position to reduce',
  )
}

function fillResting(draft: Draft, order: Order, meeting: Meeting): void {
  const { instrument, book } = meeting
  assertInvariant(order.limitPrice !== null, 'an order that rests has a limit')
  const wanted = fillableQuantity(draft.account, order)
  const depth = walkBook(book, order.side, wanted, order.limitPrice, takenFrom(draft.account, book, order.side))
  const execution = { price: order.limitPrice, quantity: totalQuantity(depth) }
  if (execution.quantity === 0n) return
  const fillTerms = fillTermsOf(draft.account, order, instrument, book.sequence, 'MAKER')
  const match = { executions: [execution], bookSequence: book.sequence, wouldTake: false, rests: true }
  fillAsAllowed(draft, order, match, fillTerms, meeting)
}

/** From its trigger on the order is what its kind, limit and time in force make of it. */
function fire(draft: Draft, armed: Order, meeting: Meeting): void {
  meetBook(draft, changeOrder(draft, armed, { triggerState: 'TRIGGERED' }), meeting)
}

function meetBook(draft: Draft, order: Order, meeting: Meeting): void {
  const { account } = draft
  const { instrument, book } = meeting
  const match = matchOrder(account, order, book, true)
  if (order.flags.postOnly && match.wouldTake) return refuse(draft, order, 'post_only', 'SYSTEM')
  fillAsAllowed(draft, order, match, fillTermsOf(account, order, instrument, book.sequence, 'TAKER'), meeting)
}

/** The rules are asked once more: what was reserved when the order came is not what the market makes of it. */
function fillAsAllowed(draft: Draft, order: Order, match: Match, fillTerms: FillTerms, meeting: Meeting): void {
  const { instrument, context, peak } = meeting
  const { executions, refusedBy } = askAgain(draft.account, order, match, instrument, fillTerms, context, peak)
  if (refusedBy === null) return void executeMatch(draft, order, match, fillTerms, context)
  let current = order
  for (const execution of executions) current = fillOrder(draft, current, execution, fillTerms, context)
  refuse(draft, current, refusedBy, 'RISK')
}

/** Accepted earlier, impossible now: REJECTED, unless part of it has filled. */
function refuse(draft: Draft, order: Order, reason: AskedAgain | 'post_only', by: CancelledBy): void {
  terminateOrder(draft, order, order.filledQuantity === 0n ? 'REJECTED' : 'CANCELLED', reason, by)
}
