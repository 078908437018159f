import { divideRounded, max, min, price, quantity, roundToStep, type Price } from '../../core/decimal.js'
import type { Instrument } from '../../core/instrument.js'
import type { Bar, Feed, FeedQuote } from './feed.js'
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
  /** All moves ever made, in the order they were made. */
  replaceMoves(moves: readonly MarketMove[]): void
}

/** The ticks [startTick, endTick) under one move; a null target is the feed's own. */
interface Segment {
  readonly startTick: number
  readonly endTick: number
  readonly walk: Walk | null
}

interface Walk {
  readonly startTick: number
  readonly from: Price
  readonly to: Price
  readonly overTicks: number
}

/**
 * Moves laid over a feed, as a pure function of both. A gap shows at once; a walk goes in equal steps, tick by tick,
 * from the mark of the tick before it; both stay until the next move of the symbol. While a symbol is pinned its last,
 * mark and index price are the pinned one, its trades print at it, and the spread lies around it. Where the feed trades
 * nothing there is still a price, and still no trade.
 */
export function createSandboxFeed(feed: Feed, instruments: readonly Instrument[]): SandboxFeed {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  let segments: ReadonlyMap<string, readonly Segment[]> = new Map()

  function pinnedAt(symbol: string, tick: number): Price | null {
    const walk = segmentAt(segments.get(symbol), tick)?.walk ?? null
    const instrument = bySymbol.get(symbol)
    return walk === null || instrument === undefined ? null : priceOf(walk, tick, instrument.tickSize)
  }

  function quote(symbol: string, tick: number): FeedQuote | undefined {
    const pinned = pinnedAt(symbol, tick)
    const instrument = bySymbol.get(symbol)
    if (pinned === null || instrument === undefined) return feed.quote(symbol, tick)
    return quoteAround(instrument, pinned, false)
  }

  function pinnedBar(symbol: string, walk: Walk, fromTick: number, toTick: number): Bar | undefined {
    const tickSize = bySymbol.get(symbol)?.tickSize
    const volume = feed.volume(symbol, fromTick, toTick)
    if (tickSize === undefined || volume === 0n) return undefined
    const open = priceOf(walk, fromTick, tickSize)
    const close = priceOf(walk, toTick - 1, tickSize)
    return { open, high: max(open, close), low: min(open, close), close, volume }
  }

  function bar(symbol: string, fromTick: number, toTick: number): Bar | undefined {
    const moved = segments.get(symbol)
    if (moved === undefined) return feed.bar(symbol, fromTick, toTick)
    return moved
      .map((segment) => ({
        ...segment,
        from: Math.max(fromTick, segment.startTick),
        to: Math.min(toTick, segment.endTick),
      }))
      .filter(({ from, to }) => from < to)
      .map(({ walk, from, to }) => (walk === null ? feed.bar(symbol, from, to) : pinnedBar(symbol, walk, from, to)))
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
    replaceMoves: (moves) => {
      const next = new Map<string, readonly Segment[]>()
      for (const [symbol, own] of groupBySymbol(moves)) {
        const instrument = bySymbol.get(symbol)
        if (instrument !== undefined) next.set(symbol, toSegments(own, instrument, feed))
      }
      segments = next
    },
  }
}

/** Whether the market can be put there: between one tick and 10^12 ticks. */
export const isPinnable = (instrument: Instrument, target: Price): boolean =>
  target >= instrument.tickSize && target <= instrument.tickSize * 10n ** 12n

function groupBySymbol(moves: readonly MarketMove[]): ReadonlyMap<string, readonly MarketMove[]> {
  const groups = new Map<string, MarketMove[]>()
  for (const move of moves) groups.set(move.symbol, [...(groups.get(move.symbol) ?? []), move])
  return groups
}

/** Of several moves that start in one tick the one made last counts. */
function toSegments(moves: readonly MarketMove[], instrument: Instrument, feed: Feed): readonly Segment[] {
  const byTick = new Map(moves.map((move) => [move.startedTick, move]))
  const ordered = [...byTick.values()].sort((a, b) => a.startedTick - b.startedTick)
  const segments: Segment[] = [{ startTick: 0, endTick: ordered[0]?.startedTick ?? Infinity, walk: null }]
  ordered.forEach((move, position) => {
    const before = segments[segments.length - 1]?.walk ?? null
    segments.push({
      startTick: move.startedTick,
      endTick: ordered[position + 1]?.startedTick ?? Infinity,
      walk: toWalk(move, before, instrument, feed),
    })
  })
  return segments
}

function toWalk(move: MarketMove, before: Walk | null, instrument: Instrument, feed: Feed): Walk | null {
  if (move.price === null) return null
  const to = onGrid(move.price, instrument.tickSize)
  const tickBefore = move.startedTick - 1
  const from =
    before === null ? feed.quote(instrument.symbol, tickBefore)?.mark : priceOf(before, tickBefore, instrument.tickSize)
  return { startTick: move.startedTick, from: from ?? to, to, overTicks: Math.max(1, move.overTicks) }
}

function priceOf(walk: Walk, tick: number, tickSize: Price): Price {
  const steps = BigInt(walk.overTicks)
  const step = min(BigInt(tick - walk.startTick + 1), steps)
  return onGrid(price(walk.from + divideRounded((walk.to - walk.from) * step, steps, 'HALF_EVEN')), tickSize)
}

const onGrid = (value: Price, tickSize: Price): Price => max(roundToStep(value, tickSize, 'HALF_EVEN'), tickSize)

const segmentAt = (segments: readonly Segment[] | undefined, tick: number): Segment | undefined =>
  segments?.findLast((segment) => segment.startTick <= tick)

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
