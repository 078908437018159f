/**
 * The days of an attempt. Each method draws with a generator of its own for each attempt and phase: two
 * plans that are tried with the same seed meet the same days, so the difference between them is the plans'.
 *
 *   DAY_BOOTSTRAP    each day is one of the sample, whichever
 *   BLOCK_BOOTSTRAP  days that follow one another in the sample, in blocks whose lengths are drawn (Politis and Romano
 *                    1994): after each day a block ends with a chance of one in its mean length
 *   PARAMETRIC       each trade is won or lost by chance, with the same gain or loss each time
 */
import type { Random } from '../tapes/xoshiro.js'
import type { DaySource, SampledTrade, TradeModel } from '../../core/read/odds.js'
import { usd } from '../../core/values/decimal.js'
import { IDLE_DAY, sampledDay, scaledTrade, type SampledDay, type TradeScale } from './sampled-day.js'

/** A change of the trader, to see how it changes the odds. */
export interface Shift {
  /** Each trade is so many times as large. */
  readonly risk: TradeScale
  /** Added to the chance that a trade is won; of a sample, what that is worth is added to each trade. */
  readonly winRate: number
}

export const NO_SHIFT: Shift = { risk: { parts: 1n, of: 1n }, winRate: 0 }

/** Begins the days of an attempt; the function that it returns gives one after the other. */
export type DrawDays = (random: Random) => () => SampledDay

/** `scale`: that of the account they are drawn for. */
export function createDrawDays(source: DaySource, scale: TradeScale, { risk, winRate }: Shift = NO_SHIFT): DrawDays {
  const sized = (trade: SampledTrade): SampledTrade =>
    scaledTrade(trade, { parts: scale.parts * risk.parts, of: scale.of * risk.of })
  if (source.method === 'PARAMETRIC') {
    const { model } = source
    return drawModel({
      ...model,
      winRate: Math.min(1, Math.max(0, model.winRate + winRate)),
      ...{ win: sized(model.win), loss: sized(model.loss) },
    })
  }
  const edge = winRate === 0 ? 0n : worthOfWinRate(source.days.flat(), winRate)
  const days = source.days.map((trades) =>
    sampledDay(trades.map((trade) => sized({ ...trade, net: usd(trade.net + edge) }))),
  )
  if (source.method === 'DAY_BOOTSTRAP') return (random) => () => days[random.below(days.length)] ?? IDLE_DAY
  const { meanBlock } = source
  return (random) => {
    let place = -1
    return () => {
      const begins = place < 0 || random.uniform() * meanBlock < 1
      place = begins ? random.below(days.length) : (place + 1) % days.length
      return days[place] ?? IDLE_DAY
    }
  }
}

/** The worth to a trade if so many more of all are won: the distance from the mean loss to the mean win. */
function worthOfWinRate(trades: readonly SampledTrade[], winRate: number): bigint {
  const won = trades.filter(({ net }) => net > 0n)
  const lost = trades.filter(({ net }) => net < 0n)
  const meanOf = (of: readonly SampledTrade[]): bigint =>
    of.length === 0 ? 0n : of.reduce((sum, { net }) => sum + net, 0n) / BigInt(of.length)
  const MILLION = 1_000_000
  return ((meanOf(won) - meanOf(lost)) * BigInt(Math.round(winRate * MILLION))) / BigInt(MILLION)
}

function drawModel({ tradesPerDay, winRate, win, loss }: TradeModel): DrawDays {
  const least = Math.floor(tradesPerDay)
  const rest = tradesPerDay - least
  return (random) => () => {
    const count = least + (rest > 0 && random.uniform() < rest ? 1 : 0)
    const trades: SampledTrade[] = []
    for (let number = 0; number < count; number += 1) trades.push(random.uniform() < winRate ? win : loss)
    return sampledDay(trades)
  }
}
