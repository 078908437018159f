/**
 * The venue's own bars of one listing, of the times in which nothing was published: before the first tick, and while
 * the service was down. A span is covered by the longest bars that lie within it.
 */
import type { PastBar } from './bar-block.js'

/** A time in which nothing was published: whole minutes. */
export interface Gap {
  readonly fromTick: number
  readonly toTick: number
}

export interface PastSpan extends PastBar {
  /** The first tick after it. */
  readonly end: number
}

export interface PastBars {
  /** Adds bars of one length, in ticks, that lie within a gap; those that are there already stay. */
  add(gap: Gap, length: number, bars: readonly PastBar[]): void
  /** The bars that cover [fromTick, toTick), in order and without an overlap; empty: none does. */
  spans(fromTick: number, toTick: number): readonly PastSpan[]
  /** The bar that ends last of those that end by the end of this tick. */
  lastBy(tick: number): PastSpan | undefined
  /** The gap that a tick lies in. */
  gapOf(tick: number): Gap | undefined
  readonly bytes: () => number
}

interface Series {
  readonly length: number
  bars: readonly PastBar[]
}

export function createPastBars(): PastBars {
  /** Longest first. */
  const all: Series[] = []
  const gaps = new Map<number, Gap>()

  function seriesOf(length: number): Series {
    const known = all.find((series) => series.length === length)
    if (known !== undefined) return known
    const series: Series = { length, bars: [] }
    all.push(series)
    all.sort((a, b) => b.length - a.length)
    return series
  }

  const toSpan = (bar: PastBar, { length }: Series): PastSpan => ({ ...bar, end: bar.start + length })

  /** The longest bar that starts here and ends in time. */
  function longestAt(tick: number, toTick: number): PastSpan | undefined {
    for (const series of all) {
      if (tick % series.length !== 0 || tick + series.length > toTick) continue
      const bar = series.bars[firstFrom(series.bars, tick)]
      if (bar?.start === tick) return toSpan(bar, series)
    }
    return undefined
  }

  /** Where the next bar starts that ends in time; Infinity: nowhere. */
  const nextStart = (tick: number, toTick: number): number =>
    all.reduce((next, { bars, length }) => {
      const start = bars[firstFrom(bars, tick)]?.start ?? Infinity
      return start + length <= toTick ? Math.min(next, start) : next
    }, Infinity)

  return {
    add(gap, length, bars) {
      gaps.set(gap.fromTick, gap)
      const series = seriesOf(length)
      const known = new Set(series.bars.map(({ start }) => start))
      const added = bars.filter(({ start }) => !known.has(start))
      if (added.length > 0) series.bars = [...series.bars, ...added].sort((a, b) => a.start - b.start)
    },
    spans(fromTick, toTick) {
      const spans: PastSpan[] = []
      for (let tick = nextStart(fromTick, toTick); tick < toTick;) {
        const span = longestAt(tick, toTick)
        if (span !== undefined) spans.push(span)
        tick = nextStart(span?.end ?? tick + 1, toTick)
      }
      return spans
    },
    lastBy(tick) {
      let last: PastSpan | undefined
      for (const series of all) {
        const bar = series.bars[firstFrom(series.bars, tick + 2 - series.length) - 1]
        // The shorter of two that end together: nobody asks how long it was.
        if (bar !== undefined && bar.start + series.length >= (last?.end ?? 0)) last = toSpan(bar, series)
      }
      return last
    },
    gapOf: (tick) => [...gaps.values()].find(({ fromTick, toTick }) => fromTick <= tick && tick < toTick),
    bytes: () => all.reduce((sum, { bars }) => sum + bars.length, 0) * BYTES_OF_BAR,
  }
}

/** An object of five numbers. */
const BYTES_OF_BAR = 64

/** The place of the first bar that starts at this tick or later. */
function firstFrom(bars: readonly PastBar[], tick: number): number {
  let [low, high] = [0, bars.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bars[middle]?.start ?? 0) < tick) low = middle + 1
    else high = middle
  }
  return low
}
