/** The price and quantity grid of an instrument. Nothing is rounded silently in the caller's disfavour. */
import { abs, decimal, formatDecimal, LIMIT, multiply, roundToStep, type Price } from '../values/decimal.js'
import type { Side } from '../model/order/order.js'
import { invalid, type Problem } from '../model/outcome.js'

/** Float noise: within this share of a grid point, a value is that point (0.1 + 0.2 is 0.3). */
const TOLERANCE = decimal('0.000000001')

/** The grid point a value stands for, or null when it is off the grid. */
export function snapToGrid<T extends bigint>(value: T, step: bigint): T | null {
  const nearest = roundToStep(value, step, 'HALF_EVEN')
  const noise = multiply(abs(value), TOLERANCE, 'FLOOR')
  const distance = abs(BigInt(nearest) - BigInt(value))
  return nearest !== 0n && distance <= noise ? nearest : null
}

/** A limit price on the tick grid: the next tick no worse for the trader (BUY down, SELL up). 0 when there is none. */
export const limitPriceOnGrid = (side: Side, limit: Price, tickSize: Price): Price =>
  snapToGrid(limit, tickSize) ?? roundToStep(limit, tickSize, side === 'BUY' ? 'FLOOR' : 'CEIL')

/** A trigger on the tick grid: the nearest tick. 0 when there is none. */
export const triggerPriceOnGrid = (trigger: Price, tickSize: Price): Price =>
  roundToStep(trigger, tickSize, 'HALF_EVEN')

/** A price as it was asked for, where the grid has another in its place; null where it stands as asked. */
export const movedByGrid = (requested: Price | null, tickSize: Price): Price | null =>
  requested !== null && snapToGrid(requested, tickSize) === null ? requested : null

/** The problem of a price that has been put on the grid; null when there is none, or no price. */
export function checkPrice(field: 'price' | 'trigger_price', onGrid: Price | null, tickSize: Price): Problem | null {
  if (onGrid === null) return null
  if (onGrid !== 0n) return onGrid < LIMIT ? null : tooLarge(field)
  return invalid([field], `${field}.tick`, `${field} must be at least one tick of ${formatDecimal(tickSize)}`)
}

/** A value just under the limit may have been rounded up to it. */
export const tooLarge = (field: 'quantity' | 'price' | 'trigger_price'): Problem =>
  invalid([field], `${field}.max`, `${field} must be less than ${formatDecimal(LIMIT)}`)
