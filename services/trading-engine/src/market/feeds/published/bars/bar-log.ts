/** Bars of one length, of one listing, in order; spans without a trade have none. */
import { createRowLog } from '../row-log.js'

/** Prices in whole ticks of the grid. */
export interface TickBar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** How many trades it is of, at least one. */
  readonly trades: number
}

export interface BarLog {
  /** How many ticks of the market a bar lasts; bars start at its multiples. */
  readonly length: number
  /** The bar that starts at this tick. */
  at(firstTick: number): TickBar | undefined
  /** The bars that start in [fromTick, toTick), joined. */
  join(fromTick: number, toTick: number): TickBar | undefined
  /** The start of the last bar that starts at this tick or before; undefined when none does. */
  lastStart(tick: number): number | undefined
  /** Adds one after all others. */
  push(firstTick: number, bar: TickBar): void
  /** Adds a trade to the last bar, or begins the one it belongs to. */
  addTrade(tick: number, price: number): void
  dropBefore(tick: number): void
  readonly bytes: () => number
}

const COLUMNS = 6
const [HIGH, LOW, CLOSE, TRADES] = [2, 3, 4, 5] as const

export function createBarLog(length: number): BarLog {
  const rows = createRowLog(COLUMNS)

  const readBar = (place: number): TickBar => ({
    open: rows.get(place, 1),
    high: rows.get(place, HIGH),
    low: rows.get(place, LOW),
    close: rows.get(place, CLOSE),
    trades: rows.get(place, TRADES),
  })
  const push = (firstTick: number, { open, high, low, close, trades }: TickBar): void =>
    rows.push(firstTick / length, open, high, low, close, trades)

  return {
    length,
    push,
    at(firstTick) {
      const place = rows.lastUntil(firstTick / length)
      return place >= rows.first() && rows.get(place, 0) * length === firstTick ? readBar(place) : undefined
    },
    join(fromTick, toTick) {
      const first = rows.lastUntil(fromTick / length - 1) + 1
      const last = rows.lastUntil(toTick / length - 1)
      if (last < first) return undefined
      let [high, low, trades] = [0, Infinity, 0]
      for (let place = first; place <= last; place++) {
        high = Math.max(high, rows.get(place, HIGH))
        low = Math.min(low, rows.get(place, LOW))
        trades += rows.get(place, TRADES)
      }
      return { open: rows.get(first, 1), high, low, close: rows.get(last, CLOSE), trades }
    },
    lastStart(tick) {
      const place = rows.lastUntil(Math.floor(tick / length))
      return place < rows.first() ? undefined : rows.get(place, 0) * length
    },
    addTrade(tick, price) {
      const start = Math.floor(tick / length)
      const last = rows.end() - 1
      if (last < rows.first() || rows.get(last, 0) !== start)
        return push(start * length, { open: price, high: price, low: price, close: price, trades: 1 })
      rows.set(last, HIGH, Math.max(rows.get(last, HIGH), price))
      rows.set(last, LOW, Math.min(rows.get(last, LOW), price))
      rows.set(last, CLOSE, price)
      rows.set(last, TRADES, rows.get(last, TRADES) + 1)
    },
    dropBefore: (tick) => rows.dropBefore(Math.floor(tick / length)),
    bytes: rows.bytes,
  }
}

/** The bar of two that follow each other. */
export function joinBars(earlier: TickBar | undefined, later: TickBar | undefined): TickBar | undefined {
  if (earlier === undefined || later === undefined) return earlier ?? later
  return {
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    trades: earlier.trades + later.trades,
  }
}
