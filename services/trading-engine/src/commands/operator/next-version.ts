import type { Plan } from '../../core/model/plan/plan.js'
import { definitionOf } from '../../store/accounts/plan-rows.js'

export interface ImportedPlan {
  readonly id: string
  /** Its newest one now. */
  readonly version: number
  readonly outcome: 'created' | 'changed' | 'unchanged'
}

/** The outcome for a plan of a file. */
export function nextVersion(newest: Plan | undefined, requested: Omit<Plan, 'version'>): ImportedPlan {
  if (newest === undefined) return { id: requested.id, version: 1, outcome: 'created' }
  const isSame = textOf(newest) === textOf(requested)
  if (isSame) return { id: requested.id, version: newest.version, outcome: 'unchanged' }
  return { id: requested.id, version: newest.version + 1, outcome: 'changed' }
}

/** Its fields always come in the same order. */
const textOf = (plan: Omit<Plan, 'version'>): string => JSON.stringify(definitionOf(plan))
