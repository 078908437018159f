/** All that a run follows from: with the commands of its trader, it can be made again from this. */
import { createHash } from 'node:crypto'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import type { Plan } from '../../core/model/plan/plan.js'
import type { Program } from '../../core/model/program/program.js'
import type { Price } from '../../core/values/decimal.js'
import { tickAt } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import type { Catalogue } from '../../market/catalogue.js'
import type { CopiedAccount } from './copied-account.js'
import type { Fault, Latency } from './faults/fault.js'
import { findEntry, makeEntry } from '../library/library.js'
import { cutTape } from '../tapes/cut-tape.js'
import { TapeError } from '../tapes/file/tape-bytes.js'
import { readTapeFile } from '../tapes/file/tape-file.js'
import { modelTape } from '../tapes/models/model.js'
import type { Bootstrap, Model } from '../tapes/models/model-spec.js'
import { createSeriesWriter } from '../tapes/series-writer.js'
import type { Tape, TapeSeries } from '../tapes/tape.js'

export const PACES = ['LOCKSTEP', 'MAX'] as const
/**
 * LOCKSTEP: the clock moves when it is told to; MAX: as fast as ticks can be played, to the end of the tape. A number:
 * so many times as fast as the clock on the wall.
 */
export type ClockMode = (typeof PACES)[number] | number

export interface RunRecipe {
  /** The plans of the run, in the version in which it has them. */
  readonly plans: readonly Plan[]
  /** Null: it is an account of the first plan, by itself. */
  readonly program: Program | null
  /** The account whose state it starts from; null: it opens a new one. */
  readonly copied: CopiedAccount | null
  readonly tape: TapeRecipe
  /** The part of the tape that is played; null: from its beginning, to its end. */
  readonly from: Micros | null
  readonly to: Micros | null
  /** Beside those that belong to a tape of the library. */
  readonly news: readonly NewsEvent[]
  /** Shapes the books, and what the tape says nothing of. */
  readonly seed: number
  readonly pace: ClockMode
  readonly faults: readonly Fault[]
  readonly latency: Latency | null
  /** The receiver of its webhooks, on the machine of the laboratory; null: there is none. */
  readonly webhookUrl: string | null
}

export type TapeRecipe = Exclude<Model, Bootstrap> | GivenTicks | StoredTape | ResampledTape

/** A tape that is kept: of the library, or a file in the folder of the laboratory. */
export interface StoredTape {
  readonly model: 'STORED'
  /** The SHA-256 of its bytes. */
  readonly id: string
  readonly name: string
  /** Null: it is one of the library. */
  readonly path: string | null
}

/** Days of a stored tape, drawn again. */
export interface ResampledTape {
  readonly model: 'BOOTSTRAP'
  readonly of: Bootstrap['of']
  readonly source: StoredTape
}

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

/**
 * The part of the tape that is played.
 * @throws TapeError for what no tape can have, and Error for symbols that are in no catalogue
 */
export const playedTapeOf = async (
  { tape, from, to }: Pick<RunRecipe, 'tape' | 'from' | 'to'>,
  catalogue: Catalogue,
): Promise<Tape> => cutTape(await tapeOf(tape, catalogue), from, to)

async function tapeOf(recipe: TapeRecipe, catalogue: Catalogue): Promise<Tape> {
  switch (recipe.model) {
    case 'TICKS':
      return givenTape(recipe, catalogue)
    case 'STORED':
      return storedTape(recipe, catalogue)
    case 'BOOTSTRAP':
      return modelTape({ ...recipe, source: await storedTape(recipe.source, catalogue) }, catalogue)
    default:
      return modelTape(recipe, catalogue)
  }
}

function givenTape({ series }: GivenTicks, catalogue: Catalogue): Tape {
  const firstTick = Math.min(...series.flatMap(({ points: [first] }) => (first === undefined ? [] : tickAt(first[0]))))
  return { firstTick, series: series.map((given) => givenSeries(given, firstTick, catalogue)) }
}

async function storedTape({ id, name, path }: StoredTape, catalogue: Catalogue): Promise<Tape> {
  const entry = path === null ? findEntry(name) : undefined
  if (path === null && entry === undefined) throw new TapeError(`"${name}" is not in the library`)
  const found = entry === undefined ? await readTapeFile(path ?? '') : makeEntry(entry, catalogue)
  if (found.id !== id) throw new TapeError(`the tape ${name} is ${found.id}, and not ${id}`)
  return found.tape
}

/** With those of a tape of the library. */
export function newsOf({ tape, news }: Pick<RunRecipe, 'tape' | 'news'>): readonly NewsEvent[] {
  const own = tape.model === 'STORED' && tape.path === null ? (findEntry(tape.name)?.news ?? []) : []
  return [...own.filter(({ id }) => !news.some((event) => event.id === id)), ...news].sort((a, b) => a.at - b.at)
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
