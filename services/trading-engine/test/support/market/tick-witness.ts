/** Notes every price that any process shows, under the tick that it names, and compares them all. */
import type { Pool } from 'pg'
import { decodeTick, type ListingState } from '../../../src/market/feeds/published/tick-block.js'
import { listPublishedListings, listTicks } from '../../../src/store/read/published-ticks.js'
import { listingKey } from '../../../src/core/model/market/listing.js'
import { loadCatalogue } from '../../../src/market/catalogue.js'
import type { FeedQuote } from '../../../src/market/feeds/feed.js'
import { listedInstruments, type ListedInstrument } from '../../../src/market/listed-instrument.js'

const LISTED = listedInstruments(loadCatalogue().all)

/** Something that shows prices. */
interface Display {
  readonly quote: (listed: ListedInstrument, tick: number) => FeedQuote | undefined
}

export interface TickWitness {
  /** Looks at what a process shows now of every listing, and of the slots before and after. */
  look(process: Display, slot: number): void
  /** How many different ticks were seen. */
  readonly seen: () => number
  /** Ticks that were shown with two prices, or with another one than is stored; empty: none. */
  contradictions(pool: Pool): Promise<readonly string[]>
}

export function createTickWitness(): TickWitness {
  /** By tick, the prices of each listing. */
  const shown = new Map<number, Map<string, string>>()
  const twice: string[] = []

  const look = (process: Display, slot: number): void => {
    for (const listed of LISTED) {
      const quote = process.quote(listed, slot)
      if (quote === undefined) continue
      const key = listingKey(listed)
      const prices = [quote.bid, quote.mark, quote.ask].join(' ')
      const ofTick = shown.get(quote.tick) ?? new Map<string, string>()
      shown.set(quote.tick, ofTick)
      const before = ofTick.get(key)
      if (before !== undefined && before !== prices) twice.push(`${key} at ${quote.tick}: ${before}, then ${prices}`)
      ofTick.set(key, prices)
    }
  }

  return {
    look: (process, slot) => [slot - 1, slot, slot + 1].forEach((near) => look(process, near)),
    seen: () => shown.size,
    async contradictions(pool) {
      const grids = new Map((await listPublishedListings(pool)).map((listing) => [listing.id, listing]))
      const states = new Map<string, string>()
      const other: string[] = []
      const textOf = ({ bid, mark, ask }: ListingState, tickSize: bigint): string =>
        [bid, mark, ask].map((ticks) => BigInt(ticks) * tickSize).join(' ')
      const stored = new Set<number>()
      for (const { number, block } of await listTicks(pool, 0, 1_000_000)) {
        stored.add(number)
        for (const entry of decodeTick(block).entries) {
          const listing = grids.get(entry.listing)
          if (listing !== undefined) states.set(listingKey(listing), textOf(entry, listing.tickSize))
        }
        for (const [key, prices] of shown.get(number) ?? [])
          if (states.get(key) !== prices) other.push(`${key} at ${number}: shown ${prices}, stored ${states.get(key)}`)
      }
      const unknown = [...shown.keys()].filter((tick) => !stored.has(tick)).map((tick) => `${tick} is not stored`)
      return [...twice, ...other, ...unknown]
    },
  }
}
