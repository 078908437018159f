/**
 * A market that was recorded. What it says of a tick is a pure function of (recordings, seed, clock): equal on every
 * replica and after every restart. A recorded tick shows as it is; a bar shows as a path through it, point by point
 * (`bar-path.ts`). Bid, ask and index are those of the line, else the venue's spread around the price. Every point is a
 * public trade; its share of the bar's volume, or one lot where none was recorded. Before its first point a symbol has
 * no price; when the recording is silent, or over, the last price stays and is stale. A recording that names a venue is
 * of that venue alone; one that names none is of all venues of the symbol that have no recording of their own.
 */
import { price, quantity, type Price, type Quantity } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import type { Listing } from '../../../core/model/market/listing.js'
import { createNoise, type Noise } from '../../keyed-noise.js'
import type { Bar, Feed, FeedCarry, FeedQuote, FeedTrade } from '../feed.js'
import { quoteAround } from '../quote-around.js'
import { createByListing, listedInstruments, noiseName, type ListedInstrument } from '../../listed-instrument.js'
import { joinListingFeeds, type ListingFeed } from '../listing-feed.js'
import { computeBarPath, PATH_POINTS_MIN } from './bar-path.js'
import { lastWhere } from './last-where.js'
import { createRecordedCarry } from './recorded-carry.js'
import type { RecordedQuotes, Recording } from './recording.js'
import type { ReplayClock } from './replay-clock.js'

/** A bar that lasts longer moves every so many ticks only. */
const PATH_POINTS_MAX = 1024
const STREAM_SIDE = 3

export interface ReplayOptions {
  readonly recordings: readonly Recording[]
  readonly seed: Uint8Array
  readonly clock: ReplayClock
  /** How long a price is fresh after a tick, or after the end of a bar, in recorded time. */
  readonly staleAfter: Micros
}

export function createReplayFeed({ recordings, seed, clock, staleAfter }: ReplayOptions): Feed {
  const listings = createByListing<ListingFeed>()
  for (const listed of listedInstruments([...new Set(recordings.map(({ instrument }) => instrument))])) {
    const recording = recordingOf(listed, recordings)
    const noise = createNoise(seed, `replay ${noiseName(listed)}`)
    if (recording !== undefined) listings.set(listed, createReplayListing(listed, recording, noise, clock, staleAfter))
  }
  const carries = createByListing<(tick: number) => FeedCarry | undefined>()
  for (const listed of listedInstruments([...new Set(recordings.map(({ instrument }) => instrument))])) {
    const rates = recordingOf(listed, recordings)?.rates ?? []
    if (rates.length > 0) carries.set(listed, createRecordedCarry(listed, rates, clock))
  }
  return { ...joinListingFeeds(listings), carry: (listing, tick) => carries.get(listing)?.(tick) }
}

function recordingOf({ symbol, venue }: Listing, recordings: readonly Recording[]): Recording | undefined {
  const ofSymbol = recordings.filter(({ instrument }) => instrument.symbol === symbol)
  return ofSymbol.find((one) => one.venue === venue) ?? ofSymbol.find((one) => one.venue === null)
}

/**
 * Numbers the points of a recording consecutively: entry `floor(point / perEntry)`, and `point % perEntry` within it.
 */
function createReplayListing(
  listed: ListedInstrument,
  recording: Recording,
  noise: Noise,
  clock: ReplayClock,
  staleAfter: Micros,
): ListingFeed {
  const { instrument, times, opens, highs, lows, closes, barMicros } = recording
  const perEntry = pointsPerEntry(barMicros, clock)
  const lotsBefore = sumLots(recording.lots, perEntry)
  const column = (values: readonly number[], entry: number): number => values[entry] ?? NaN
  const toPrice = (ticks: number): Price => price(BigInt(ticks) * instrument.tickSize)

  const entryOf = (point: number): number => Math.floor(point / perEntry)
  const tickOfEntry = (entry: number): number => clock.tickOf(column(times, entry))
  const tickOf = (point: number): number =>
    clock.tickOf(column(times, entryOf(point)) + ((point % perEntry) * barMicros) / perEntry)

  /** The last point that shows in this tick or before; -1 when there is none. */
  function latestPoint(tick: number): number {
    const entry = lastWhere(times.length, (entry) => tickOfEntry(entry) <= tick)
    if (entry < 0 || perEntry === 1) return entry
    const first = entry * perEntry
    return first + lastWhere(perEntry, (step) => tickOf(first + step) <= tick)
  }

  let known: { readonly entry: number; readonly path: readonly number[] } = { entry: -1, path: [] }
  function pathOf(entry: number): readonly number[] {
    if (known.entry !== entry) known = { entry, path: computePath(entry) }
    return known.path
  }
  function computePath(entry: number): readonly number[] {
    const [open, close] = [column(opens, entry), column(closes, entry)]
    if (perEntry === 1) return [close]
    const bar = { at: column(times, entry), open, high: column(highs, entry), low: column(lows, entry), close }
    return computeBarPath(noise, bar, perEntry)
  }
  const ticksAt = (point: number): number => column(pathOf(entryOf(point)), point % perEntry)

  /** Lots of all points before this one; each has at least one. */
  function lotsUntil(point: number): bigint {
    const before = lotsBefore[entryOf(point)] ?? 0n
    const within = (lotsBefore[entryOf(point) + 1] ?? before) - before
    return before + (within * BigInt(point % perEntry)) / BigInt(perEntry)
  }

  /**
   * Extremes of the points in [from, to]: a whole entry has its recorded ones, a part of an entry those of its path.
   */
  function extremes(from: number, to: number): { readonly high: number; readonly low: number } {
    let high = -Infinity
    let low = Infinity
    for (let entry = entryOf(from); entry <= entryOf(to); entry++) {
      const start = Math.max(from - entry * perEntry, 0)
      const end = Math.min(to - entry * perEntry, perEntry - 1)
      const isWhole = start === 0 && end === perEntry - 1
      const part = isWhole ? undefined : pathOf(entry).slice(start, end + 1)
      high = Math.max(high, part === undefined ? column(highs, entry) : Math.max(...part))
      low = Math.min(low, part === undefined ? column(lows, entry) : Math.min(...part))
    }
    return { high, low }
  }

  const volumeOf = (from: number, to: number): Quantity =>
    quantity((lotsUntil(to + 1) - lotsUntil(from)) * instrument.lotSize)

  return {
    quote(tick): FeedQuote | undefined {
      const point = latestPoint(tick)
      if (point < 0) return undefined
      const heardUntil = column(times, entryOf(point)) + barMicros
      const isSilent = tick > clock.tickOf(heardUntil + staleAfter)
      const around = quoteAround(listed, toPrice(ticksAt(point)), tick, isSilent ? 'silent' : null)
      return { ...around, ...recordedTouch(recording.quotes, entryOf(point), toPrice) }
    },
    trades(tick): readonly FeedTrade[] {
      const first = latestPoint(tick - 1) + 1
      return Array.from({ length: latestPoint(tick) + 1 - first }, (_, offset) => {
        const point = first + offset
        return {
          id: String(point),
          side: noise(STREAM_SIDE, point) % 2 === 0 ? 'BUY' : 'SELL',
          quantity: volumeOf(point, point),
          price: toPrice(ticksAt(point)),
        }
      })
    },
    bar(fromTick, toTick): Bar | undefined {
      const first = latestPoint(fromTick - 1) + 1
      const last = latestPoint(toTick - 1)
      if (last < first) return undefined
      const { high, low } = extremes(first, last)
      return {
        open: toPrice(ticksAt(first)),
        high: toPrice(high),
        low: toPrice(low),
        close: toPrice(ticksAt(last)),
        volume: volumeOf(first, last),
      }
    },
    volume: (fromTick, toTick) => volumeOf(latestPoint(fromTick - 1) + 1, latestPoint(toTick - 1)),
    latestTradeTick(tick) {
      const point = latestPoint(tick)
      return point < 0 ? undefined : tickOf(point)
    },
  }
}

/** Nothing where the line had none. */
function recordedTouch(
  quotes: RecordedQuotes | null,
  entry: number,
  toPrice: (ticks: number) => Price,
): Partial<Pick<FeedQuote, 'bid' | 'ask' | 'index'>> {
  const [bid = NaN, ask = NaN, index = NaN] = [quotes?.bids[entry], quotes?.asks[entry], quotes?.indexes[entry]]
  return Number.isNaN(bid) ? {} : { bid: toPrice(bid), ask: toPrice(ask), index: toPrice(index) }
}

/** A tick is one point; a bar has one for each tick of the market that it lasts, within bounds. */
function pointsPerEntry(barMicros: Micros, clock: ReplayClock): number {
  if (barMicros === 0) return 1
  return Math.min(PATH_POINTS_MAX, Math.max(PATH_POINTS_MIN, Math.floor(clock.ticksIn(barMicros))))
}

/** Lots before each entry, and after the last; at least one for each point. */
function sumLots(lots: readonly number[], pointsPerEntry: number): BigInt64Array {
  const sums = new BigInt64Array(lots.length + 1)
  let sum = 0n
  lots.forEach((lot, entry) => {
    sum += BigInt(Math.max(lot, pointsPerEntry))
    sums[entry + 1] = sum
  })
  return sums
}
