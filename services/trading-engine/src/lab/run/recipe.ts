/** All that a run follows from: with the commands of its trader, it can be made again from this. */
import { createHash } from 'node:crypto'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Plan } from '../../core/model/plan/plan.js'
import type { Price } from '../../core/values/decimal.js'
import { tickAt } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import type { Catalogue } from '../../market/catalogue.js'
import { modelTape } from '../tapes/models/model.js'
import type { Bootstrap, Model } from '../tapes/models/model-spec.js'
import { createSeriesWriter } from '../tapes/series-writer.js'
import type { Tape, TapeSeries } from '../tapes/tape.js'

export const PACES = ['LOCKSTEP', 'MAX'] as const
/** LOCKSTEP: the clock moves when it is told to; MAX: as fast as ticks can be played, to the end of the tape. */
export type ClockMode = (typeof PACES)[number]

export interface RunRecipe {
  readonly plan: Plan
  readonly tape: TapeRecipe
  /** Shapes the books, and what the tape says nothing of. */
  readonly seed: number
  readonly pace: ClockMode
}

export type TapeRecipe = Exclude<Model, Bootstrap> | GivenTicks

export interface GivenTicks {
  readonly model: 'TICKS'
  readonly series: readonly GivenSeries[]
}

export interface GivenSeries {
  readonly symbol: string
  /** Null: the one where the symbol is traded first of all. */
  readonly venue: VenueId | null
  /** In the order of time. */
  readonly points: readonly (readonly [at: Micros, price: Price])[]
}

/** 32 bytes, from a number. */
export const seedBytes = (seed: number): Uint8Array => createHash('sha256').update(`lab ${seed}`).digest()

/** @throws TapeError for prices that no tape can have, and Error for symbols that are in no catalogue */
export function tapeOf(recipe: TapeRecipe, catalogue: Catalogue): Tape {
  if (recipe.model !== 'TICKS') return modelTape(recipe, catalogue)
  const firstTick = Math.min(
    ...recipe.series.flatMap(({ points: [first] }) => (first === undefined ? [] : tickAt(first[0]))),
  )
  return { firstTick, series: recipe.series.map((given) => givenSeries(given, firstTick, catalogue)) }
}

function givenSeries({ symbol, venue, points }: GivenSeries, firstTick: number, catalogue: Catalogue): TapeSeries {
  const { tickSize, primaryVenue } = instrumentOf(symbol, catalogue)
  const writer = createSeriesWriter({ symbol, venue: venue ?? primaryVenue, tickSize })
  for (const [at, price] of points)
    writer.add({ slot: tickAt(at) - firstTick, price: Number(price / tickSize), spread: 0, flags: 0 })
  return writer.finish()
}

function instrumentOf(symbol: string, catalogue: Catalogue) {
  const instrument = catalogue.find(symbol)
  if (instrument === undefined) throw new Error(`${symbol} is not in the catalogue`)
  return instrument
}
