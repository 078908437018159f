/**
 * How much of a leader's fill its follower orders, in whole lots.
 *   FIXED         value × share of the order that the fill is
 *   MULTIPLIER    value × filled quantity
 *   EQUITY_RATIO  value × filled quantity × equity of the follower ÷ equity of the leader
 *   RISK_PCT      value % of the follower's equity ÷ (fill price − leader's stop) × share of the order
 * The lots of a fill are those of all that its order has filled by then, less those before it: however an order is
 * split
 * into fills, its copies are as large as the copy of one fill. `max_quantity` is for the whole order.
 */
import type { LeaderFill } from '../model/copied.js'
import type { LotRounding, Sizing } from '../model/copy-link.js'
import { abs, divideRounded, min, ONE, quantity, type Price, type Quantity, type Usd } from '../values/decimal.js'

export type SizedFill = Pick<LeaderFill, 'quantity' | 'price' | 'orderQuantity' | 'filledBefore'>

export interface SizingFigures {
  readonly leaderEquity: Usd
  readonly followerEquity: Usd
  /** The nearest stop of the leader's position; null: it has none. */
  readonly stop: Price | null
}

/** A fill that cannot be sized. */
export type Unsized = 'no_equity' | 'no_stop'

interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

export function copiedQuantity(
  sizing: Sizing,
  fill: SizedFill,
  figures: SizingFigures,
  lotSize: Quantity,
): Quantity | Unsized {
  const rate = perUnit(sizing, fill, figures)
  if (typeof rate === 'string') return rate
  const { quantityMax } = sizing
  const lotsMax = quantityMax === null ? null : quantityMax / lotSize
  const lots = (filled: bigint): bigint => {
    const exact = toLots(filled * rate.numerator, rate.denominator * lotSize, sizing.rounding)
    return lotsMax === null ? exact : min(exact, lotsMax)
  }
  return quantity((lots(fill.filledBefore + fill.quantity) - lots(fill.filledBefore)) * lotSize)
}

/** The quantity ordered for each unit that the leader fills. */
function perUnit(
  { mode, value }: Sizing,
  { price, orderQuantity }: SizedFill,
  { leaderEquity, followerEquity, stop }: SizingFigures,
): Fraction | Unsized {
  switch (mode) {
    case 'FIXED':
      return { numerator: value, denominator: orderQuantity }
    case 'MULTIPLIER':
      return { numerator: value, denominator: ONE }
    case 'EQUITY_RATIO':
      return leaderEquity <= 0n || followerEquity <= 0n
        ? 'no_equity'
        : { numerator: value * followerEquity, denominator: ONE * leaderEquity }
    case 'RISK_PCT': {
      if (followerEquity <= 0n) return 'no_equity'
      const distance = stop === null ? 0n : abs(price - stop)
      return distance === 0n
        ? 'no_stop'
        : { numerator: followerEquity * value, denominator: 100n * distance * orderQuantity }
    }
  }
}

/** Halves go up, as in the database. */
const toLots = (numerator: bigint, denominator: bigint, rounding: LotRounding): bigint =>
  rounding === 'DOWN'
    ? divideRounded(numerator, denominator, 'FLOOR')
    : divideRounded(2n * numerator + denominator, 2n * denominator, 'FLOOR')

/**
 * How much of the follower's position is closed when the leader closes a part of its own: the same part, and all of it
 * with the last.
 */
export function copiedExit(
  held: Quantity,
  { quantity: closed, positionBefore }: Pick<LeaderFill, 'quantity' | 'positionBefore'>,
  rounding: LotRounding,
  lotSize: Quantity,
): Quantity {
  const before = abs(positionBefore)
  if (closed >= before) return held
  return min(held, quantity(toLots(held * closed, before * lotSize, rounding) * lotSize))
}
