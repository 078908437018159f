import { decimal, multiplyDivide, negate, ONE, roundToStep, usd, type Rate, type Usd } from '../values/decimal.js'
import type { Position } from '../model/account/position.js'

const FUNDING_STEP = decimal('0.000001')

/** The amount a position receives (negative: pays) for a funding time. */
export function fundingPayment(
  { direction, quantity }: Pick<Position, 'direction' | 'quantity'>,
  mark: bigint,
  rate: Rate,
): Usd {
  const received = multiplyDivide(quantity * mark, direction === 'LONG' ? negate(rate) : rate, ONE * ONE, 'FLOOR')
  return usd(roundToStep(received, FUNDING_STEP, 'FLOOR'))
}
