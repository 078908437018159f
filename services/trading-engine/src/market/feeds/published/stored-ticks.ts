/** Reads what was published, however long ago: a process has the ticks of the last hours alone in memory. */
import type { Listing } from '../../../core/model/market/listing.js'
import { listingKey } from '../../../core/model/market/listing.js'
import type { PublishedListing, PublishedTick } from '../../../core/model/market/published-tick.js'
import type { FeedQuote } from '../feed.js'
import { BlockError } from './byte-codec.js'
import { quoteOfState } from './state-prices.js'
import { decodeTick, type ListingState, type TickBlock } from './tick-block.js'

/** The quote of a listing at one moment, as the last tick up to then has it. */
export type StoredQuotes = (listing: Listing) => FeedQuote | undefined

export interface StoredTicks {
  /** The quotes of a slot that has begun; none where its ticks are not stored any more. */
  at(tick: number): Promise<StoredQuotes>
  /** The quotes of each slot from the first to the last, in order; a quote holds until the next one. */
  walk(first: number, last: number): AsyncGenerator<readonly [tick: number, quotes: StoredQuotes]>
}

export interface StoredTicksOptions {
  /** Ticks after this one, oldest first, at most as many. */
  readonly list: (after: number, limit: number) => Promise<readonly PublishedTick[]>
  /** The last snapshot up to and with this tick. */
  readonly findSnapshot: (tick: number) => Promise<number | null>
  readonly listListings: () => Promise<readonly PublishedListing[]>
}

/** Read and decoded before other work gets its turn: some milliseconds. */
const PAGE = 64
/** When a market falls, many accounts ask for the same ticks. */
const SLOTS_KEPT = 256

export function createStoredTicks({ list, findSnapshot, listListings }: StoredTicksOptions): StoredTicks {
  const kept = new Map<number, StoredQuotes>()
  let listings = new Map<number, PublishedListing>()

  async function learn({ entries }: TickBlock): Promise<void> {
    if (entries.every(({ listing }) => listings.has(listing))) return
    listings = new Map((await listListings()).map((listing) => [listing.id, listing]))
  }

  /** From the last snapshot up to `first`. */
  async function* readFrom(first: number, last: number): AsyncGenerator<PublishedTick> {
    const snapshot = await findSnapshot(first)
    let after = (snapshot ?? first) - 1
    for (;;) {
      const page = await list(after, PAGE)
      for (const tick of page) {
        if (tick.number > last) return
        yield tick
        after = tick.number
      }
      if (page.length < PAGE) return
    }
  }

  /** Each published tick, and what all listings are then. */
  async function* states(first: number, last: number): AsyncGenerator<readonly [tick: number, known: KnownStates]> {
    const known: KnownStates = new Map()
    let before = 0
    for await (const row of readFrom(first, last)) {
      const tick = decode(row)
      if (tick !== null) await learn(tick)
      // Corrupt bytes say nothing, and nothing is known until the next snapshot.
      if (tick === null || !(tick.isSnapshot || tick.previous === before)) known.clear()
      else
        for (const entry of tick.entries) {
          const listing = listings.get(entry.listing)
          if (listing !== undefined) known.set(listingKey(listing), { state: entry, listing })
        }
      before = tick === null ? 0 : tick.number
      yield [row.number, known]
    }
  }

  const quotesOf =
    (known: KnownStates, said: number): StoredQuotes =>
    (listing) => {
      const found = known.get(listingKey(listing))
      return found && quoteOfState(found.state, found.listing.tickSize, said)
    }

  return {
    async at(tick) {
      const known = kept.get(tick)
      if (known !== undefined) return known
      let latest: StoredQuotes = () => undefined
      for await (const [said, known] of states(tick, tick)) latest = quotesOf(new Map(known), said)
      kept.set(tick, latest)
      if (kept.size > SLOTS_KEPT) kept.delete(kept.keys().next().value ?? tick)
      return latest
    },
    async *walk(first, last) {
      let quotes: StoredQuotes = () => undefined
      let slot = first
      for await (const [said, known] of states(first, last)) {
        for (; slot < said; slot++) yield [slot, quotes]
        quotes = quotesOf(new Map(known), said)
      }
      for (; slot <= last; slot++) yield [slot, quotes]
    },
  }
}

type KnownStates = Map<string, { readonly state: ListingState; readonly listing: PublishedListing }>

function decode({ number, block }: PublishedTick): TickBlock | null {
  try {
    const tick = decodeTick(block)
    return tick.number === number ? tick : null
  } catch (error) {
    if (error instanceof BlockError) return null
    throw error
  }
}
