/**
 * Recorded or made-up prices in memory: of each listing the slots of 250 ms in which something changed, in columns.
 * What a slot says holds until the next one that says something. One price is the last, the mark and the index.
 */
import type { SideRates } from '../../core/model/market/market-view.js'
import type { ListingGrid } from '../../core/model/market/published-tick.js'

export interface Tape {
  /** The tick that slots are counted from. */
  readonly firstTick: number
  readonly series: readonly TapeSeries[]
}

/** The columns have one value for each row. */
export interface TapeSeries extends ListingGrid {
  /** Rising: no slot has two rows. */
  readonly slots: Uint32Array
  /** In steps of the grid; never 0. */
  readonly prices: Uint32Array
  /** From bid to ask in steps of the grid; 0: what the catalogue says. Null: 0 everywhere. */
  readonly spreads: Uint32Array | null
  /** Sums of `IS_STALE` and `IS_PAUSED`. Null: 0 everywhere. */
  readonly flags: Uint8Array | null
  /** Funding rates by the slot from which on they hold; without any they are estimated. */
  readonly funding: readonly TapeFunding[]
}

export interface TapeFunding {
  readonly slot: number
  readonly rates: SideRates
}

/** The price cannot be relied on. */
export const IS_STALE = 1
/** The venue has halted the market. */
export const IS_PAUSED = 2

/** The last row up to and with a slot; -1: there is none. `near`: a row to begin at. */
export function rowAt(slots: Uint32Array, slot: number, near = 0): number {
  const { length } = slots
  const isAt = (row: number): boolean =>
    row >= 0 && row < length && (slots[row] ?? 0) <= slot && (row + 1 === length || (slots[row + 1] ?? 0) > slot)
  if (isAt(near)) return near
  if (isAt(near + 1)) return near + 1
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((slots[middle] ?? 0) <= slot) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The last slot of all series; -1 of an empty tape. */
export const lastSlot = ({ series }: Tape): number =>
  series.reduce((last, { slots }) => Math.max(last, slots.at(-1) ?? -1), -1)
