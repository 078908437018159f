/** Days of recordings one after the other, as one tape: their prices as they were, at other dates. */
import { listingKey } from '../../../core/model/market/listing.js'
import { TICKS_PER_DAY } from '../../../core/values/tick.js'
import { rowAt, type Tape, type TapeFunding, type TapeSeries } from '../../tapes/tape.js'
import type { DrawnDay, Recording } from './draw-blocks.js'

interface Part {
  readonly of: TapeSeries
  /** Rows, the end exclusive; the first of them holds as the day begins. */
  readonly first: number
  readonly end: number
  /** The slots at which the day begins, in its recording and here. */
  readonly from: number
  readonly to: number
}

/** @param begins the first day */
export function spliceDays(recordings: readonly Recording[], days: readonly DrawnDay[], begins: number): Tape {
  const listings = new Map(recordings.flatMap(({ tape }) => tape.series.map((of) => [listingKey(of), of] as const)))
  const series = [...listings].map(([key, like]) => {
    const parts = days.flatMap((day, number) => partsOf(recordings, day, key, number * TICKS_PER_DAY))
    return spliced(like, parts)
  })
  return { firstTick: begins * TICKS_PER_DAY, series: series.filter(({ slots }) => slots.length > 0) }
}

function partsOf(recordings: readonly Recording[], day: DrawnDay, key: string, to: number): readonly Part[] {
  const tape = day === null ? undefined : recordings[day.source]?.tape
  const of = tape?.series.find((one) => listingKey(one) === key)
  if (day === null || tape === undefined || of === undefined) return []
  const from = day.number * TICKS_PER_DAY - tape.firstTick
  const first = Math.max(0, rowAt(of.slots, from))
  const end = rowAt(of.slots, from + TICKS_PER_DAY - 1) + 1
  return end <= first ? [] : [{ of, first, end, from, to }]
}

function spliced(like: TapeSeries, parts: readonly Part[]): TapeSeries {
  const rows = parts.reduce((sum, { first, end }) => sum + end - first, 0)
  const slots = new Uint32Array(rows)
  const prices = new Uint32Array(rows)
  const spreads = parts.some(({ of }) => of.spreads !== null) ? new Uint32Array(rows) : null
  const flags = parts.some(({ of }) => of.flags !== null) ? new Uint8Array(rows) : null
  let row = 0
  for (const { of, first, end, from, to } of parts) {
    for (let at = first; at < end; at += 1) slots[row + at - first] = Math.max(0, (of.slots[at] ?? 0) - from) + to
    prices.set(of.prices.subarray(first, end), row)
    if (of.spreads !== null) spreads?.set(of.spreads.subarray(first, end), row)
    if (of.flags !== null) flags?.set(of.flags.subarray(first, end), row)
    row += end - first
  }
  return { ...like, slots, prices, spreads, flags, funding: parts.flatMap(fundingOf) }
}

function fundingOf({ of: { funding }, from, to }: Part): readonly TapeFunding[] {
  const end = from + TICKS_PER_DAY
  const inForce = funding.findLast(({ slot }) => slot <= from)
  const later = funding.filter(({ slot }) => slot > from && slot < end)
  return [...(inForce === undefined ? [] : [inForce]), ...later].map((one) => ({
    ...one,
    slot: Math.max(0, one.slot - from) + to,
  }))
}
