import { createTurns, type TakeTurn, type Visitor } from '@ats/service-kit'
import type { Price, Quantity, Rate } from '../core/values/decimal.js'
import { fundingTimeAfter } from '../core/execution/funding.js'
import type { Instrument, VenueId } from '../core/model/instrument.js'
import { assertInvariant } from '../core/values/invariant.js'
import type { Funding, MarketView, OrderBook, Quote } from '../core/model/market-view.js'
import type { Side } from '../core/model/order.js'
import { createCandles, type Candle, type CandleQuery } from './candles.js'
import type { Feed } from './feeds/feed.js'
import { createSandboxFeed } from './feeds/sandbox.js'
import { createSymbolFigures, type SymbolFigures } from './metrics.js'
import { createBookShape, cutBook, type BookSides, type ShapeBook } from './order-book.js'
import { tickAt, TICK_MICROS, TICKS_PER_DAY } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import type { MarketMove } from '../core/model/market-move.js'

/** Everything known of the markets at any moment. Symbols are canonical; an unknown one is undefined or empty. */
export interface Market {
  /** One consistent moment, for a decision. */
  view(at: Micros): MarketView
  quote(symbol: string, at: Micros): Quote | undefined
  /** The best `depth` levels a side. */
  book(symbol: string, depth: number, at: Micros): OrderBook | undefined
  /** The latest trades up to `at`, newest first. */
  publicTrades(symbol: string, limit: number, at: Micros, visitor?: Visitor): Promise<readonly PublicTrade[]>
  /** Newest first. */
  candles(query: CandleQuery, visitor?: Visitor): Promise<readonly Candle[]>
  /** To be waited for before each slice of long work on the past. */
  readonly takeTurn: TakeTurn
  metrics(symbol: string, at: Micros): SymbolMetrics | undefined
  /** Sandbox control: moves made after all that were added before, in order. */
  addMoves(moves: readonly MarketMove[]): void
}

export interface PublicTrade {
  /** Unique per symbol. */
  readonly id: string
  readonly symbol: string
  /** The taker's side. */
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  /** The start of its tick; the trades of a tick appear together. */
  readonly at: Micros
}

export interface SymbolMetrics {
  readonly symbol: string
  /** Base asset. */
  readonly openInterest: Quantity
  /** Base asset, traded in the last 24 hours. */
  readonly recentVolume: Quantity
  /** A fraction of notional for one funding period; positive: longs pay shorts. */
  readonly lastFundingRate: Rate
  readonly nextFundingAt: Micros
}

/**
 * The share of a process's time for requests about past prices: an anonymous caller may send many that take long to
 * compute.
 */
export const PAST_SHARE = 0.25

/** Ticks whose trades are told in one turn. */
const TICKS_AT_A_TIME = 64

interface SymbolMarket {
  readonly instrument: Instrument
  readonly shapeBook: ShapeBook
  readonly figures: SymbolFigures
  /** The latest tick asked for: nearly all questions are about now. */
  latest: Snapshot | undefined
}

interface Snapshot {
  readonly tick: number
  readonly quote: Quote
  sides: BookSides | undefined
}

export interface MarketOptions {
  readonly instruments: readonly Instrument[]
  readonly feed: Feed
  /** Keys what the feed does not tell: the depth of the book and the figures of `metrics`. Keep it secret. */
  readonly seed: Uint8Array
  /** A feed that is silent outside these hours is not stale: its last price is the price. */
  readonly isOpen: (instrument: Instrument, at: Micros) => boolean
  readonly takeTurn?: TakeTurn
}

export function createMarket(options: MarketOptions): Market {
  const { instruments, seed, isOpen } = options
  const feed = createSandboxFeed(options.feed, instruments)
  const takeTurn = options.takeTurn ?? createTurns({ share: PAST_SHARE })
  const candles = createCandles(feed, takeTurn)
  const symbols = new Map<string, SymbolMarket>(
    instruments.map((instrument) => [
      instrument.symbol,
      {
        instrument,
        shapeBook: createBookShape(instrument, seed),
        figures: createSymbolFigures(instrument, seed),
        latest: undefined,
      },
    ]),
  )

  function snapshot(symbol: string, at: Micros): Snapshot | undefined {
    const market = symbols.get(symbol)
    if (market === undefined) return undefined
    const tick = tickAt(at)
    if (market.latest?.tick === tick) return market.latest
    const prices = feed.quote(symbol, tick)
    if (prices === undefined) return undefined
    const startsAt = tick * TICK_MICROS
    const isStale = prices.isStale && isOpen(market.instrument, startsAt)
    const current = { tick, quote: { symbol, at: startsAt, ...prices, isStale }, sides: undefined }
    if (market.latest === undefined || tick > market.latest.tick) market.latest = current
    return current
  }

  function fullBook(symbol: string, at: Micros): OrderBook | undefined {
    const now = snapshot(symbol, at)
    if (now === undefined) return undefined
    now.sides ??= symbols.get(symbol)?.shapeBook(now.quote, now.tick)
    return now.sides && { symbol, sequence: now.tick, at: now.quote.at, ...now.sides }
  }

  function metrics(symbol: string, at: Micros): SymbolMetrics | undefined {
    const market = symbols.get(symbol)
    if (market === undefined) return undefined
    const { figures, instrument } = market
    const nextTick = tickAt(at) + 1
    // Where a symbol's figures are quoted from.
    const terms = instrument.terms[instrument.primaryVenue]
    assertInvariant(terms !== undefined, 'the primary venue lists the symbol')
    const nextFundingAt = fundingTimeAfter(at, terms)
    return {
      symbol,
      openInterest: figures.openInterest(at),
      recentVolume: feed.volume(symbol, nextTick - TICKS_PER_DAY, nextTick),
      lastFundingRate: figures.fundingRate(at, terms),
      nextFundingAt,
    }
  }

  function funding(symbol: string, venue: VenueId, at: Micros): Funding | undefined {
    const market = symbols.get(symbol)
    const terms = market?.instrument.terms[venue]
    // Not through the snapshot, which keeps the present at hand.
    const mark = feed.quote(symbol, tickAt(at))?.mark
    if (market === undefined || terms === undefined || mark === undefined) return undefined
    return { rate: market.figures.fundingRate(at, terms), mark }
  }

  const quote = (symbol: string, at: Micros): Quote | undefined => snapshot(symbol, at)?.quote
  return {
    view: (at) => ({
      at,
      quote: (symbol) => quote(symbol, at),
      book: (symbol) => fullBook(symbol, at),
      funding,
    }),
    quote,
    book: (symbol, depth, at) => {
      const book = fullBook(symbol, at)
      return book && { ...book, ...cutBook(book, depth) }
    },
    publicTrades: async (symbol, limit, at, visitor) =>
      symbols.has(symbol) ? listPublicTrades(feed, { symbol, limit, at }, () => takeTurn(visitor)) : [],
    candles: candles.find,
    takeTurn,
    metrics,
    addMoves: (moves) => {
      feed.addMoves(moves)
      for (const { symbol, startedTick } of moves) {
        candles.forget(startedTick)
        const market = symbols.get(symbol)
        if (market !== undefined) market.latest = undefined
      }
    },
  }
}

/** The latest trades of a symbol of the feed, newest first. */
async function listPublicTrades(
  feed: Feed,
  { symbol, limit, at }: { readonly symbol: string; readonly limit: number; readonly at: Micros },
  takeTurn: () => Promise<void>,
): Promise<readonly PublicTrade[]> {
  const found: PublicTrade[] = []
  let tick = feed.latestTradeTick(symbol, tickAt(at))
  for (let ticks = 0; tick !== undefined && tick >= 0 && found.length < limit; ticks++) {
    if (ticks % TICKS_AT_A_TIME === 0) await takeTurn()
    for (const trade of feed.trades(symbol, tick).toReversed()) found.push({ symbol, at: tick * TICK_MICROS, ...trade })
    tick = feed.latestTradeTick(symbol, tick - 1)
  }
  return found.slice(0, limit)
}
