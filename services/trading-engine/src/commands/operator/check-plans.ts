import { invalidPayload } from '@ats/service-kit/process'
import type { Plan } from '../../core/model/plan/plan.js'
import { isInStoredWords } from '../../core/model/plan/risk-config.js'
import { planIssues, storedWordIssues } from '../../core/risk/plan-issues.js'
import type { WrittenPlan } from '../../core/risk/written-plan.js'
import { nextVersion } from './next-version.js'

/** Throws with every problem of the rules of a file; a plan equal to its stored version has none. */
export function checkPlans(plans: readonly WrittenPlan[], newest: ReadonlyMap<string, Plan>): void {
  const issues = plans.flatMap((written, index) => {
    const known = newest.get(written.plan.id)
    const mayBeEqual = isInStoredWords(written.rules) || storedWordIssues(written.rules).length === 0
    if (mayBeEqual && nextVersion(known, written.plan).outcome === 'unchanged') return []
    return planIssues(written).map(({ path, code, message }) => {
      const at = ['plans', index, 'risk_config', ...path]
      return { path: at, code, message: `plans[${index}].${['risk_config', ...path].join('.')} ${message}` }
    })
  })
  if (issues.length > 0) throw invalidPayload(issues)
}
