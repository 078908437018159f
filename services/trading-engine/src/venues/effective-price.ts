import { abs, decimal, divide, multiply, price, type Price, type Quantity, type Usd } from '../core/values/decimal.js'
import type { Direction } from '../core/model/order/side.js'

/** A closing fill as its contract tells it. */
export interface ToldClosing {
  readonly direction: Direction
  /** The size of the part that is closed. */
  readonly quantity: Quantity
  /** The cost of opening that part. */
  readonly cost: Usd
  readonly price: Price
  /** Gross. */
  readonly realizedPnl: Usd
}

/** Profits that differ by less follow from the price; the contracts round sizes and amounts. */
const SAME_PROFIT = decimal('0.005')

/**
 * The price at which the trader came out. It is the venue's but where that limits a profit (Ostium to 900 % of the
 * collateral, GMX by the pool) or a loss (to the collateral), so that the price alone says another result.
 */
export function effectivePrice({ direction, quantity, cost, price: told, realizedPnl }: ToldClosing): Price {
  const sign = direction === 'LONG' ? 1n : -1n
  const byPrice = sign * (multiply(quantity, told, 'HALF_EVEN') - cost)
  if (quantity === 0n || abs(byPrice - realizedPnl) < SAME_PROFIT) return told
  return price(divide(cost + sign * realizedPnl, quantity, 'HALF_EVEN'))
}
