/** Joins the bar of published ticks with the venue's own bars of the times in which nothing was published. */
import type { BarSource } from '../../feed.js'
import type { TickBar } from './bar-log.js'
import type { PastBars } from './past-bars.js'

export interface JoinedBar extends TickBar {
  readonly source?: BarSource
}

/**
 * The bar of [fromTick, toTick); undefined where nothing covers it. Where both do, the venue's come first when
 * nothing was published from its beginning on, and last when nothing was until its end.
 */
export function joinPast(
  own: TickBar | undefined,
  past: PastBars,
  fromTick: number,
  toTick: number,
): JoinedBar | undefined {
  const spans = past.spans(fromTick, toTick)
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return own
  const high = Math.max(...spans.map((span) => span.high))
  const low = Math.min(...spans.map((span) => span.low))
  // Venues report no volume.
  if (own === undefined) return { open: first.open, high, low, close: last.close, trades: 0, source: 'venue' }
  const isFirst = (past.gapOf(first.start)?.fromTick ?? Infinity) <= fromTick
  const isLast = (past.gapOf(last.start)?.toTick ?? 0) >= toTick
  return {
    open: isFirst ? first.open : own.open,
    high: Math.max(high, own.high),
    low: Math.min(low, own.low),
    close: isLast ? last.close : own.close,
    trades: own.trades,
    source: 'both',
  }
}
