/**
 * Exposure of one (venue, symbol): the open position together with the working orders that may still add to it.
 * Caps and margin look at the worse side: all non-reducing working orders of one side filled, none of the other.
 * An order PENDING at a live venue counts like an open one; reduce-only orders can only reduce and count as nothing.
 */
import {
  divide,
  max,
  multiplyDivide,
  quantity,
  usd,
  type Price,
  type Quantity,
  type Rate,
  type Usd,
} from './decimal.js'
import type { VenueId } from './instrument.js'
import { remainingQuantity, waitingPrice, type Order, type Side } from './order.js'
import { notionalOf, openingSide, positionKey, type Position } from './position.js'

/** What one side's working orders of a symbol would add up to. */
export interface SideTotal {
  readonly quantity: Quantity
  readonly notional: Usd
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
  readonly leverage: Rate
  readonly working: Readonly<Record<Side, SideTotal>>
}

const NOTHING: SideTotal = { quantity: quantity(0n), notional: usd(0n) }
export const NO_WORKING_ORDERS: Readonly<Record<Side, SideTotal>> = { BUY: NOTHING, SELL: NOTHING }

/** Totals of the orders that may add exposure, by `positionKey`. */
export function sumWorkingOrders(orders: Iterable<Order>): ReadonlyMap<string, WorkingTotals> {
  const totals = new Map<string, WorkingTotals>()
  for (const order of orders) {
    const at = waitingPrice(order)
    if (order.flags.reduceOnly || at === null) continue
    const { venue, symbol, side } = order
    const key = positionKey(venue, symbol)
    const sums = totals.get(key) ?? { venue, symbol, ...NO_WORKING_ORDERS }
    totals.set(key, { ...sums, [side]: addOrder(sums[side], remainingQuantity(order), at) })
  }
  return totals
}

const addOrder = (sum: SideTotal, remaining: Quantity, at: Price): SideTotal => ({
  quantity: quantity(sum.quantity + remaining),
  notional: usd(sum.notional + notionalOf(remaining, at)),
})

/** Notional of the open position at mark. */
export const openNotional = (exposure: SymbolExposure): Usd =>
  exposure.position === undefined ? usd(0n) : notionalOf(exposure.position.quantity, exposure.mark)

/** Notional once every working order of `side` has filled. */
function notionalAfter(exposure: SymbolExposure, side: Side): Usd {
  const { position } = exposure
  const total = exposure.working[side]
  const open = openNotional(exposure)
  if (position === undefined || openingSide(position.direction) === side) return usd(open + total.notional)
  if (total.quantity <= position.quantity) return usd(open - notionalOf(total.quantity, exposure.mark))
  return flippedNotional(total, position.quantity)
}

/** The part of a side's orders beyond what closes the position, at their average price. */
const flippedNotional = (total: SideTotal, openQuantity: Quantity): Usd =>
  usd(multiplyDivide(total.notional, total.quantity - openQuantity, total.quantity, 'CEIL'))

/** The largest notional the symbol can reach: now, or with either side's orders filled. */
export const worstNotional = (exposure: SymbolExposure): Usd =>
  max(openNotional(exposure), max(notionalAfter(exposure, 'BUY'), notionalAfter(exposure, 'SELL')))

/** The largest notional each symbol can reach, on all venues together. */
export function worstNotionals(exposures: readonly SymbolExposure[]): ReadonlyMap<string, Usd> {
  const sums = new Map<string, Usd>()
  for (const exposure of exposures)
    sums.set(exposure.symbol, usd((sums.get(exposure.symbol) ?? 0n) + worstNotional(exposure)))
  return sums
}

/** Margin of the open position at mark: notional ÷ leverage. */
export const usedMarginOf = (exposure: SymbolExposure): Usd =>
  usd(divide(openNotional(exposure), exposure.leverage, 'CEIL'))

/** How much initial margin the worse side's working orders would add to what the position uses. */
export function reservedMarginOf(exposure: SymbolExposure): Usd {
  const used = usedMarginOf(exposure)
  const increase = (side: Side): Usd => usd(divide(notionalAfter(exposure, side), exposure.leverage, 'CEIL') - used)
  return max(usd(0n), max(increase('BUY'), increase('SELL')))
}
