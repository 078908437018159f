import { invalidPayload } from '@ats/service-kit/process'
import type { Plan } from '../../core/model/plan/plan.js'
import { issueWithin, nameIssues, sourceIssues } from '../../core/model/plan/shown-issues.js'
import { isInStoredWords } from '../../core/model/plan/risk-config.js'
import { planIssues, storedWordIssues } from '../../core/risk/plan-issues.js'
import type { WrittenPlan } from '../../core/risk/written-plan.js'
import type { Micros } from '../../core/values/time.js'
import { nextVersion } from './next-version.js'

/** Throws with every problem of what a file sells and shows; a plan equal to its stored version has none. */
export function checkPlans(plans: readonly WrittenPlan[], newest: ReadonlyMap<string, Plan>, now: Micros): void {
  const issues = plans.flatMap((written, index) => {
    const known = newest.get(written.plan.id)
    const mayBeEqual = isInStoredWords(written.rules) || storedWordIssues(written.rules).length === 0
    if (mayBeEqual && nextVersion(known, written.plan).outcome === 'unchanged') return []
    const shown = [...nameIssues(written.plan.name, ['name']), ...sourceIssues(written.plan.source, now)]
    return [
      ...shown.map((issue) => issueWithin(['plans', index], issue)),
      ...planIssues(written).map((issue) => issueWithin(['plans', index, 'risk_config'], issue)),
    ]
  })
  if (issues.length > 0) throw invalidPayload(issues)
}
