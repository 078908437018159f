/**
 * The rule of a plan about scheduled news, in the API's field names and as decisions read it. A version that says no
 * `treatment` freezes, and has no field for it.
 */
import { rate, type Rate } from '../../values/decimal.js'

export const NEWS_SCOPES = ['OPENING', 'ALL'] as const

/**
 * FREEZE: orders are refused around an event. EXCLUDE_PROFIT and FACTOR: nothing is refused, but none of the profit of
 * what was filled then is paid out, or only a share of it.
 */
export const NEWS_TREATMENTS = ['FREEZE', 'EXCLUDE_PROFIT', 'FACTOR'] as const
export type NewsTreatment = (typeof NEWS_TREATMENTS)[number]

export interface NewsRule {
  readonly beforeMinutes: number
  readonly afterMinutes: number
  readonly impacts: readonly string[]
  /** OPENING: it concerns what opens or adds; ALL: what closes as well. */
  readonly scope: (typeof NEWS_SCOPES)[number]
  /** The other treatments; absent of a rule that freezes. */
  readonly adjusts?: NewsAdjustment
}

export interface NewsAdjustment {
  readonly treatment: Exclude<NewsTreatment, 'FREEZE'>
  /** The share of the profit that counts, in percent; 0 with EXCLUDE_PROFIT. */
  readonly countsPct: Rate
  /** A position last added to so many minutes before an event is closed within its window as outside; null: none. */
  readonly exemptMinutes: number | null
}

/** `D`: a decimal, as text or scaled. */
export interface WrittenNewsRule<D> {
  readonly before_minutes: number
  readonly after_minutes: number
  readonly impacts: readonly string[]
  readonly scope: NewsRule['scope']
  readonly treatment?: NewsTreatment
  /** A share in percent, of FACTOR. */
  readonly counts_pct?: D
  readonly exempt_if_opened_before_minutes?: number
}

export function readNewsRule<D>(written: WrittenNewsRule<D>, read: (value: D) => bigint): NewsRule {
  const { before_minutes: beforeMinutes, after_minutes: afterMinutes, impacts, scope, treatment } = written
  const rule = { beforeMinutes, afterMinutes, impacts, scope }
  if (treatment === undefined || treatment === 'FREEZE') return rule
  const countsPct = rate(written.counts_pct === undefined ? 0n : read(written.counts_pct))
  return { ...rule, adjusts: { treatment, countsPct, exemptMinutes: written.exempt_if_opened_before_minutes ?? null } }
}

export const writeNewsRule = <D>(
  { beforeMinutes, afterMinutes, impacts, scope, adjusts }: NewsRule,
  write: (value: bigint) => D,
): WrittenNewsRule<D> => ({
  before_minutes: beforeMinutes,
  after_minutes: afterMinutes,
  impacts,
  scope,
  ...(adjusts && { treatment: adjusts.treatment }),
  ...(adjusts?.treatment === 'FACTOR' && { counts_pct: write(adjusts.countsPct) }),
  ...(typeof adjusts?.exemptMinutes === 'number' && { exempt_if_opened_before_minutes: adjusts.exemptMinutes }),
})
