/**
 * Applies a market update to one account; null when nothing happens. A resting limit fills when the book reaches it, at
 * its own price, as maker, up to the depth there. A conditional order fires when the price it watches reaches its
 * trigger, and is from then on an order like any other: it takes the book as it is at that moment, gap included. Around
 * scheduled news orders that would open a position wait, where the plan says so. After the orders come the floors of
 * the plan, and then the liquidation of positions below their maintenance margin: so a stop that the same tick reaches
 * comes first, and an account below a floor is closed by the floor.
 *
 * What a tick has reached counts, though the price may have come back since: a trigger fires, and takes what the book
 * gives now; a limit fills at its own price, as far as the depth of that tick goes; floors and maintenance are judged
 * at the marks of that tick, and positions closed at the prices of now.
 */
import type { Account } from '../model/account/account.js'
import { advance } from '../execution/advance.js'
import { recheckOrder } from './recheck-order.js'
import { isWithinLimit } from '../margin/book-walk.js'
import { openDraft, type Changes, type Draft } from '../model/draft.js'
import { assertInvariant } from '../values/invariant.js'
import { closeOvernight, isAnyOvernight } from '../execution/close-overnight.js'
import { executionOf } from '../execution/execution-of.js'
import { isHeldByEngine } from '../model/live/live-order.js'
import { isAnyLiquidatable, liquidate } from '../execution/liquidate.js'
import { closeFlattened, isAnyFlattened } from '../execution/switch-actions.js'
import type { Listing } from '../model/market/listing.js'
import type { Quote } from '../model/market/market-view.js'
import { heldByNews } from '../calendar/news.js'
import { isContingent, type Order } from '../model/order/order.js'
import { max, type Price, type Usd } from '../values/decimal.js'
import { tickAt } from '../values/tick.js'
import type { Micros } from '../values/time.js'
import { supervise } from '../risk/supervise.js'
import { listingKey } from '../model/market/listing.js'
import { openingSide } from '../model/account/position.js'
import { tradableMarket } from '../calendar/tradable-market.js'
import { isArmed, isTriggered, waitsAt } from '../model/order/trigger.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface MarketUpdateOptions {
  /** Nobody was watching when the market got there: what fires or fills now says so. */
  readonly isLate?: boolean
  /** The highest equity seen since the last look that changed something. */
  readonly peak?: Usd | null
  readonly reached?: Reached
}

/** The orders and marks that ticks up to now have reached; each tick is named by its last moment. */
export interface Reached {
  /** By the id of the order: the price it waited for, and the first tick that reached it. */
  readonly orders: ReadonlyMap<string, { readonly price: Price; readonly at: Micros }>
  /** Ticks whose marks ask for something to be done, with the high-water mark as of then. */
  readonly marks: ReadonlyMap<Micros, Usd>
}

const NOTHING: Reached = { orders: new Map(), marks: new Map() }

export function processMarketUpdate(
  account: Account,
  context: DecisionContext,
  look: MarketUpdateOptions = {},
): Changes | null {
  const { reached = NOTHING, peak } = look
  const draft = openDraft(account, context)
  advance(draft, context, (order) => reachedAt(account, order, context, reached) !== null)
  const settle = (id: string, at: Micros | null): void => {
    const order = draft.account.orders.get(id)
    if (order !== undefined) processOrder(draft, order, context, account.orders.get(id) ?? order, look, at)
  }
  for (const at of ticksOf(reached)) {
    for (const [id, found] of reached.orders) if (found.at === at) settle(id, at)
    if (isJudgedAt(account, at, reached, peak) && draft.account.day === account.day)
      judge(draft, marksOf(at, context), peak)
  }
  for (const { id } of account.orders.values()) settle(id, null)
  judge(draft, context, peak)
  executionOf(draft.account).handOver(draft, context)
  return draft.changes()
}

function judge(draft: Draft, context: DecisionContext, peak: Usd | null | undefined): void {
  supervise(draft, context, peak)
  // A close costs something, and that may cross a floor.
  const isLiquidated = liquidate(draft, context)
  const isFlattened = closeFlattened(draft, context)
  const isAnyClosed = closeOvernight(draft, context) || isLiquidated || isFlattened
  if (isAnyClosed) supervise(draft, context, peak)
}

const ticksOf = ({ orders, marks }: Reached): readonly Micros[] =>
  [...new Set([...marks.keys(), ...[...orders.values()].map(({ at }) => at)])].sort((a, b) => a - b)

/** Only an account that is as it was then, and whose floor has not risen since. */
const isJudgedAt = (
  { clock, highWaterMark }: Account,
  at: Micros,
  { marks }: Reached,
  peak: Usd | null = null,
): boolean => {
  const high = marks.get(at)
  return high !== undefined && clock <= at && max(highWaterMark, peak ?? highWaterMark) <= high
}

/** The marks of that tick, and the books of now. */
function marksOf(at: Micros, context: DecisionContext): DecisionContext {
  const { market } = context.earlier(at)
  const quote = (listing: Listing): Quote | undefined => {
    const [then, now] = [market.quote(listing), context.market.quote(listing)]
    return then && { ...then, staleReason: then.staleReason ?? (now === undefined ? 'silent' : now.staleReason) }
  }
  return { ...context, market: { ...context.market, quote } }
}

/** The tick that has reached the order where it waits, if it was free to fill then. */
function reachedAt(account: Account, order: Order, context: DecisionContext, { orders }: Reached): Micros | null {
  const found = orders.get(order.id)
  if (!isHeldByEngine(order)) return null
  if (found === undefined || isContingent(order) || found.price !== waitsAt(order)) return null
  const beganAt = context.earlier(found.at).market.quote(order)?.at ?? found.at
  if (order.expiresAt !== null && order.expiresAt <= beganAt) return null
  return heldByNews(account, order, { ...context, now: found.at }) === null ? found.at : null
}

/** Whether the market has reached any working order or position; cheap. */
export function isAnyReached(
  account: Account,
  context: DecisionContext,
  reached: Reached = NOTHING,
  peak: Usd | null = null,
): boolean {
  for (const at of reached.marks.keys()) if (isJudgedAt(account, at, reached, peak)) return true
  for (const order of account.orders.values()) {
    const market = tradableMarket(order, context)
    if (market === null) continue
    if (!isReached(order, market.quote) && reachedAt(account, order, context, reached) === null) continue
    if (context.market.book(order) !== undefined && heldByNews(account, order, context) === null) return true
  }
  return isAnyLiquidatable(account, context) || isAnyOvernight(account, context) || isAnyFlattened(account, context)
}

function isReached(order: Order, quote: Quote): boolean {
  if (isContingent(order) || !isHeldByEngine(order)) return false
  if (isArmed(order)) return isTriggered(order, quote)
  return isWithinLimit(order.side, order.side === 'BUY' ? quote.ask : quote.bid, order.limitPrice)
}

/** `before` is the order as it was when the market was looked at. */
function processOrder(
  draft: Draft,
  requested: Order,
  context: DecisionContext,
  before: Order,
  { isLate, peak = null, reached = NOTHING }: MarketUpdateOptions,
  at: Micros | null,
): void {
  const order: Order = isLate === true ? { ...requested, reason: 'after_downtime' } : requested
  const market = tradableMarket(order, context)
  if (market === null) return
  const isReachedNow = isReached(order, market.quote)
  if (!isReachedNow && (at === null || reachedAt(draft.account, order, context, reached) !== at)) return
  if (heldByNews(draft.account, order, context) !== null) return
  const then = isReachedNow || at === null || isArmed(order) ? context : context.earlier(at)
  const book = then.market.book(order)
  if (book === undefined) return
  assertReduces(draft.account, order)
  executionOf(draft.account).fire(draft, order, {
    ...{ instrument: market.instrument, quote: market.quote, book, context, then },
    triggerTick: isArmed(order) ? triggerTickOf(draft, order, context, reached, at) : null,
    isReleasedNow: isContingent(before),
    recheck: (asked, match, fillTerms) =>
      recheckOrder(draft.account, asked, match, market.instrument, fillTerms, context, peak),
  })
}

/** The first tick that has reached its trigger. */
function triggerTickOf(
  draft: Draft,
  order: Order,
  context: DecisionContext,
  reached: Reached,
  at: Micros | null,
): number {
  const isFirst = at !== null && reachedAt(draft.account, order, context, reached) === at
  const { market } = isFirst ? context.earlier(at) : context
  return market.quote(order)?.tick ?? tickAt(market.at)
}

function assertReduces(account: Account, { flags, venue, symbol, side }: Order): void {
  const position = account.positions.get(listingKey({ venue, symbol }))
  assertInvariant(
    !flags.reduceOnly || (position !== undefined && openingSide(position.direction) !== side),
    'a working reduce-only order has a position to reduce',
  )
}
