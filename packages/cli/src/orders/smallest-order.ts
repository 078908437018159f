import { compare, divide, multiply, toMultiple, type Decimal, type Metadata } from '@ats/sdk'

type Terms = Pick<Metadata, 'tick_size' | 'lot_size' | 'min_quantity' | 'min_notional'>

/** The smallest quantity that the market takes at the price; a tenth above the smallest notional, as prices move. */
export function smallestQuantity(price: Decimal, { lot_size, min_quantity, min_notional }: Terms): string {
  const least = multiply(divide(min_notional, price), '1.1')
  const needed = compare(least, min_quantity) > 0 ? least : min_quantity
  return toMultiple(needed, lot_size, 'up')
}

/** A limit that a buyer waits at for long: half of the price, on the tick grid. */
export const farPrice = (price: Decimal, { tick_size }: Terms): string =>
  toMultiple(divide(price, '2'), tick_size, 'up')
