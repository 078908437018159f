import { compare, divide, multiply, toMultiple, type Decimal } from './decimal.js'

/** The steps of a market, from `market.metadata()`. */
export interface Grid {
  readonly tick_size: Decimal
  readonly lot_size: Decimal
  readonly min_quantity: Decimal
}

/** The side a price is for: a buyer's moves down and a seller's up, so that neither pays more than asked. */
export type Side = 'BUY' | 'SELL'

/** The price on the tick grid, no worse for the side; without one, the nearest, as a trigger moves. */
export const toTick = (price: Decimal, { tick_size }: Pick<Grid, 'tick_size'>, side?: Side): Decimal =>
  toMultiple(price, tick_size, side === undefined ? 'nearest' : side === 'BUY' ? 'down' : 'up')

/** The largest quantity on the lot grid that is not above `quantity`. */
export const toLot = (quantity: Decimal, { lot_size }: Pick<Grid, 'lot_size'>): Decimal =>
  toMultiple(quantity, lot_size, 'down')

/**
 * The largest quantity that can be ordered for so much money at the price: on the lot grid, `"0"` when that is below
 * the smallest order. Fees are not in it.
 * @throws RangeError when the price is not greater than 0
 */
export function maxQuantity(money: Decimal, price: Decimal, grid: Grid): Decimal {
  if (compare(price, '0') <= 0) throw new RangeError(`a price must be greater than 0, not ${price}`)
  const quantity = toLot(divide(money, price), grid)
  // Cutting the quotient may hide a lot that fits exactly.
  const next = toMultiple(divide(money, price), grid.lot_size, 'up')
  const fitting = compare(multiply(next, price), money) <= 0 ? next : quantity
  return compare(fitting, grid.min_quantity) < 0 ? '0' : fitting
}
