/** R multiples of closed positions, counted in steps of half an R: -1 R is what the stop would have lost. */
export interface RBucket {
  /** Its R multiples are at least `from` and less than `to`; null: there is no such end. */
  readonly from: number | null
  readonly to: number | null
  readonly count: number
}

const STEP = 0.5
const [LOWEST, HIGHEST] = [-3, 5]

/** From the lowest step that has any to the highest; what lies beyond -3 R and 5 R is in one bucket each. */
export function rBuckets(multiples: readonly string[]): readonly RBucket[] {
  const steps = multiples.map((multiple) => {
    const step = Math.floor(Number(multiple) / STEP) * STEP
    return Math.min(Math.max(step, LOWEST - STEP), HIGHEST)
  })
  if (steps.length === 0) return []
  const [first, last] = [Math.min(...steps), Math.max(...steps)]
  return Array.from({ length: (last - first) / STEP + 1 }, (_, index) => {
    const from = first + index * STEP
    return {
      from: from < LOWEST ? null : from,
      to: from < HIGHEST ? from + STEP : null,
      count: steps.filter((step) => step === from).length,
    }
  })
}
