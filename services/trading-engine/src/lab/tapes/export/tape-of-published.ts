/**
 * A tape of ticks that were published: marks, the distance of bid and ask, stale and halted prices, and funding where a
 * venue tells it. What was in force as the span began is told at its beginning.
 */
import { ONE, rate, type Rate } from '../../../core/values/decimal.js'
import type { PublishedListing, PublishedTick } from '../../../core/model/market/published-tick.js'
import type { Catalogue } from '../../../market/catalogue.js'
import { UNITS_OF_ONE, type SideUnits } from '../../../market/feeds/published/rates/rate-entries.js'
import { decodeTick, type TickEntry } from '../../../market/feeds/published/tick-block.js'
import { ratesOfPeriod } from '../../../market/feeds/replay/recorded-carry.js'
import { TapeError } from '../file/tape-bytes.js'
import { createSeriesWriter, type SeriesWriter } from '../series-writer.js'
import { IS_PAUSED, IS_STALE, type Tape, type TapeFunding } from '../tape.js'

/** The ticks that are stored. */
export interface PublishedTicks {
  readonly listings: () => Promise<readonly PublishedListing[]>
  /** The last one up to and with a tick that tells every listing; null: there is none. */
  readonly snapshotUpTo: (tick: number) => Promise<number | null>
  /** The ticks after one, oldest first, at most as many. */
  readonly after: (tick: number, limit: number) => Promise<readonly PublishedTick[]>
}

export interface PublishedSpan {
  readonly firstTick: number
  /** Exclusive. */
  readonly endTick: number
  /** Null: all of them. */
  readonly symbols: readonly string[] | null
}

const TICKS_PER_PAGE = 1_000

interface Exported {
  readonly listing: PublishedListing
  readonly writer: SeriesWriter
  /** By slot. */
  readonly funding: Map<number, TapeFunding>
  latest: TapeFunding['rates'] | null
}

/** @throws TapeError where nothing is stored; BlockError where the bytes of a tick are not what was published */
export async function tapeOfPublished(
  ticks: PublishedTicks,
  { firstTick, endTick, symbols }: PublishedSpan,
  catalogue: Catalogue,
): Promise<Tape> {
  const exported = new Map<number, Exported>()
  for (const listing of await ticks.listings()) {
    // A listing whose grid has changed since is another one, which no market of today could show.
    if (catalogue.find(listing.symbol)?.tickSize !== listing.tickSize) continue
    if (symbols === null || symbols.includes(listing.symbol))
      exported.set(listing.id, { listing, writer: createSeriesWriter(listing), funding: new Map(), latest: null })
  }
  const from = (await ticks.snapshotUpTo(firstTick)) ?? firstTick
  for await (const { number, block } of readTicks(ticks, from, endTick)) {
    const slot = Math.max(0, number - firstTick)
    const { entries, rates } = decodeTick(block)
    for (const entry of entries) exported.get(entry.listing)?.writer.add(rowOf(entry, slot))
    for (const { listing, funding } of rates)
      if (funding !== null) addFunding(exported.get(listing), slot, funding, catalogue)
  }
  const series = [...exported.values()].map(({ writer, funding }) => writer.finish([...funding.values()]))
  const told = series.filter(({ slots }) => slots.length > 0)
  if (told.length === 0) throw new TapeError('no tick of that time is stored')
  return { firstTick, series: told }
}

async function* readTicks(ticks: PublishedTicks, first: number, end: number): AsyncGenerator<PublishedTick> {
  for (let after = first - 1; ;) {
    const page = await ticks.after(after, TICKS_PER_PAGE)
    for (const tick of page) {
      if (tick.number >= end) return
      yield tick
    }
    if (page.length < TICKS_PER_PAGE) return
    after = page.at(-1)?.number ?? end
  }
}

const rowOf = ({ mark, bid, ask, staleReason, status }: TickEntry, slot: number) => ({
  ...{ slot, price: mark, spread: ask - bid },
  flags: (staleReason === null ? 0 : IS_STALE) | (status === 'PAUSED' ? IS_PAUSED : 0),
})

const UNIT = ONE / BigInt(UNITS_OF_ONE)

/** Told where it changes. */
function addFunding(to: Exported | undefined, slot: number, { long, short }: SideUnits, catalogue: Catalogue): void {
  const terms = to && catalogue.find(to.listing.symbol)?.terms[to.listing.venue]
  if (to === undefined || terms === undefined) return
  const yearly = (units: number): Rate => rate(BigInt(units) * UNIT)
  const rates = ratesOfPeriod(terms, { long: yearly(long), short: yearly(short) })
  if (to.latest?.long === rates.long && to.latest.short === rates.short) return
  to.latest = rates
  to.funding.set(slot, { slot, rates })
}
