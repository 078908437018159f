/**
 * Walks of prices in logarithms. The path goes on while a market is closed, so it opens with a gap; a day has the same
 * volatility for every market. Draws of a symbol are its own, whichever others are on the tape.
 */
import { crc32 } from 'node:zlib'
import { isOpen } from '../../../core/calendar/trading-hours.js'
import type { Instrument } from '../../../core/model/market/instrument.js'
import { toNumber } from '../../../core/values/decimal.js'
import { TICK_MICROS, TICKS_PER_DAY } from '../../../core/values/tick.js'
import { createSeriesWriter, type SeriesWriter } from '../series-writer.js'
import type { Tape } from '../tape.js'
import { createRandom, type Random } from '../xoshiro.js'
import { exp, ln } from './deterministic-math.js'
import type { Garch, Gbm } from './model-spec.js'
import { createNormal } from './normal.js'

/** The return of a step, given a standard normal number that may be shared in part with other symbols. */
type Step = (normal: number) => number
type StepOf = (dailyVolatility: number, random: Random, normal: () => number) => Step

const PRICE_MAX = 2 ** 32 - 1
const MINUTE_SLOTS = 240

export function gbmTape(model: Gbm, instruments: readonly Instrument[]): Tape {
  const days = model.of.every / TICKS_PER_DAY
  const jumpShare = model.jumpsPerDay * days
  return walk(model, instruments, (daily, random, normal) => {
    const scale = daily * Math.sqrt(days)
    const trend = driftOf(model, days) - (scale * scale) / 2
    return (shared) => {
      const jump = jumpShare > 0 && random.uniform() < jumpShare ? model.jumpSize * normal() : 0
      return trend + scale * shared + jump
    }
  })
}

export function garchTape(model: Garch, instruments: readonly Instrument[]): Tape {
  const { alpha, beta, of } = model
  const days = of.every / TICKS_PER_DAY
  /** Steps between two updates of the variance. */
  const steps = Math.max(1, Math.floor(MINUTE_SLOTS / of.every))
  return walk(model, instruments, (daily) => {
    const usual = daily * daily * days * steps
    let [variance, moved, taken] = [usual, 0, 0]
    return (shared) => {
      const step = Math.sqrt(variance / steps) * shared
      const trend = driftOf(model, days) - variance / steps / 2
      moved += step
      taken += 1
      if (taken === steps) {
        variance = usual * (1 - alpha - beta) + alpha * moved * moved + beta * variance
        moved = taken = 0
      }
      return trend + step
    }
  })
}

const driftOf = ({ drift }: Gbm | Garch, days: number): number => ln(Math.max(1 + drift, 1e-9)) * days

interface Walker {
  readonly instrument: Instrument
  readonly writer: SeriesWriter
  readonly normal: () => number
  readonly step: Step
  readonly start: number
  moved: number
}

function walk({ of, volatility, correlation }: Gbm | Garch, instruments: readonly Instrument[], stepOf: StepOf): Tape {
  const { seed, from, to, every } = of
  const firstTick = Math.ceil(from / TICK_MICROS)
  const shared = createNormal(createRandom(seed))
  const [ofAll, ofOwn] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)]
  const walkers = instruments.map((instrument): Walker => {
    const { symbol, primaryVenue: venue, tickSize, typicalPrice, dailyVolatility } = instrument
    const random = createRandom(seed, crc32(symbol))
    const normal = createNormal(random)
    const step = stepOf(volatility ?? toNumber(dailyVolatility), random, normal)
    const start = toNumber(typicalPrice) / toNumber(tickSize)
    return { instrument, writer: createSeriesWriter({ symbol, venue, tickSize }), normal, step, start, moved: 0 }
  })
  for (let tick = firstTick; tick * TICK_MICROS < to; tick += every) {
    const ofThis = ofAll === 0 ? 0 : ofAll * shared()
    for (const walker of walkers) {
      // Prices that no grid can count end the walk of their symbol there.
      const price = Math.floor(walker.start * exp(Math.max(-50, Math.min(50, walker.moved))) + 0.5)
      if (isOpen(walker.instrument.tradingHours, tick * TICK_MICROS))
        walker.writer.add({
          slot: tick - firstTick,
          price: Math.max(1, Math.min(PRICE_MAX, price)),
          spread: 0,
          flags: 0,
        })
      walker.moved += walker.step(ofThis + ofOwn * walker.normal())
    }
  }
  return { firstTick, series: walkers.map(({ writer }) => writer.finish()) }
}
