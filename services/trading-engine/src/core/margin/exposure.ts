/**
 * Exposure of one (venue, symbol): the open position together with the working orders that may still add to it.
 * Caps and margin look at the worse side: all non-reducing working orders of one side filled, none of the other. A BUY
 * never pays more than its limit, or its trigger without one; a SELL may get more than it asks for, and counts at the
 * highest of its limit, its trigger and the mark.
 * An order PENDING at a live venue counts like an open one; reduce-only orders can only reduce and count as nothing.
 * What a venue was asked to open takes the collateral that it was asked with, whatever leverage is set since then.
 * While it is asked for other terms, or to let go of it for the engine to hold it on others, the larger of both counts.
 */
import {
  divide,
  max,
  min,
  multiplyDivide,
  price,
  quantity,
  usd,
  type Price,
  type Quantity,
  type Rate,
  type Usd,
} from '../values/decimal.js'
import type { VenueId } from '../model/market/instrument.js'
import type { MarketView } from '../model/market/market-view.js'
import { remainingQuantity, waitingPrice, type Order, type Side } from '../model/order/order.js'
import { changeOf } from '../model/live/live-order.js'
import { listingKey } from '../model/market/listing.js'
import { notionalOf, openingSide, unrealizedPnl, type Position } from '../model/account/position.js'

/** Sums over one side's working orders of a symbol. */
export interface SideTotal {
  readonly quantity: Quantity
  readonly notional: Usd
  /** The part of it that a venue was asked for. Absent: none. */
  readonly asked?: AskedTotal
}

interface AskedTotal {
  readonly notional: Usd
  readonly collateral: Usd
}

/** Both sides' working orders of one (venue, symbol). */
export interface WorkingTotals extends Readonly<Record<Side, SideTotal>> {
  readonly venue: VenueId
  readonly symbol: string
}

export interface SymbolExposure {
  readonly key: string
  readonly symbol: string
  readonly position: Position | undefined
  /** Where the position is valued. */
  readonly mark: Price
  /** Leverage of the position; without one, the leverage it would open at. */
  readonly leverage: Rate
  /** The leverage at which the part of an order beyond the position would open. */
  readonly openingLeverage: Rate
  readonly working: Readonly<Record<Side, SideTotal>>
}

/** The figures of an exposure. */
export interface ValuedExposure {
  readonly key: string
  readonly symbol: string
  readonly unrealizedPnl: Usd
  /** Notional of the open position at mark. */
  readonly openNotional: Usd
  /** The largest notional the symbol can reach: now, or with either side's orders filled. */
  readonly worstNotional: Usd
  /** Margin of the open position at mark: notional ÷ leverage. */
  readonly usedMargin: Usd
  /** How much initial margin the worse side's working orders would add to what the position uses. */
  readonly reservedMargin: Usd
}

/** Mark of a symbol without a price: it has no open position, and it raises the value of no order. */
export const NO_MARK = price(0n)

const NOTHING: SideTotal = { quantity: quantity(0n), notional: usd(0n) }
export const NO_WORKING_ORDERS: Readonly<Record<Side, SideTotal>> = { BUY: NOTHING, SELL: NOTHING }

/** Totals of the orders that may add exposure, by `listingKey`. */
export function sumWorkingOrders(
  orders: Iterable<Order>,
  market: Pick<MarketView, 'quote'>,
): ReadonlyMap<string, WorkingTotals> {
  const sums = new Map<string, Sum>()
  for (const order of orders) {
    const waiting = waitingExposure(order)
    if (waiting === null) continue
    let sum = sums.get(waiting.key)
    if (sum === undefined) sums.set(waiting.key, (sum = newSum(order, market)))
    const { at, total, collateral } = largerOf(waiting, order, sum)
    if (collateral !== null) {
      const isAtMark = order.side === 'SELL' && at < sum.mark
      const notional = isAtMark ? notionalOf(total.quantity, sum.mark) : total.notional
      sum[order.side] = addAsked(sum[order.side], total.quantity, { notional, collateral })
    } else if (order.side === 'BUY') sum.BUY = addOrder(sum.BUY, total)
    else if (at >= sum.mark) sum.SELL = addOrder(sum.SELL, total)
    else sum.soldBelow = quantity(sum.soldBelow + total.quantity)
  }
  for (const sum of sums.values()) if (sum.soldBelow > 0n) sum.SELL = addOrder(sum.SELL, atMark(sum))
  return sums
}

/**
 * Running sums. SELLs resting below the mark are separate: they would fill at the mark, so its next move changes their
 * value.
 */
interface Sum extends Pick<WorkingTotals, 'venue' | 'symbol'> {
  readonly mark: Price
  BUY: SideTotal
  SELL: SideTotal
  soldBelow: Quantity
}

const newSum = (order: Order, market: Pick<MarketView, 'quote'>): Sum => ({
  venue: order.venue,
  symbol: order.symbol,
  mark: market.quote(order)?.mark ?? NO_MARK,
  ...NO_WORKING_ORDERS,
  soldBelow: quantity(0n),
})

const atMark = ({ soldBelow, mark }: Sum): SideTotal => ({ quantity: soldBelow, notional: notionalOf(soldBelow, mark) })

function addOrder(sum: SideTotal, order: SideTotal): SideTotal {
  if (sum.quantity === 0n) return order
  const total = { quantity: quantity(sum.quantity + order.quantity), notional: usd(sum.notional + order.notional) }
  return sum.asked === undefined ? total : { ...total, asked: sum.asked }
}

function addAsked(sum: SideTotal, size: Quantity, { notional, collateral }: AskedTotal): SideTotal {
  const before = sum.asked ?? NOT_ASKED
  return {
    quantity: quantity(sum.quantity + size),
    notional: usd(sum.notional + notional),
    asked: { notional: usd(before.notional + notional), collateral: usd(before.collateral + collateral) },
  }
}

const NOT_ASKED: AskedTotal = { notional: usd(0n), collateral: usd(0n) }

interface WaitingExposure extends WaitingTerms {
  readonly key: string
  /** The terms that its venue was asked to give it, or that the engine will hold it on. Absent: none. */
  readonly next?: WaitingTerms
}

interface WaitingTerms {
  /** Where it is valued, wherever the mark is. */
  readonly at: Price
  readonly total: SideTotal
  /** The collateral that its venue was asked to take for it; null: it was not asked. */
  readonly collateral: Usd | null
}

function largerOf(waiting: WaitingExposure, { side }: Order, { mark }: Sum): WaitingTerms {
  const { next } = waiting
  if (next === undefined) return waiting
  const valueOf = ({ at, total }: WaitingTerms): Usd =>
    side === 'SELL' && at < mark ? notionalOf(total.quantity, mark) : total.notional
  return valueOf(next) > valueOf(waiting) ? next : waiting
}

/** Orders are values: what one may add where it waits never changes. */
const waitingExposures = new WeakMap<Order, WaitingExposure | null>()

/** Null for an order that adds nothing. */
function waitingExposure(order: Order): WaitingExposure | null {
  const known = waitingExposures.get(order)
  if (known !== undefined) return known
  const at = waitingPrice(order) ?? askedPrice(order)
  const waiting = order.flags.reduceOnly || at === null ? null : waitingAt(order, at)
  waitingExposures.set(order, waiting)
  return waiting
}

function waitingAt(order: Order, at: Price): WaitingExposure {
  const key = listingKey(order)
  const total = totalOf(remainingQuantity(order), at)
  const collateral = askedCollateral(order, total)
  const next = collateral === null ? null : nextTerms(order, collateral)
  return next === null ? { key, at, total, collateral } : { key, at, total, collateral, next }
}

const totalOf = (size: Quantity, at: Price): SideTotal => ({ quantity: size, notional: notionalOf(size, at) })

/** The venue may fill it as it was or as it is to be. Where it changes it, it keeps the collateral. */
function nextTerms(order: Order, collateral: Usd): WaitingTerms | null {
  const { live, filledQuantity } = order
  const action = live === undefined ? undefined : changeOf(live)?.request.action
  if (action?.kind === 'update') return { at: action.price, total: totalOf(action.quantity, action.price), collateral }
  if (live?.kind !== 'taking_back') return null
  const held = { ...order, ...live.heldNext }
  const at = waitingPrice(held)
  const left = quantity(max(0n, held.quantity - filledQuantity))
  return at === null ? null : { at, total: totalOf(left, at), collateral: null }
}

/** A LIVE order at the market counts until its venue has answered. */
function askedPrice({ live }: Order): Price | null {
  const action = live?.request.action
  return action?.kind === 'open' || action?.kind === 'close' ? action.price : null
}

/**
 * Null of one that its venue was not asked to open, or has let go of. Of what has filled in part, its share; of what is
 * to become larger, as much as that takes at the same leverage: that of its request, or what a change at its venue,
 * which keeps the collateral, has made of it.
 */
function askedCollateral({ live, quantity: size }: Order, { quantity: remaining, notional }: SideTotal): Usd | null {
  const action = live === undefined || live.kind === 'ended' ? undefined : live.request.action
  if (live === undefined || action?.kind !== 'open') return null
  const { leverage, collateral } = action
  const whole = size - live.filledBefore
  const held = usd(whole === 0n ? 0n : multiplyDivide(collateral, remaining, whole, 'CEIL'))
  const { changed } = live
  const asAsked = marginOf(notional, leverage)
  if (changed === undefined) return max(held, asAsked)
  const asChanged = usd(multiplyDivide(collateral, notional, notionalOf(changed.quantity, changed.price), 'CEIL'))
  return max(held, min(asAsked, asChanged))
}

interface Valuation {
  readonly of: SymbolExposure
  readonly valued: ValuedExposure
}

/**
 * The last valuation of each position: valid until its mark or its working orders change, so an order elsewhere reuses
 * it.
 */
const valuations = new WeakMap<Position, Valuation>()

export function valueExposure(exposure: SymbolExposure): ValuedExposure {
  const { position } = exposure
  if (position === undefined) return computeValue(exposure)
  const last = valuations.get(position)
  if (last !== undefined && isAsBefore(last.of, exposure)) return last.valued
  const valued = computeValue(exposure)
  valuations.set(position, { of: exposure, valued })
  return valued
}

/** Leverage, symbol and key are the position's own. */
const isAsBefore = (before: SymbolExposure, now: SymbolExposure): boolean =>
  before.mark === now.mark &&
  before.openingLeverage === now.openingLeverage &&
  isSameTotal(before.working.BUY, now.working.BUY) &&
  isSameTotal(before.working.SELL, now.working.SELL)

const isSameTotal = (a: SideTotal, b: SideTotal): boolean =>
  a.quantity === b.quantity &&
  a.notional === b.notional &&
  a.asked?.notional === b.asked?.notional &&
  a.asked?.collateral === b.asked?.collateral

function computeValue(exposure: SymbolExposure): ValuedExposure {
  const { key, symbol, position, mark, leverage } = exposure
  const open = position === undefined ? usd(0n) : notionalOf(position.quantity, mark)
  const bought = notionalAfter(exposure, open, 'BUY')
  const sold = notionalAfter(exposure, open, 'SELL')
  const worst = max(open, max(bought, sold))
  const used = marginOf(open, leverage)
  const needed = max(marginAfter(exposure, bought, 'BUY', used), marginAfter(exposure, sold, 'SELL', used))
  return {
    key,
    symbol,
    unrealizedPnl: position === undefined ? usd(0n) : unrealizedPnl(position, mark),
    openNotional: open,
    worstNotional: worst,
    usedMargin: used,
    reservedMargin: needed <= used ? usd(0n) : usd(needed - used),
  }
}

/** Notional once every working order of `side` has filled. */
function notionalAfter({ position, working, mark }: SymbolExposure, open: Usd, side: Side): Usd {
  const total = working[side]
  if (total.quantity === 0n) return open
  if (position === undefined || openingSide(position.direction) === side) return usd(open + total.notional)
  if (total.quantity <= position.quantity) return usd(open - notionalOf(total.quantity, mark))
  return flippedNotional(total, position.quantity)
}

/**
 * Margin of that notional: a position keeps its leverage as long as it is not flipped. At a LIVE venue what is added to
 * it takes its own: what it was asked with, or that of the moment.
 */
function marginAfter(exposure: SymbolExposure, notional: Usd, side: Side, used: Usd): Usd {
  const { position, working } = exposure
  const { quantity: size, notional: added, asked = NOT_ASKED } = working[side]
  if (size === 0n) return used
  const isOpening = position === undefined || openingSide(position.direction) === side
  if (isOpening && (position?.live !== undefined || asked.collateral > 0n))
    return usd(used + marginOf(usd(added - asked.notional), exposure.openingLeverage) + asked.collateral)
  return marginOf(notional, isFlipped(exposure, side) ? exposure.openingLeverage : exposure.leverage)
}

const isFlipped = ({ position, working }: SymbolExposure, side: Side): boolean =>
  position !== undefined && openingSide(position.direction) !== side && working[side].quantity > position.quantity

/** The part of a side's orders beyond what closes the position, at their average price. */
const flippedNotional = (total: SideTotal, openQuantity: Quantity): Usd =>
  usd(multiplyDivide(total.notional, total.quantity - openQuantity, total.quantity, 'CEIL'))

const marginOf = (notional: Usd, leverage: Rate): Usd => usd(divide(notional, leverage, 'CEIL'))

/** The largest notional each symbol can reach, on all venues together. */
export function worstNotionals(exposures: readonly ValuedExposure[]): ReadonlyMap<string, Usd> {
  const sums = new Map<string, Usd>()
  for (const { symbol, worstNotional } of exposures) sums.set(symbol, usd((sums.get(symbol) ?? 0n) + worstNotional))
  return sums
}
