/**
 * The path through a bar that is known by four prices alone: the open as it begins, one extreme after a third of it,
 * the other after two thirds, the close in its last slot; a longer bar, as that of a day, is passed through in the
 * hours of it in which the market is open. A stop and a target that both lie within a bar are decided by which
 * extreme comes first, so this is said and not drawn: the nearer one to the open, or always the high, or the low.
 */
import { isOpen, nextOpen } from '../../../core/calendar/trading-hours.js'
import type { TradingHours } from '../../../core/model/market/instrument.js'
import { TICK_MICROS } from '../../../core/values/tick.js'
import type { Micros } from '../../../core/values/time.js'

export const BAR_PATHS = ['near', 'high', 'low'] as const
export type BarPath = (typeof BAR_PATHS)[number]

/** The prices in steps of the grid. */
export interface PricedBar {
  readonly from: Micros
  readonly to: Micros
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Four; those of one tick follow each other. */
export function pointsOf(bar: PricedBar, path: BarPath, hours: TradingHours): readonly (readonly [number, number])[] {
  const { open, close, high, low } = bar
  const extremes = isHighFirst(bar, path) ? [high, low] : [low, high]
  const [first, end] = openTicks(bar, hours)
  const last = Math.max(first, end - 1)
  return [open, ...extremes, close].map((price, place) => [first + Math.round(((last - first) * place) / 3), price])
}

/** Where both are as near, a bar that has risen was at its low first. */
function isHighFirst({ open, high, low, close }: PricedBar, path: BarPath): boolean {
  if (path !== 'near') return path === 'high'
  return high - open === open - low ? close < open : high - open < open - low
}

/** All of its ticks where the market was closed throughout: the bar says that it was not. */
function openTicks({ from, to }: PricedBar, hours: TradingHours): readonly [first: number, end: number] {
  const all = [Math.ceil(from / TICK_MICROS), Math.ceil(to / TICK_MICROS)] as const
  const opens = nextOpen(hours, from)
  if (hours.isAlwaysOpen || opens === null || opens >= to) return all
  let end: Micros = to
  while (end > opens && !isOpen(hours, end - TICK_MICROS)) end = Math.floor((end - 1) / QUARTER_MICROS) * QUARTER_MICROS
  while (end < to && isOpen(hours, end)) end += MINUTE_MICROS
  const first = Math.ceil(opens / TICK_MICROS)
  return [first, Math.max(first + 1, Math.ceil(end / TICK_MICROS))]
}

const MINUTE_MICROS = 60_000_000
const QUARTER_MICROS = 15 * MINUTE_MICROS
