/** How far back the memory of published ticks goes: older times are covered by bars of a minute, an hour, a day. */
import { BAR_LENGTHS, DAY_TICKS, HOUR_TICKS, type HistoryReach } from './listing-history.js'
import { MINUTE_TICKS } from '../../../candles.js'

/** 500 bars of each candle interval, and the hours of a year's equity. */
const KEPT: ReadonlyMap<number, number> = new Map([
  [MINUTE_TICKS, 6 * DAY_TICKS],
  [HOUR_TICKS, 400 * DAY_TICKS],
  [DAY_TICKS, 800 * DAY_TICKS],
])
const TICKS_KEPT = 2 * HOUR_TICKS

export interface MovingReach extends HistoryReach {
  /** The first tick of the bars of this length that are of interest now. */
  readonly wanted: (length: number) => number
  /** Bars of this length are known from this tick on. */
  startBars(length: number, fromTick: number): void
  /** Bars of this length are complete until this tick; those that are past their time are forgotten. */
  endBars(length: number, toTick: number): void
}

/** `fromTick`: the start of an hour, from which on every tick is read. */
export function createReach(fromTick: number): MovingReach {
  let ticks = fromTick
  let latest = fromTick
  const starts = new Map<number, number>(BAR_LENGTHS.map((length) => [length, alignDown(fromTick, length)]))
  const ends = new Map(starts)
  const wanted = (length: number): number => alignDown(latest - (KEPT.get(length) ?? 0), length)
  return {
    ticks: () => ticks,
    bars: (length) => starts.get(length) ?? Infinity,
    // Those of a minute grow with every trade.
    barsEnd: (length) => (length === MINUTE_TICKS ? Infinity : (ends.get(length) ?? -Infinity)),
    wanted,
    startBars: (length, first) => void starts.set(length, Math.min(first, starts.get(length) ?? first)),
    endBars(length, toTick) {
      latest = Math.max(latest, toTick)
      ends.set(length, toTick)
      starts.set(length, Math.max(starts.get(length) ?? toTick, wanted(length)))
      ticks = Math.max(ticks, alignDown(latest, HOUR_TICKS) - TICKS_KEPT)
    },
  }
}

/** Where to begin to read every tick, so that the ones of the last hours are known at this moment. */
export const ticksWantedFrom = (tick: number): number => alignDown(tick, HOUR_TICKS) - TICKS_KEPT

export const alignDown = (tick: number, length: number): number => Math.floor(tick / length) * length
