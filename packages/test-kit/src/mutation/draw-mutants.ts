import { createHash } from 'node:crypto'
import type { Mutant } from './all-mutants.js'
import { nameOf } from './keys.js'

/** The same ones for a seed as long as they are in the code, in the order of their files. */
export function drawMutants(mutants: readonly Mutant[], seed: number, count: number): readonly Mutant[] {
  const lots = mutants.map((mutant) => ({ mutant, lot: lotOf(mutant, seed) }))
  const drawn = new Set(lots.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, count))
  return lots.filter((lot) => drawn.has(lot)).map(({ mutant }) => mutant)
}

const lotOf = (mutant: Mutant, seed: number): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, ...nameOf(mutant)]))
    .digest('hex')
