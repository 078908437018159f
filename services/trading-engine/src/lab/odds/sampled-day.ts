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
  /** The highest, exactly, and the highest with nothing open. */
  readonly highest: Usd
  readonly highestClose: Usd
  /** The most that it falls from a height of that day, in dollars. */
  readonly drop: number
}

const ZERO = usd(0n)
const SCALE = 1e18

/** In floating point, for comparisons that need not be exact. */
export const dollars = (amount: bigint): number => Number(amount) / SCALE

export const IDLE_DAY: SampledDay = {
  trades: [],
  total: ZERO,
  bestNet: null,
  low: 0,
  high: 0,
  highest: ZERO,
  highestClose: ZERO,
  drop: 0,
}

export function sampledDay(trades: readonly SampledTrade[]): SampledDay {
  let [total, low, high, drop, highestClose] = [0n, 0n, 0n, 0n, 0n]
  let bestNet: Usd | null = null
  const meet = (equity: bigint): void => {
    if (equity > high) high = equity
    if (equity < low) low = equity
    if (high - equity > drop) drop = high - equity
  }
  for (const { net, best, worst } of trades) {
    meet(total + best)
    meet(total - worst)
    total += net
    meet(total)
    if (total > highestClose) highestClose = total
    bestNet = bestNet === null ? net : max(bestNet, net)
  }
  return {
    ...{ trades, total: usd(total), bestNet },
    ...{ low: dollars(low), high: dollars(high), highest: usd(high), highestClose: usd(highestClose) },
    drop: dollars(drop),
  }
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
