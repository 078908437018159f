/** The finding of one rule about a proposal: passed or violated, and the figures it compared. */
import type { Micros } from '../values/time.js'
import type { Proposal } from './proposal.js'
import type { Severity, Unit } from '../model/plan/violation.js'

export interface Finding {
  readonly isViolated: boolean
  /** Severity of the violation, if there is one. */
  readonly severity: Severity
  /** Message of the violation; only for a violated rule. */
  readonly message: () => string
  /** Scaled decimals in `unit`; null where the rule has no number, or there is none to compare. */
  readonly limit: bigint | null
  readonly value: bigint | null
  readonly unit: Unit | null
  /** MAX: `value` may be at most `limit`; MIN: it must be at least that. Null: it is no matter of more or less. */
  readonly bound: 'MAX' | 'MIN' | null
  readonly until?: Micros | null
}

/** One rule. Pure, and blind to the other rules. */
export type Rule = (proposal: Proposal) => Finding

/** Finding of a rule that compares no figures. `until`: when it stops being violated, where that is known. */
export const plainFinding = (isViolated: boolean, message: () => string, until: Micros | null = null): Finding => ({
  isViolated,
  severity: 'SOFT',
  message,
  limit: null,
  value: null,
  unit: null,
  bound: null,
  until,
})

/** How much further the value could go; negative where it went too far, null where it is unknown. */
export function headroomOf({ limit, value, bound }: Finding): bigint | null {
  if (bound === null || limit === null || value === null) return null
  return bound === 'MAX' ? limit - value : value - limit
}
