import { max, min, quantity, type Price } from '../../core/decimal.js'
import type { Instrument } from '../../core/instrument.js'
import type { Bar, Feed, FeedQuote } from './feed.js'
import { createMovesOfSymbol, type MovesOfSymbol, type Part } from './moves-of-symbol.js'
import { quoteAround } from './quote-around.js'

/** An instruction of the sandbox control: from a tick on, the market of a symbol is where it says. */
export interface MarketMove {
  readonly symbol: string
  /** The first tick it shows in; always in the future when it is made, so that no past moment changes. */
  readonly startedTick: number
  /** Where to; null returns to the feed. */
  readonly price: Price | null
  /** Ticks of the walk there; 0 or 1 is a gap. */
  readonly overTicks: number
}

export interface SandboxFeed extends Feed {
  /** Moves made after all that were added before, in the order they were made. */
  addMoves(moves: readonly MarketMove[]): void
}

/**
 * Moves laid over a feed, as a pure function of both. A gap shows at once; a walk goes in equal steps, tick by tick,
 * from the mark of the tick before it; both stay until the next move of the symbol. While a symbol is pinned its last,
 * mark and index price are the pinned one, its trades print at it, and the spread lies around it. Where the feed trades
 * nothing there is still a price, and still no trade.
 */
export function createSandboxFeed(feed: Feed, instruments: readonly Instrument[]): SandboxFeed {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const movesBySymbol = new Map<string, MovesOfSymbol>()

  function movesOf(instrument: Instrument): MovesOfSymbol {
    const moves = movesBySymbol.get(instrument.symbol) ?? createMovesOfSymbol(instrument, feed)
    movesBySymbol.set(instrument.symbol, moves)
    return moves
  }

  const pinnedAt = (symbol: string, tick: number): Price | null => movesBySymbol.get(symbol)?.priceAt(tick) ?? null

  function quote(symbol: string, tick: number): FeedQuote | undefined {
    const pinned = pinnedAt(symbol, tick)
    const instrument = bySymbol.get(symbol)
    if (pinned === null || instrument === undefined) return feed.quote(symbol, tick)
    return quoteAround(instrument, pinned, false)
  }

  function barOf(symbol: string, moves: MovesOfSymbol, { fromTick, toTick, walk }: Part): Bar | undefined {
    if (walk === null) return feed.bar(symbol, fromTick, toTick)
    const volume = feed.volume(symbol, fromTick, toTick)
    if (volume === 0n) return undefined
    const open = moves.priceIn(walk, fromTick)
    const close = moves.priceIn(walk, toTick - 1)
    return { open, high: max(open, close), low: min(open, close), close, volume }
  }

  function bar(symbol: string, fromTick: number, toTick: number): Bar | undefined {
    const moves = movesBySymbol.get(symbol)
    if (moves === undefined) return feed.bar(symbol, fromTick, toTick)
    return moves
      .partsOf(fromTick, toTick)
      .map((part) => barOf(symbol, moves, part))
      .reduce(joinBars, undefined)
  }

  return {
    quote,
    bar,
    volume: (symbol, fromTick, toTick) => feed.volume(symbol, fromTick, toTick),
    latestTradeTick: (symbol, tick) => feed.latestTradeTick(symbol, tick),
    trades: (symbol, tick) => {
      const pinned = pinnedAt(symbol, tick)
      const trades = feed.trades(symbol, tick)
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
  }
}
