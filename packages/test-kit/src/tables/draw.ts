import { createHash } from 'node:crypto'

/**
 * A share of a table, e.g. a thirtieth of it for 30, in its order: other rows with every seed of a run, at least one,
 * and all with `SUITE=whole`. Names tell rows apart, and tables: two that name their rows alike have the same ones
 * drawn.
 */
export function draw<Row>(table: readonly Row[], share: number, nameOf: (row: Row) => string): readonly Row[] {
  if (isWhole()) return table
  const lots = table.map((row, place) => ({ row, place, lot: lotOf(nameOf(row)) }))
  const drawn = lots.toSorted((a, b) => a.lot - b.lot).slice(0, Math.ceil(table.length / share))
  return drawn.toSorted((a, b) => a.place - b.place).map(({ row }) => row)
}

/** How often a property is tried: a share of the whole, such as an eighth; `SUITE=whole` runs all. */
export function runs(whole: number, share = 8): number {
  const count = isWhole() ? whole : Math.ceil(whole / share)
  return Math.min(count, Number(process.env['PROPERTY_RUNS_MAX'] ?? count))
}

const isWhole = (): boolean => process.env['SUITE'] === 'whole'

/** Its place in the draw of this seed. */
const lotOf = (name: string): number =>
  createHash('sha256').update(`${process.env['FAST_CHECK_SEED']} ${name}`).digest().readUInt32BE()
