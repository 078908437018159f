/** Finds what plans, programs and competitions may no longer show to people: versions stored before may have it. */
import { isVisibleName, VISIBLE_NAME } from '../../values/visible-name.js'
import type { Micros } from '../../values/time.js'
import type { PlanSource } from './plan.js'

export interface ShownIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  /** Goes on from the name of the field. */
  readonly message: string
}

/** Puts what is said of a part of a file where it is in all of it, as `plans[0].risk_config.exposure`. */
export function issueWithin(outer: ShownIssue['path'], { path, code, message }: ShownIssue): ShownIssue {
  const at = [...outer, ...path]
  const text = at.map((part, nth) => (typeof part === 'number' ? `[${part}]` : nth === 0 ? part : `.${part}`)).join('')
  return { path: at, code, message: `${text} ${message}` }
}

/** How far the clocks of the earth are ahead of UTC: a date begins there first. */
const AHEAD_HOURS_MAX = 14

export const nameIssues = (name: string, path: ShownIssue['path']): readonly ShownIssue[] =>
  isVisibleName(name)
    ? []
    : [{ path, code: 'string.pattern.base', message: `must be 1 to 128 characters that ${VISIBLE_NAME}` }]

export function sourceIssues(source: PlanSource | undefined, now: Micros): readonly ShownIssue[] {
  const today = new Date(now / 1_000 + AHEAD_HOURS_MAX * 3_600_000).toISOString().slice(0, 10)
  const isFuture = (source?.verifiedOn ?? '') > today
  return isFuture ? [{ path: ['verified_on'], code: 'date.future', message: 'must not be in the future' }] : []
}
