/** A part of a tape: what holds as it begins is said in its first slot. */
import { tickAt } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import { TapeError } from './file/tape-bytes.js'
import { lastSlot, rowAt, type Tape, type TapeFunding, type TapeSeries } from './tape.js'

/**
 * @param from null: from its beginning
 * @param to the end, which is no part of it; null: to its end
 * @throws TapeError where nothing of the tape is within
 */
export function cutTape(tape: Tape, from: Micros | null, to: Micros | null): Tape {
  if (from === null && to === null) return tape
  const first = from === null ? 0 : Math.max(0, tickAt(from) - tape.firstTick)
  const end = to === null ? Infinity : tickAt(to) - tape.firstTick
  if (first > lastSlot(tape)) throw new TapeError('the tape is over before from')
  const series = tape.series.map((one) => cutSeries(one, first, end)).filter(({ slots }) => slots.length > 0)
  if (series.length === 0) throw new TapeError('nothing of the tape is between from and to')
  return { firstTick: tape.firstTick + first, series }
}

function cutSeries(series: TapeSeries, first: number, end: number): TapeSeries {
  const { slots, prices, spreads, flags } = series
  const firstRow = Math.max(0, rowAt(slots, first))
  const endRow = Math.max(firstRow, rowAt(slots, end - 1) + 1)
  const column = <T extends Uint32Array | Uint8Array | null>(values: T): T =>
    (values === null ? null : values.slice(firstRow, endRow)) as T
  return {
    ...series,
    slots: slots.slice(firstRow, endRow).map((slot) => Math.max(0, slot - first)),
    ...{ prices: column(prices), spreads: column(spreads), flags: column(flags) },
    funding: cutFunding(series.funding, first, end),
  }
}

function cutFunding(funding: readonly TapeFunding[], first: number, end: number): readonly TapeFunding[] {
  const inForce = funding.findLast(({ slot }) => slot <= first)
  const later = funding.filter(({ slot }) => slot > first && slot < end)
  return [...(inForce === undefined ? [] : [inForce]), ...later].map((one) => ({
    ...one,
    slot: Math.max(0, one.slot - first),
  }))
}
