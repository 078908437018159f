/** The prices of ticks that have passed: from the ticks that are stored, and where none are from the market itself. */
import { createTurns } from '@ats/service-kit/async'
import type { Listing } from '../core/model/market/listing.js'
import type { ListingTick, MarkRange, PastQuotes, PastTicks, TickSpan } from '../core/read/past-ticks.js'
import { max, min, type Price } from '../core/values/decimal.js'
import { tickAt } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import { MINUTE_TICKS } from '../market/candles.js'
import type { StoredTicks, StoredQuotes } from '../market/feeds/published/stored-ticks.js'
import type { Market } from '../market/market.js'

type PastMarket = Pick<Market, 'past' | 'rates' | 'tradedRange'>

/** Ticks looked at in one turn. */
const TICKS_AT_A_TIME = 256
/** Minutes that are told by their bars, in one turn. */
const MINUTES_AT_A_TIME = 16
const takeTurn = createTurns()

/** A synthetic or recorded market tells any tick again. */
export const pastTicksOfMarket = (market: PastMarket): PastTicks => ({
  rates: market.rates,
  read: () => Promise.resolve((listing, tick) => market.past(listing, tick)),
  async *walk({ ticks: [first, last] }) {
    for (let tick = first; tick <= last; tick++) {
      if ((tick - first) % TICKS_AT_A_TIME === 0) await takeTurn()
      yield (listing) => market.past(listing, tick)?.quote
    }
  },
})

/** Live prices are those that were published, even where the market has no more than bars of them in memory. */
export const pastTicksOfStore = (market: PastMarket, stored: StoredTicks): PastTicks => ({
  rates: market.rates,
  async read(wanted) {
    const told = await readAll(stored, wanted)
    return (listing, tick) => market.past(listing, tick, told.get(tick)?.(listing))
  },
  async *walk(span) {
    for await (const [from, to] of minutesOfInterest(market, span)) {
      let slots = 0
      for await (const [tick, quotes] of stored.walk(from, to)) {
        if (slots++ % TICKS_AT_A_TIME === 0) await takeTurn()
        yield quotesAt(market, tick, quotes)
      }
    }
  },
})

/** The last mark that was told up to a moment; undefined: nobody knows it. */
export async function markAt(ticks: Pick<PastTicks, 'read'>, listing: Listing, at: Micros): Promise<Price | undefined> {
  const tick = tickAt(at)
  return (await ticks.read([{ listing, tick }]))(listing, tick)?.quote.mark
}

/**
 * The highest and the lowest mark of a span: of a minute from its bar where that is known, which with live prices is of
 * marks, and with others of trades; else tick by tick.
 */
export async function markRangeOf(
  market: PastMarket,
  ticks: Pick<PastTicks, 'walk'>,
  listing: Listing,
  span: readonly [first: number, last: number],
): Promise<MarkRange | undefined> {
  let found: MarkRange | undefined
  for await (const [from, to] of minutesOf(span)) {
    const ofBar = market.tradedRange(listing, from, to + 1)
    if (ofBar !== undefined) found = widened(found, ofBar)
    else
      for await (const quotes of ticks.walk({ listings: [listing], ticks: [from, to], isOfInterest: () => true })) {
        const mark = quotes(listing)?.mark
        if (mark !== undefined) found = widened(found, { high: mark, low: mark })
      }
  }
  return found
}

const widened = (range: MarkRange | undefined, { high, low }: MarkRange): MarkRange => ({
  high: max(high, range?.high ?? high),
  low: min(low, range?.low ?? low),
})

const quotesAt =
  (market: PastMarket, tick: number, told: StoredQuotes): PastQuotes =>
  (listing) =>
    market.past(listing, tick, told(listing))?.quote

async function readAll(
  stored: StoredTicks,
  wanted: readonly ListingTick[],
): Promise<ReadonlyMap<number, StoredQuotes>> {
  const told = new Map<number, StoredQuotes>()
  for (const tick of new Set(wanted.map((one) => one.tick))) told.set(tick, await stored.at(tick))
  return told
}

/** The parts of a span, a minute each, whose marks may be what is looked for. */
async function* minutesOfInterest(
  market: PastMarket,
  { ticks, isOfInterest }: TickSpan,
): AsyncGenerator<readonly [from: number, to: number]> {
  for await (const [from, to] of minutesOf(ticks))
    if (isOfInterest((listing) => market.tradedRange(listing, from, to + 1))) yield [from, to]
}

/** The parts of a span, a minute each. */
async function* minutesOf([first, last]: TickSpan['ticks']): AsyncGenerator<readonly [from: number, to: number]> {
  let minutes = 0
  for (let from = first; from <= last;) {
    if (minutes++ % MINUTES_AT_A_TIME === 0) await takeTurn()
    const end = Math.min(last + 1, (Math.floor(from / MINUTE_TICKS) + 1) * MINUTE_TICKS)
    yield [from, end - 1]
    from = end
  }
}
