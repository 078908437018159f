import { max, min, quantity, type Price } from '../../core/values/decimal.js'
import type { Instrument } from '../../core/model/market/instrument.js'
import type { Listing } from '../../core/model/market/listing.js'
import { createByListing, listedInstruments, type ListedInstrument } from '../listed-instrument.js'
import type { Bar, Feed, FeedQuote } from './feed.js'
import { createSymbolMoves, type SymbolMoves, type Part, type Walk } from './symbol-moves.js'
import { quoteAround } from './quote-around.js'
import type { MarketMove } from '../../core/model/market/market-move.js'

export interface SandboxFeed extends Feed {
  /** Moves made after all that were added before, in the order they were made. */
  addMoves(moves: readonly MarketMove[]): void
  /** The quote of a listing whose symbol has been moved; undefined where the feed has it. */
  pinned(listing: Listing, tick: number): FeedQuote | undefined
  readonly isMoved: (listing: Listing) => boolean
}

type PinnedPart = Part & { readonly walk: Walk }

const isPinned = (part: Part): part is PinnedPart => part.walk !== null
const NOTHING = quantity(0n)

/**
 * Sandbox moves applied to a feed, as a pure function of both. A gap shows immediately; a walk goes in equal steps,
 * tick by tick, from the mark of the tick before it at the primary venue; both stay until the next move of the symbol.
 * While a symbol is pinned its last, mark and index price are the pinned one at every venue, its trades print at it,
 * and each venue's spread lies around it. Where the feed trades nothing there is still a price, and still no trade.
 */
export function createSandboxFeed(feed: Feed, instruments: readonly Instrument[]): SandboxFeed {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const listings = createByListing<ListedInstrument>()
  for (const listed of listedInstruments(instruments)) listings.set(listed, listed)
  const movesBySymbol = new Map<string, SymbolMoves>()

  function movesOf(instrument: Instrument): SymbolMoves {
    const moves = movesBySymbol.get(instrument.symbol) ?? createSymbolMoves(instrument, feed)
    movesBySymbol.set(instrument.symbol, moves)
    return moves
  }

  const pinnedAt = ({ symbol }: Listing, tick: number): Price | null => movesBySymbol.get(symbol)?.priceAt(tick) ?? null

  function pinned(listing: Listing, tick: number): FeedQuote | undefined {
    const price = pinnedAt(listing, tick)
    const listed = listings.get(listing)
    return price === null || listed === undefined ? undefined : quoteAround(listed, price, tick, null)
  }

  /** The bar of consecutive pinned parts: the volume is requested once, for all of them. */
  function pinnedBar(listing: Listing, moves: SymbolMoves, run: readonly PinnedPart[]): Bar | undefined {
    const isTraded = ({ fromTick, toTick }: Part): boolean =>
      (feed.latestTradeTick(listing, toTick - 1) ?? -1) >= fromTick
    const bar = run
      .filter(isTraded)
      .map(({ walk, fromTick, toTick }) => [moves.priceIn(walk, fromTick), moves.priceIn(walk, toTick - 1)] as const)
      .map(([open, close]): Bar => ({ open, high: max(open, close), low: min(open, close), close, volume: NOTHING }))
      .reduce(joinBars, undefined)
    const [first, last] = [run[0], run.at(-1)]
    if (bar === undefined || first === undefined || last === undefined) return undefined
    return { ...bar, volume: feed.volume(listing, first.fromTick, last.toTick) }
  }

  function bar(listing: Listing, fromTick: number, toTick: number): Bar | undefined {
    const moves = movesBySymbol.get(listing.symbol)
    if (moves === undefined) return feed.bar(listing, fromTick, toTick)
    const bars: (Bar | undefined)[] = []
    let run: PinnedPart[] = []
    for (const part of moves.partsOf(fromTick, toTick)) {
      if (isPinned(part)) run.push(part)
      else {
        bars.push(pinnedBar(listing, moves, run), feed.bar(listing, part.fromTick, part.toTick))
        run = []
      }
    }
    return [...bars, pinnedBar(listing, moves, run)].reduce(joinBars, undefined)
  }

  return {
    quote: (listing, tick) => pinned(listing, tick) ?? feed.quote(listing, tick),
    pinned,
    isMoved: ({ symbol }) => movesBySymbol.has(symbol),
    bar,
    volume: (listing, fromTick, toTick) => feed.volume(listing, fromTick, toTick),
    latestTradeTick: (listing, tick) => feed.latestTradeTick(listing, tick),
    carry: (listing, tick) => feed.carry?.(listing, tick),
    openInterest: (listing, tick) => feed.openInterest?.(listing, tick),
    latestBarTick: (listing, tick) =>
      feed.latestBarTick === undefined ? feed.latestTradeTick(listing, tick) : feed.latestBarTick(listing, tick),
    pastQuote: (listing, tick) =>
      pinned(listing, tick) ??
      (feed.pastQuote === undefined ? feed.quote(listing, tick) : feed.pastQuote(listing, tick)),
    trades: (listing, tick) => {
      const pinned = pinnedAt(listing, tick)
      const trades = feed.trades(listing, tick)
      return pinned === null ? trades : trades.map((trade) => ({ ...trade, price: pinned }))
    },
    addMoves: (moves) => {
      for (const move of moves) {
        const instrument = bySymbol.get(move.symbol)
        if (instrument !== undefined) movesOf(instrument).add(move)
      }
    },
  }
}

/** Whether the market can be put there: between one tick and 10^12 ticks. */
export const isPinnable = (instrument: Instrument, target: Price): boolean =>
  target >= instrument.tickSize && target <= instrument.tickSize * 10n ** 12n

function joinBars(earlier: Bar | undefined, later: Bar | undefined): Bar | undefined {
  if (earlier === undefined || later === undefined) return earlier ?? later
  return {
    open: earlier.open,
    high: max(earlier.high, later.high),
    low: min(earlier.low, later.low),
    close: later.close,
    volume: quantity(earlier.volume + later.volume),
    source: earlier.source === later.source ? earlier.source : 'both',
  }
}
