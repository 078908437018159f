/** Changes what a tape says of one symbol, in IEEE arithmetic alone. */
import { createSeriesWriter, type TapeRow } from '../tapes/series-writer.js'
import type { Tape, TapeFunding } from '../tapes/tape.js'

/** Null: nothing is said at that slot. */
export type EditRow = (row: TapeRow) => TapeRow | null

/** `at`: slots with a row of their own, which says what holds there, before it is edited. */
export function editTape(tape: Tape, symbol: string, at: readonly number[], edit: EditRow): Tape {
  return {
    ...tape,
    series: tape.series.map((series) => {
      if (series.symbol !== symbol) return series
      const writer = createSeriesWriter(series)
      const { slots, prices, spreads, flags } = series
      const due = [...at].sort((a, b) => a - b)
      const tell = (slot: number, row: number): void => {
        if (row < 0) return
        const held = { price: prices[row] ?? 1, spread: spreads?.[row] ?? 0, flags: flags?.[row] ?? 0 }
        const edited = edit({ slot, ...held })
        if (edited !== null) writer.add(edited)
      }
      for (const [row, slot] of slots.entries()) {
        for (; (due[0] ?? Infinity) < slot; due.shift()) tell(due[0] ?? 0, row - 1)
        tell(slot, row)
      }
      for (const slot of due) tell(slot, slots.length - 1)
      return writer.finish(series.funding)
    }),
  }
}

/** Multiplies prices by factors: on lines between the slots that have one, and by the nearest one outside of them. */
export function scalePrices(points: readonly (readonly [slot: number, factor: number])[]): EditRow {
  return (row) => ({ ...row, price: Math.max(1, Math.floor(row.price * factorAt(points, row.slot) + 0.5)) })
}

function factorAt(points: readonly (readonly [number, number])[], slot: number): number {
  const next = points.findIndex(([at]) => at > slot)
  const [fromAt, from] = points.at(next < 0 ? -1 : Math.max(0, next - 1)) ?? [0, 1]
  const [toAt, to] = points.at(next < 0 ? -1 : next) ?? [0, 1]
  return toAt === fromAt || slot <= fromAt ? from : from + ((to - from) * (slot - fromAt)) / (toAt - fromAt)
}

export const isWithin = ({ slot }: TapeRow, [from, to]: readonly [number, number]): boolean => slot >= from && slot < to

export const withFunding = (tape: Tape, symbol: string, funding: readonly TapeFunding[]): Tape => ({
  ...tape,
  series: tape.series.map((series) => (series.symbol === symbol ? { ...series, funding } : series)),
})
