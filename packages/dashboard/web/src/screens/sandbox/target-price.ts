import { add, divide, multiply, toMultiple, type Decimal } from '@ats/sdk/numbers/decimal'

/** Percents from the last price that a button is offered for. */
export const STEPS = ['-20', '-10', '-5', '-1', '1', '5', '10', '20'] as const

/** The price that is so many percent from another, on the grid of the market and never below one step of it. */
export function targetPrice(last: Decimal, percent: string, tick: Decimal): Decimal {
  const target = toMultiple(multiply(last, add('1', divide(percent, '100'))), tick, 'nearest')
  return /[1-9]/.test(target) ? target : tick
}
