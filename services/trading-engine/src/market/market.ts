import { createTurns, type TakeTurn, type Visitor } from '@ats/service-kit/async'
import { divide, max, min, quantity, roundToStep, type Quantity, type Price } from '../core/values/decimal.js'
import type { PeriodRates, RatesAt } from '../core/read/evidence-rates.js'
import type { MarkRange, PastPrices } from '../core/read/past-ticks.js'
import { fundingTimeAfter } from '../core/execution/funding.js'
import type { Instrument } from '../core/model/market/instrument.js'
import type { Listing } from '../core/model/market/listing.js'
import {
  priceAt,
  type Carry,
  type Funding,
  type MarketStatus,
  type MarketView,
  type OrderBook,
  type PriceName,
  type Quote,
} from '../core/model/market/market-view.js'
import type { Side } from '../core/model/order/order.js'
import { createCandles, type Candle, type CandleQuery } from './candles.js'
import type { Feed, FeedQuote } from './feeds/feed.js'
import { createSandboxFeed, type SandboxFeed } from './feeds/sandbox.js'
import { createByListing, listedInstruments, type ListedInstrument } from './listed-instrument.js'
import { createListingFigures, type ListingFigures } from './metrics.js'
import { createPeaks } from './peaks.js'
import { staleReasonIn } from './staleness.js'
import { createBookShape, cutBook, type BookSides, type ShapeBook } from './order-book.js'
import {
  carryAt,
  ESTIMATE,
  fundingAt,
  fundingHistory,
  type FundingQuery,
  type FundingRates,
  type RateSource,
} from './venue-rates.js'
import { tickAt, TICK_MICROS, TICKS_PER_DAY } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import type { MarketMove } from '../core/model/market/market-move.js'

/** Everything known of the markets at any moment. Symbols are canonical; an unknown listing is undefined or empty. */
export interface Market {
  /** One consistent moment, for a decision. */
  view(at: Micros): MarketView
  quote(listing: Listing, at: Micros): Quote | undefined
  /** The quote of 24 hours before; undefined when there was none. */
  dayBefore(listing: Listing, at: Micros): Quote | undefined
  /** Prices and book at a tick: as in `known`, where nobody has moved the market; else by the feed. */
  past(listing: Listing, tick: number, known?: FeedQuote): PastPrices | undefined
  /**
   * The highest and the lowest price of the ticks in [fromTick, toTick), and at their beginning: with live prices, the
   * marks. Undefined where that is not known.
   */
  tradedRange(listing: Listing, fromTick: number, toTick: number): MarkRange | undefined
  /** The rates that positions are charged by at a moment, however long ago. */
  readonly rates: RatesAt
  /** As its venue says, where it does; else by the trading hours of the instrument. */
  status(listing: Listing, at: Micros): MarketStatus
  /** The best `depth` levels a side. */
  book(listing: Listing, depth: number, at: Micros): OrderBook | undefined
  /** The latest trades up to `at`, newest first. */
  publicTrades(listing: Listing, limit: number, at: Micros, visitor?: Visitor): Promise<readonly PublicTrade[]>
  /** The trades of the ticks after one up to `at`, oldest first: at most those of the last TICKS_TOLD. */
  tradesAfter(listing: Listing, tick: number, at: Micros): readonly PublicTrade[]
  /** Newest first. */
  candles(query: CandleQuery, visitor?: Visitor): Promise<readonly Candle[]>
  /** To be waited for before each slice of long work on the past. */
  readonly takeTurn: TakeTurn
  metrics(listing: Listing, at: Micros): ListingMetrics | undefined
  /** Newest first. */
  fundingRates(listing: Listing, query: FundingQuery): readonly FundingRates[]
  /** To be called when ticks from this one on may have been returned differently before. */
  forget(fromTick: number): void
  /** Sandbox control: moves made after all that were added before, in order. */
  addMoves(moves: readonly MarketMove[]): void
}

export interface PublicTrade extends Listing {
  /** Unique per listing. */
  readonly id: string
  /** The taker's side. */
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  /** The start of its tick; the trades of a tick appear together. */
  readonly at: Micros
}

export interface ListingMetrics extends Listing {
  /** Base asset, of both sides. */
  readonly openInterest: Quantity
  /** The venue's interface that it comes from, or `estimate`. */
  readonly openInterestSource: string
  /** Base asset, traded in the last 24 hours. */
  readonly recentVolume: Quantity
  /** The rates of the last funding time. */
  readonly lastFunding: FundingRates
  readonly nextFundingAt: Micros
}

/**
 * The share of a process's time for requests about past prices: an anonymous caller may send many that take long to
 * compute.
 */
export const PAST_SHARE = 0.25

/** Ticks whose trades are sent in one turn. */
const TICKS_AT_A_TIME = 64

/** A process that was held up sends no more of what it has missed. */
const TICKS_TOLD = 40

interface ListingMarket {
  readonly listed: ListedInstrument
  readonly shapeBook: ShapeBook
  readonly figures: ListingFigures
  /** The latest tick asked for: nearly all questions are about now. */
  latest: Snapshot | undefined
}

interface MarketRates extends RateSource {
  readonly figures: ListingFigures
  readonly feed: Feed
}

interface Snapshot {
  readonly slot: number
  readonly quote: Quote
  readonly status: MarketStatus
  sides: BookSides | undefined
  /** Undefined: not asked for yet, or not known. */
  dayBefore?: Quote | undefined
}

export interface MarketOptions {
  readonly instruments: readonly Instrument[]
  readonly feed: Feed
  /** Keys what the feed does not have: the depth of the book and the figures of `metrics`. Keep it secret. */
  readonly seed: Uint8Array
  /** For feeds that say nothing of it. A price that is old because the market is closed is not stale. */
  readonly isWithinHours: (instrument: Instrument, at: Micros) => boolean
  readonly takeTurn?: TakeTurn
  /** Instead of looking for peaks tick by tick. */
  readonly peak?: MarketView['peak']
}

function withDepth(book: OrderBook | undefined, depth: number): OrderBook | undefined {
  if (book === undefined) return undefined
  const { symbol, venue, tick, sequence, at } = book
  return { symbol, venue, tick, sequence, at, ...cutBook(book, depth) }
}

export function createMarket(options: MarketOptions): Market {
  const { instruments, seed, isWithinHours } = options
  const feed = createSandboxFeed(options.feed, instruments)
  const takeTurn = options.takeTurn ?? createTurns({ share: PAST_SHARE })
  const candles = createCandles(feed, takeTurn)
  const markets = createByListing<ListingMarket>()
  for (const listed of listedInstruments(instruments)) {
    const shapeBook = createBookShape(listed, seed)
    markets.set(listed, { listed, shapeBook, figures: createListingFigures(listed, seed), latest: undefined })
  }

  const statusByHours = ({ instrument }: ListedInstrument, at: Micros): MarketStatus =>
    isWithinHours(instrument, at) ? 'OPEN' : 'CLOSED'

  function computeSnapshot({ listed }: ListingMarket, slot: number, known?: FeedQuote): Snapshot | undefined {
    const prices = known ?? feed.quote(listed, slot)
    const status = prices?.status ?? statusByHours(listed, slot * TICK_MICROS)
    return prices && { slot, quote: quoteOf(listed, slot, prices, status), status, sides: undefined }
  }

  const peaks = createPeaks((listing, tick, watched) => {
    const market = markets.get(listing)
    return market && tradedPrice(latestOf(market, tick) ?? computeSnapshot(market, tick), watched)
  })

  function snapshotOf(market: ListingMarket | undefined, at: Micros): Snapshot | undefined {
    if (market === undefined) return undefined
    const slot = tickAt(at)
    if (market.latest?.slot === slot) return market.latest
    const current = computeSnapshot(market, slot)
    if (current !== undefined && (market.latest === undefined || slot > market.latest.slot)) market.latest = current
    return current
  }

  function fullBook(listing: Listing, at: Micros): OrderBook | undefined {
    const market = markets.get(listing)
    const now = snapshotOf(market, at)
    if (market === undefined || now === undefined) return undefined
    now.sides ??= market.shapeBook(now.quote, now.quote.tick)
    return bookOf(now.quote, now.sides)
  }

  function past(listing: Listing, tick: number, known?: FeedQuote): PastPrices | undefined {
    const market = markets.get(listing)
    const then = market && computeSnapshot(market, tick, feed.pinned(market.listed, tick) ?? known)
    if (market === undefined || then === undefined) return undefined
    return { quote: then.quote, book: () => bookOf(then.quote, market.shapeBook(then.quote, then.quote.tick)) }
  }

  function dayBefore(listing: Listing, at: Micros): Quote | undefined {
    const market = markets.get(listing)
    const now = snapshotOf(market, at)
    if (market === undefined || now === undefined) return undefined
    const then = now.slot - TICKS_PER_DAY
    return (now.dayBefore ??= computeSnapshot(market, then, feed.pastQuote?.(market.listed, then))?.quote)
  }

  function status(listing: Listing, at: Micros): MarketStatus {
    const market = markets.get(listing)
    return market === undefined ? 'CLOSED' : (snapshotOf(market, at)?.status ?? statusByHours(market.listed, at))
  }

  const ratesOf = ({ listed, figures }: ListingMarket): MarketRates => ({ listed, figures, feed })
  const withRates = <R>(listing: Listing, read: (rates: MarketRates) => R): R | undefined => {
    const market = markets.get(listing)
    return market && read(ratesOf(market))
  }

  const carry = (listing: Listing, at: Micros): Carry | undefined => withRates(listing, (rates) => carryAt(rates, at))

  function funding(listing: Listing, at: Micros): Funding | undefined {
    const market = markets.get(listing)
    // Not through the snapshot, which keeps the present at hand.
    const mark = market && feed.quote(market.listed, tickAt(at))?.mark
    return market && mark && { rates: fundingAt(ratesOf(market), at).rates, mark }
  }

  const quote = (listing: Listing, at: Micros): Quote | undefined => snapshotOf(markets.get(listing), at)?.quote
  const forget = (fromTick: number): void => [candles, peaks].forEach((kept) => kept.forget(fromTick))
  return {
    view: (at) => ({
      ...{ at, funding, carry, peak: options.peak ?? peaks.find },
      quote: (listing) => quote(listing, at),
      book: (listing) => fullBook(listing, at),
    }),
    quote,
    dayBefore,
    past,
    rates: (listing, at) => withRates(listing, (rates) => periodRatesAt(rates, at)),
    tradedRange: (listing, fromTick, toTick) => tradedRange(feed, listing, fromTick, toTick),
    status,
    book: (listing, depth, at) => withDepth(fullBook(listing, at), depth),
    publicTrades: async ({ symbol, venue }, limit, at, visitor) => {
      const listing = { symbol, venue }
      return markets.get(listing) ? listPublicTrades(feed, { listing, limit, at }, () => takeTurn(visitor)) : []
    },
    tradesAfter: (listing, tick, at) => (markets.get(listing) ? listTradesAfter(feed, { listing, tick, at }) : []),
    candles: candles.find,
    takeTurn,
    metrics: (listing, at) => withRates(listing, (rates) => metricsOf(rates, at)),
    fundingRates: (listing, query) => withRates(listing, (rates) => fundingHistory(rates, query)) ?? [],
    forget,
    addMoves: (moves) => {
      feed.addMoves(moves)
      for (const { symbol, startedTick } of moves) {
        forget(startedTick)
        for (const market of markets.values()) if (market.listed.symbol === symbol) market.latest = undefined
      }
    },
  }
}

/** Null where nothing could be traded. */
const tradedPrice = (then: Snapshot | undefined, watched: PriceName): Price | null =>
  then?.status === 'OPEN' && then.quote.staleReason === null ? priceAt(then.quote, watched) : null

const latestOf = ({ latest }: ListingMarket, slot: number): Snapshot | undefined =>
  latest?.slot === slot ? latest : undefined

function quoteOf(
  { symbol, venue }: Listing,
  slot: number,
  { tick, last, mark, index, bid, ask, staleReason }: FeedQuote,
  status: MarketStatus,
): Quote {
  const prices = { last, mark, index, bid, ask }
  return { symbol, venue, tick, at: slot * TICK_MICROS, ...prices, staleReason: staleReasonIn(status, staleReason) }
}

/** A book is that of its tick until the next one, so that it can be made again from what is stored. */
export const bookOf = ({ symbol, venue, tick, at }: Quote, sides: BookSides): OrderBook => ({
  ...{ symbol, venue, tick, sequence: tick, at },
  get bids() {
    return sides.bids
  },
  get asks() {
    return sides.asks
  },
  get topBids() {
    return sides.topBids
  },
  get topAsks() {
    return sides.topAsks
  },
})

function tradedRange(feed: SandboxFeed, listing: Listing, fromTick: number, toTick: number): MarkRange | undefined {
  const first = feed.quote(listing, fromTick)?.mark
  if (first === undefined || feed.isMoved(listing)) return undefined
  const { high = first, low = first } = feed.bar(listing, fromTick, toTick) ?? {}
  return { high: max(high, first), low: min(low, first) }
}

const periodRatesAt = (rates: MarketRates, at: Micros): PeriodRates => ({
  funding: fundingAt(rates, at).rates,
  carry: carryAt(rates, at).rates,
})

function metricsOf(rates: MarketRates, at: Micros): ListingMetrics {
  const { listed, feed } = rates
  const nextTick = tickAt(at) + 1
  return {
    symbol: listed.symbol,
    venue: listed.venue,
    ...openInterestAt(rates, at),
    recentVolume: feed.volume(listed, nextTick - TICKS_PER_DAY, nextTick),
    lastFunding: fundingAt(rates, at),
    nextFundingAt: fundingTimeAfter(at, listed.terms),
  }
}

/** Dollars of the venue are what the mark makes of them. */
function openInterestAt(
  { listed, feed, figures }: MarketRates,
  at: Micros,
): Pick<ListingMetrics, 'openInterest' | 'openInterestSource'> {
  const tick = tickAt(at)
  const known = feed.openInterest?.(listed, tick)
  const mark = feed.quote(listed, tick)?.mark
  if (known === undefined || mark === undefined)
    return { openInterest: figures.openInterest(at), openInterestSource: ESTIMATE }
  const base = divide(known.long + known.short, mark, 'HALF_EVEN')
  return {
    openInterest: quantity(roundToStep(base, listed.instrument.lotSize, 'FLOOR')),
    openInterestSource: known.source,
  }
}

interface TradesQuery {
  readonly listing: Listing
  readonly limit: number
  readonly at: Micros
}

/** The latest trades of a listing, newest first. */
async function listPublicTrades(
  feed: Feed,
  { listing, limit, at }: TradesQuery,
  takeTurn: () => Promise<void>,
): Promise<readonly PublicTrade[]> {
  const found: PublicTrade[] = []
  let tick = feed.latestTradeTick(listing, tickAt(at))
  for (let ticks = 0; tick !== undefined && tick >= 0 && found.length < limit; ticks++) {
    if (ticks % TICKS_AT_A_TIME === 0) await takeTurn()
    for (const trade of feed.trades(listing, tick).toReversed())
      found.push({ ...listing, at: tick * TICK_MICROS, ...trade })
    tick = feed.latestTradeTick(listing, tick - 1)
  }
  return found.slice(0, limit)
}

function listTradesAfter(
  feed: Feed,
  { listing: { symbol, venue }, tick: after, at }: Omit<TradesQuery, 'limit'> & { readonly tick: number },
): readonly PublicTrade[] {
  const listing = { symbol, venue }
  const found: PublicTrade[][] = []
  let tick = feed.latestTradeTick(listing, tickAt(at))
  while (tick !== undefined && tick > after && found.length < TICKS_TOLD) {
    const startsAt = tick * TICK_MICROS
    found.push(feed.trades(listing, tick).map((trade) => ({ ...listing, at: startsAt, ...trade })))
    tick = feed.latestTradeTick(listing, tick - 1)
  }
  return found.toReversed().flat()
}
