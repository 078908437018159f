/** The price and quantity grid of an instrument. Nothing is rounded silently in the caller's disfavour. */
import { abs, decimal, multiply, roundToStep, type Price, type Quantity } from './decimal.js'
import type { Side } from './order.js'

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

/** The valid quantities next to an off-lot one, smallest first. */
export function nearestQuantities(value: Quantity, lotSize: Quantity): readonly Quantity[] {
  const below = roundToStep(value, lotSize, 'FLOOR')
  const above = roundToStep(value, lotSize, 'CEIL')
  return below === 0n ? [above] : [below, above]
}
