/** A ratio as pairs of measurements show it. */
export interface Estimate {
  /** The geometric mean, so that B/A and A/B say the same. */
  readonly mean: number
  /** Two standard errors: the true ratio is further away in 1 of 20 runs. Infinity below 2 pairs. */
  readonly margin: number
  readonly pairs: number
}

export function estimateRatio(ratios: readonly number[]): Estimate {
  const logs = ratios.map(Math.log)
  const centre = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const squares = logs.reduce((sum, log) => sum + (log - centre) ** 2, 0)
  const mean = Math.exp(centre)
  const margin = ratios.length < 2 ? Infinity : 2 * mean * Math.sqrt(squares / (ratios.length - 1) / ratios.length)
  return { mean, margin, pairs: ratios.length }
}

/** Narrow enough to end on. */
export const MARGIN_AIM = 0.03
/** Fewer pairs can agree by luck. */
const PAIRS_MIN = 8

export const isSettled = ({ margin, pairs }: Estimate): boolean => pairs >= PAIRS_MIN && margin <= MARGIN_AIM

export const formatEstimate = ({ mean, margin }: Estimate): string =>
  `${mean.toFixed(3)} ± ${Number.isFinite(margin) ? margin.toFixed(3) : '?'}`

/** `control` is a revision against itself: where that is not 1, the run tells less than its margin says. */
export function verdictOf(subject: string, change: Estimate, control: Estimate): string {
  const { mean, margin } = change
  const isControlOff = Math.abs(control.mean - 1) > control.margin
  const outcome = !Number.isFinite(margin)
    ? 'too few pairs to tell'
    : mean - margin > 1
      ? 'the work tree takes MORE'
      : mean + margin < 1
        ? 'the work tree takes less'
        : margin <= MARGIN_AIM
          ? 'no difference'
          : 'no difference shown, and the margin is wide: run more pairs'
  return (
    `${subject}: B/A ${formatEstimate(change)} (control A'/A ${formatEstimate(control)}), ${change.pairs} pairs: ${outcome}` +
    (isControlOff ? '; the control is off by more than its margin, so distrust differences of its size' : '')
  )
}
