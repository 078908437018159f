/** A day as odds are drawn from it: its trades in the order in which they closed, one after the other. */
import type { SampledTrade } from '../../core/read/odds.js'
import { max, multiplyDivide, usd, type Usd } from '../../core/values/decimal.js'

export interface SampledDay {
  readonly trades: readonly SampledTrade[]
  readonly total: Usd
  /** The largest result of one trade; null without any. */
  readonly bestNet: Usd | null
  /** The lowest and the highest equity of the day, in dollars above that at its beginning. */
  readonly low: number
  readonly high: number
}

const ZERO = usd(0n)
const SCALE = 1e18

/** In floating point, for comparisons that need not be exact. */
export const dollars = (amount: bigint): number => Number(amount) / SCALE

export const IDLE_DAY: SampledDay = { trades: [], total: ZERO, bestNet: null, low: 0, high: 0 }

export function sampledDay(trades: readonly SampledTrade[]): SampledDay {
  let [total, low, high] = [0n, 0n, 0n]
  let bestNet: Usd | null = null
  for (const { net, best, worst } of trades) {
    if (total + best > high) high = total + best
    if (total - worst < low) low = total - worst
    total += net
    if (total > high) high = total
    if (total < low) low = total
    bestNet = bestNet === null ? net : max(bestNet, net)
  }
  return { trades, total: usd(total), bestNet, low: dollars(low), high: dollars(high) }
}

/** A trade of an account of another size: so many parts of so many. */
export function scaledTrade({ net, best, worst }: SampledTrade, { parts, of }: TradeScale): SampledTrade {
  const scaled = (amount: Usd): Usd => usd(multiplyDivide(amount, parts, of, 'HALF_EVEN'))
  return { net: scaled(net), best: scaled(best), worst: scaled(worst) }
}

export interface TradeScale {
  readonly parts: bigint
  readonly of: bigint
}
