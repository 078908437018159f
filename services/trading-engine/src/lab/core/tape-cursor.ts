/** Goes through the rows of all series of a tape in the order of their slots. */
import { rowAt, type TapeSeries } from '../tapes/tape.js'

export interface TapeCursor {
  /** Tells the rows of the next slot, if that is not after `last`, and returns it; else -1. */
  readonly next: (last: number) => number
  /** Tells the rows that hold at a slot. */
  readonly skipTo: (slot: number) => void
}

const NO_SLOTS = new Uint32Array()

export function createTapeCursor(
  series: readonly TapeSeries[],
  note: (series: number, price: number, spread: number) => void,
): TapeCursor {
  const count = series.length
  const rows = new Float64Array(count)
  const nextSlots = new Float64Array(count)
  const readNext = (number: number): void => {
    nextSlots[number] = series[number]?.slots[rows[number] ?? 0] ?? Infinity
  }
  const tell = (number: number, row: number): void => {
    const of = series[number]
    if (of !== undefined) note(number, of.prices[row] ?? 0, of.spreads?.[row] ?? 0)
  }
  for (let number = 0; number < count; number += 1) readNext(number)
  return {
    next(last) {
      let slot = Infinity
      for (let number = 0; number < count; number += 1) slot = Math.min(slot, nextSlots[number] ?? Infinity)
      if (slot > last || slot === Infinity) return -1
      for (let number = 0; number < count; number += 1) {
        if (nextSlots[number] !== slot) continue
        const row = rows[number] ?? 0
        tell(number, row)
        rows[number] = row + 1
        readNext(number)
      }
      return slot
    },
    skipTo(slot) {
      for (let number = 0; number < count; number += 1) {
        if ((nextSlots[number] ?? Infinity) > slot) continue
        const row = rowAt(series[number]?.slots ?? NO_SLOTS, slot, rows[number])
        rows[number] = row + 1
        readNext(number)
        tell(number, row)
      }
    },
  }
}
