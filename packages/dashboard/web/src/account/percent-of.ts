import { add, compare, multiply, subtract, toMultiple, type Decimal } from '@ats/sdk/numbers/decimal'

/** The smallest amount that the engine counts. */
const UNIT = '0.000000000000000001'
const HALF = '0.0000000000000000005'
const TWO_UNITS = '0.000000000000000002'

/** So many percent of an amount, as the engine computes it: to 18 decimals, halves to the even one. */
export function percentOf(amount: Decimal, pct: Decimal): Decimal {
  const exact = multiply(multiply(amount, pct), '0.01')
  const below = toMultiple(exact, UNIT, 'down')
  const order = compare(subtract(exact, below), HALF)
  const isOdd = toMultiple(below, TWO_UNITS, 'down') !== below
  return order > 0 || (order === 0 && isOdd) ? add(below, UNIT) : below
}
