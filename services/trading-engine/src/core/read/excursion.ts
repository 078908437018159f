/**
 * How far the market went with a position and against it while it was open, as profit or loss of all that was opened.
 * Never below 0: a position that was never in profit has a favourable excursion of 0.
 *   LONG    favourable = highest × quantity − opened notional · adverse = opened notional − lowest × quantity
 *   SHORT   favourable = opened notional − lowest × quantity · adverse = highest × quantity − opened notional
 */
import { max, usd, type Usd } from '../values/decimal.js'
import { notionalOf, type Position } from '../model/account/position.js'
import type { MarkRange } from './past-ticks.js'

export interface Excursion {
  readonly favourable: Usd
  readonly adverse: Usd
}

type Opened = Pick<Position, 'direction' | 'openedQuantity' | 'openedNotional'>

export function excursionOf(
  { direction, openedQuantity, openedNotional }: Opened,
  { high, low }: MarkRange,
): Excursion {
  const above = usd(max(notionalOf(openedQuantity, high) - openedNotional, 0n))
  const below = usd(max(openedNotional - notionalOf(openedQuantity, low), 0n))
  return direction === 'LONG' ? { favourable: above, adverse: below } : { favourable: below, adverse: above }
}
