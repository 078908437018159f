/**
 * A tape of recorded prices: what the market would show if it replayed them at their own pace (`feeds/replay/`), in
 * columns. Ticks are themselves; bars are passed through by four points (`bar-points.ts`). A symbol that was recorded
 * without a venue is of all its venues that have no recording of their own.
 */
import type { Listing } from '../../../core/model/market/listing.js'
import { TICK_MICROS } from '../../../core/values/tick.js'
import type { Micros } from '../../../core/values/time.js'
import { listedInstruments, type ListedInstrument } from '../../../market/listed-instrument.js'
import { ratesOfPeriod } from '../../../market/feeds/replay/recorded-carry.js'
import type { Recording } from '../../../market/feeds/replay/recording.js'
import { TapeError } from '../file/tape-bytes.js'
import { createSeriesWriter } from '../series-writer.js'
import { IS_STALE, type Tape, type TapeFunding, type TapeSeries } from '../tape.js'
import { pointsOf, type BarPath } from './bar-points.js'

export interface ImportOptions {
  readonly barPath: BarPath
  /** How long a price is good after a tick, or after the end of a bar; null: until the next one. */
  readonly staleAfter: Micros | null
}

/** @throws TapeError for what no tape can have */
export function tapeOfRecordings(recordings: readonly Recording[], options: ImportOptions): Tape {
  const firstTick = recordings.reduce((first, { times }) => Math.min(first, tickOf(times[0] ?? Infinity)), Infinity)
  if (firstTick === Infinity) throw new TapeError('nothing was recorded')
  const endTick = recordings.reduce((end, { times, barMicros }) => {
    return Math.max(end, tickOf((times.at(-1) ?? -Infinity) + barMicros) + 1)
  }, firstTick)
  const instruments = [...new Set(recordings.map(({ instrument }) => instrument))]
  const series = listedInstruments(instruments).flatMap((listed): readonly TapeSeries[] => {
    const recording = recordingOf(listed, recordings)
    return recording === undefined ? [] : [seriesOf(listed, recording, { firstTick, endTick, ...options })]
  })
  return { firstTick, series }
}

/** The first that is not before a moment: nothing is told before it was known. */
const tickOf = (at: Micros): number => Math.ceil(at / TICK_MICROS)

const recordingOf = ({ symbol, venue }: Listing, recordings: readonly Recording[]): Recording | undefined => {
  const ofSymbol = recordings.filter(({ instrument }) => instrument.symbol === symbol)
  return ofSymbol.find((one) => one.venue === venue) ?? ofSymbol.find((one) => one.venue === null)
}

interface Span extends ImportOptions {
  readonly firstTick: number
  /** The first tick after the tape. */
  readonly endTick: number
}

function seriesOf(
  listed: ListedInstrument,
  recording: Recording,
  { firstTick, endTick, barPath, staleAfter }: Span,
): TapeSeries {
  const { symbol, venue, instrument } = listed
  const { times, opens, highs, lows, closes, barMicros, quotes } = recording
  const writer = createSeriesWriter({ symbol, venue, tickSize: instrument.tickSize })
  const valueOf = (column: readonly number[], entry: number): number => column[entry] ?? NaN
  for (let entry = 0; entry < times.length; entry += 1) {
    const at = valueOf(times, entry)
    const spread = quotes === null ? 0 : valueOf(quotes.asks, entry) - valueOf(quotes.bids, entry)
    const told = { price: valueOf(closes, entry), spread: Number.isNaN(spread) ? 0 : spread, flags: 0 }
    if (barMicros === 0) writer.add({ ...told, slot: tickOf(at) - firstTick })
    else {
      const [open, high, low, close] = [opens, highs, lows, closes].map((column) => valueOf(column, entry))
      const bar = { from: at, to: at + barMicros, open, high, low, close } as Parameters<typeof pointsOf>[0]
      for (const [tick, price] of pointsOf(bar, barPath, instrument.tradingHours))
        writer.add({ ...told, slot: tick - firstTick, price })
    }
    if (staleAfter === null) continue
    const silentFrom = tickOf(at + barMicros + staleAfter) + 1
    if (silentFrom < (entry + 1 === times.length ? endTick : tickOf(valueOf(times, entry + 1))))
      writer.add({ ...told, slot: silentFrom - firstTick, flags: IS_STALE })
  }
  return writer.finish(fundingOf(listed, recording, firstTick))
}

function fundingOf({ terms }: ListedInstrument, { rates }: Recording, firstTick: number): readonly TapeFunding[] {
  const bySlot = new Map<number, TapeFunding>()
  for (const { at, funding } of rates) {
    const slot = Math.max(0, tickOf(at) - firstTick)
    if (funding !== null) bySlot.set(slot, { slot, rates: ratesOfPeriod(terms, funding) })
  }
  return [...bySlot.values()]
}
