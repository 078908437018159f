/** Published ticks as a recording has them, a page at a time. */
import type { Pool } from 'pg'
import type { SideRates } from '../core/model/market/market-view.js'
import type { VenueId } from '../core/model/market/instrument.js'
import { ONE, price, rate, type Price } from '../core/values/decimal.js'
import { TICK_MICROS } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import { UNITS_OF_ONE, type ListingRates, type SideUnits } from '../market/feeds/published/rates/rate-entries.js'
import { decodeTick } from '../market/feeds/published/tick-block.js'
import { listPublishedListings, listStoredTicks } from '../store/read/published-ticks.js'

export interface TapeQuery {
  /** Both within it. */
  readonly from: Micros
  readonly to: Micros
  /** Null: all of them. */
  readonly symbols: readonly string[] | null
  readonly venue: VenueId | null
  /** The tick that the page before ended with; 0: there was none. */
  readonly after: number
}

export interface TapePrice {
  readonly at: Micros
  readonly symbol: string
  readonly venue: VenueId
  readonly mark: Price
  readonly bid: Price
  readonly ask: Price
  readonly index: Price
  /** Null where this tick has none: the earlier ones are still in force. */
  readonly rates: TapeRates | null
}

/** For a year; positive: that side pays. */
export interface TapeRates {
  readonly carry: SideRates
  readonly funding: SideRates | null
}

export interface TapePage {
  /** Oldest first. Prices that were stale are left out: a recording is silent then. */
  readonly prices: readonly TapePrice[]
  /** The tick to go on after; null when nothing follows. */
  readonly next: number | null
}

/** A page has some thousand prices: milliseconds. */
const TICKS_PER_PAGE = 32

/** @throws BlockError where the bytes of a tick are not what was published */
export async function readTape(pool: Pool, { from, to, symbols, venue, after }: TapeQuery): Promise<TapePage> {
  const [first, last] = [Math.ceil(from / TICK_MICROS), Math.floor(to / TICK_MICROS)]
  const rows = await listStoredTicks(pool, Math.max(after, first - 1), TICKS_PER_PAGE)
  const wanted = new Map(
    (await listPublishedListings(pool))
      .filter((one) => (symbols?.includes(one.symbol) ?? true) && (venue === null || one.venue === venue))
      .map((one) => [one.id, one]),
  )
  const within = rows.filter(({ number }) => number <= last)
  const prices = within.flatMap(({ number, block }) => {
    const tick = decodeTick(block)
    const rates = new Map(tick.rates.map((entry) => [entry.listing, ratesOf(entry)]))
    return tick.entries.flatMap(({ listing: id, mark, bid, ask, index, staleReason }): TapePrice[] => {
      const listing = wanted.get(id)
      if (listing === undefined || staleReason !== null) return []
      const toPrice = (steps: number): Price => price(BigInt(steps) * listing.tickSize)
      const { symbol, venue: at } = listing
      const quote = { mark: toPrice(mark), bid: toPrice(bid), ask: toPrice(ask), index: toPrice(index) }
      return [{ at: number * TICK_MICROS, symbol, venue: at, ...quote, rates: rates.get(id) ?? null }]
    })
  })
  return { prices, next: within.length < TICKS_PER_PAGE ? null : (within.at(-1)?.number ?? null) }
}

const UNIT = ONE / BigInt(UNITS_OF_ONE)
const sidesOf = ({ long, short }: SideUnits): SideRates => ({
  long: rate(BigInt(long) * UNIT),
  short: rate(BigInt(short) * UNIT),
})
const ratesOf = ({ carry, funding }: ListingRates): TapeRates => ({
  carry: sidesOf(carry),
  funding: funding && sidesOf(funding),
})
