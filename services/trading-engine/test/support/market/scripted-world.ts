import { BY_SYSTEM } from '../../../src/core/model/order/origin.js'
import { decimal, negate, price, quantity, rate, type Rate } from '../../../src/core/values/decimal.js'
import type { Instrument } from '../../../src/core/model/market/instrument.js'
import { listingKey, type Listing } from '../../../src/core/model/market/listing.js'
import type { MarketView, OrderBook, Quote, SideRates } from '../../../src/core/model/market/market-view.js'
import type { NewsEvent } from '../../../src/core/model/plan/news-event.js'
import { parseTimestamp, type Micros } from '../../../src/core/values/time.js'
import type { Instruments, DecisionContext } from '../../../src/core/model/decision-context.js'
import { TEST_CATALOGUE } from './instruments.js'

/** Price and quantity, as text. */
export type Level = readonly [price: string, quantity: string]

/** Levels of a book, best first, each as price and quantity: `21000 0.5`. */
export const levels = (...each: readonly string[]): readonly Level[] =>
  each.map((level) => level.split(' ') as unknown as Level)

export interface BookFields {
  /** Best first. */
  readonly bids: readonly Level[]
  /** Best first. */
  readonly asks: readonly Level[]
  /** Default: the middle of the best bid and ask. */
  readonly mark?: string
}

/** One venue's, or, named by its symbol alone, that of all venues that list it. */
export type Scripted = string | Listing

/** A market and a clock that do what a test tells them. */
export interface ScriptedContext {
  readonly now: Micros
  /** A new book of the symbol, and the quote that goes with it. An empty side leaves its touch where it was. */
  setBook(of: Scripted, book: BookFields): void
  /** One level a side of `depth`, `spread` apart around the mark. */
  setPrice(of: Scripted, mark: string, options?: { spread?: string; depth?: string }): void
  /** Moves the mark alone. */
  setMark(of: Scripted, mark: string): void
  /** Moves the index alone. */
  setIndex(of: Scripted, index: string): void
  /** Moves the last price alone. */
  setLast(of: Scripted, last: string): void
  /** The quote stays, but there is no book to trade on. */
  dropBook(of: Scripted): void
  /** As if no price of the symbol had ever been seen. */
  forget(of: Scripted): void
  setStale(of: Scripted, isStale: boolean): void
  /** Sets the rate that positions are charged at every funding time, at the mark when it is charged. Initially 0. */
  setFundingRate(symbol: string, rate: string): void
  /** Sets the rates of carry for a year; they hold from the next period of the venue on. Initially 0. */
  setCarry(listing: Listing, rates: { readonly long: string; readonly short: string }): void
  setOpen(of: Scripted, isOpen: boolean): void
  /** Scheduled news, added to what there is. */
  addNews(event: Partial<NewsEvent> & Pick<NewsEvent, 'at'>): void
  passTime(ms: number): void
  setTime(text: string): void
  /** How many ids were handed out. Set it back to decide the same thing twice. */
  idCount: number
  /** The picture of this moment; later changes of the script do not reach it. */
  context(): DecisionContext
}

/** The market of one moment. */
interface Seen {
  readonly at: Micros
  readonly quotes: ReadonlyMap<string, Quote>
  readonly books: ReadonlyMap<string, OrderBook>
  readonly closed: ReadonlySet<string>
  readonly rates: ReadonlyMap<string, Rate>
}

/** The instruments of the script. */
export interface ScriptedCatalogue extends Instruments {
  readonly all: readonly Instrument[]
}

export const START = '2026-03-02T12:00:00Z'

const HOUR: Micros = 3_600_000_000
const NO_CARRY: SideRates = { long: rate(0n), short: rate(0n) }

/** All instruments begin at their typical prices. */
/** Its ticks are numbered from the one after `before`. */
export function scriptContext(catalogue: ScriptedCatalogue = TEST_CATALOGUE, before = 0): ScriptedContext {
  const quotes = new Map<string, Quote>()
  const books = new Map<string, OrderBook>()
  const closed = new Set<string>()
  const rates = new Map<string, Rate>()
  const carryRates = new Map<string, { readonly from: Micros; readonly rates: SideRates }[]>()
  const news: NewsEvent[] = []
  const past: Seen[] = []
  let now = timeOf(START)
  let sequence = before

  const listingsOf = (of: Scripted): readonly Listing[] => {
    if (typeof of !== 'string') return [of]
    return Object.values(catalogue.find(of)?.terms ?? {}).map(({ venue }) => ({ symbol: of, venue }))
  }
  const setPart = (of: Scripted, part: Partial<Quote>): void => {
    for (const listing of listingsOf(of)) {
      const quote = quotes.get(listingKey(listing))
      if (quote === undefined) throw new Error(`no quote of ${listingKey(listing)} yet`)
      quotes.set(listingKey(listing), { ...quote, ...part })
    }
  }

  const script: ScriptedContext = {
    idCount: 0,
    get now() {
      return now
    },
    setBook(of, { bids, asks, mark }) {
      sequence += 1
      const levels = (side: readonly Level[]) =>
        side.map(([at, size]) => ({ price: price(decimal(at)), quantity: quantity(decimal(size)) }))
      for (const { symbol, venue } of listingsOf(of)) {
        const stamp = { symbol, venue, tick: sequence, at: now }
        const key = listingKey(stamp)
        const book: OrderBook = { ...stamp, sequence, bids: levels(bids), asks: levels(asks) }
        const last = quotes.get(key)
        const typical = catalogue.find(symbol)?.typicalPrice ?? price(0n)
        const bid = book.bids[0]?.price ?? last?.bid ?? typical
        const ask = book.asks[0]?.price ?? last?.ask ?? typical
        const middle = mark === undefined ? price((bid + ask) / 2n) : price(decimal(mark))
        books.set(key, book)
        quotes.set(key, { ...stamp, last: middle, mark: middle, index: middle, bid, ask, staleReason: null })
      }
    },
    setPrice(of, mark, { spread = '0', depth = '1000000' } = {}) {
      const half = decimal(spread) / 2n
      const at = (value: bigint): Level['0'] => textOf(value)
      const middle = decimal(mark)
      script.setBook(of, { bids: [[at(middle - half), depth]], asks: [[at(middle + half), depth]], mark })
    },
    setMark: (of, mark) => setPart(of, { mark: price(decimal(mark)) }),
    setIndex: (of, index) => setPart(of, { index: price(decimal(index)) }),
    setLast: (of, last) => setPart(of, { last: price(decimal(last)) }),
    dropBook(of) {
      for (const listing of listingsOf(of)) books.delete(listingKey(listing))
    },
    forget(of) {
      for (const key of listingsOf(of).map(listingKey)) {
        books.delete(key)
        quotes.delete(key)
      }
    },
    setStale(of, isStale) {
      for (const key of listingsOf(of).map(listingKey)) {
        const quote = quotes.get(key)
        if (quote !== undefined) quotes.set(key, { ...quote, staleReason: isStale ? 'silent' : null })
      }
    },
    setOpen(of, isOpen) {
      for (const key of listingsOf(of).map(listingKey)) {
        if (isOpen) closed.delete(key)
        else closed.add(key)
      }
    },
    addNews: (event) =>
      void news.push({
        ...{ id: `news-${news.length}`, title: 'Interest rate decision', impact: 'HIGH', currencies: [], symbols: [] },
        ...event,
      }),
    setFundingRate: (symbol, text) => void rates.set(symbol, rate(decimal(text))),
    setCarry(listing, { long, short }) {
      const key = listingKey(listing)
      const sides = { long: rate(decimal(long)), short: rate(decimal(short)) }
      carryRates.set(key, [...(carryRates.get(key) ?? []), { from: now, rates: sides }])
    },
    passTime(ms) {
      past.push(picture())
      now += ms * 1000
    },
    setTime(text) {
      past.push(picture())
      now = timeOf(text)
    },
    context: () => contextOf(picture()),
  }
  const picture = (): Seen => ({
    at: now,
    quotes: new Map(quotes),
    books: new Map(books),
    closed: new Set(closed),
    rates: new Map(rates),
  })
  function contextOf(seen: Seen): DecisionContext {
    const market: MarketView = {
      at: seen.at,
      quote: (listing) => seen.quotes.get(listingKey(listing)),
      book: (listing) => seen.books.get(listingKey(listing)),
      funding: (listing) => {
        const mark = seen.quotes.get(listingKey(listing))?.mark
        const long = seen.rates.get(listing.symbol) ?? rate(0n)
        return mark && { mark, rates: { long, short: negate(long) } }
      },
      carry: (listing, at) => {
        const period = listing.venue === 'GMX' ? HOUR : 24 * HOUR
        const beganAt = Math.floor(at / period) * period
        const set = carryRates.get(listingKey(listing))?.findLast(({ from }) => from <= beganAt)
        return { rates: set?.rates ?? NO_CARRY, source: 'script' }
      },
    }
    return {
      now: seen.at,
      origin: BY_SYSTEM,
      market,
      instruments: catalogue,
      isMarketOpen: (listing) => !seen.closed.has(listingKey(listing)),
      news: [...news],
      isFundingCharged: true,
      newId: () => `id-${String(++script.idCount).padStart(6, '0')}`,
      earlier: (at) => contextOf({ ...(past.findLast((each) => each.at <= at && at < seen.at) ?? seen), at }),
    }
  }
  for (const { symbol, typicalPrice } of catalogue.all) script.setPrice(symbol, textOf(typicalPrice))
  return script
}

/** Written out by hand rather than with the code under test. */
function textOf(scaled: bigint): string {
  const digits = scaled.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}

export function timeOf(text: string): Micros {
  const parsed = parseTimestamp(text)
  if (parsed === null) throw new Error(`not a time: ${text}`)
  return parsed
}
