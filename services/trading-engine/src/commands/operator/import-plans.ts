/**
 * Imports a file of plans, whole or not at all. A plan equal to its newest version changes nothing; any other becomes
 * the next version, which is on sale from then on. Accounts and grants keep the version they were sold.
 */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { Micros } from '../../core/values/time.js'
import type { Plan } from '../../core/model/plan/plan.js'
import type { VenueCosts } from '../../core/model/market/venue-costs.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { definitionOf } from '../../store/accounts/plan-rows.js'
import { insertPlan, listPlans, lockPlans } from '../../store/operator/plans.js'

export interface PlanImportDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly newId: () => string
}

export interface PlanRouteDependencies extends PlanImportDependencies {
  /** The costs of plans whose file does not say. */
  readonly venueCosts: VenueCosts
}

export interface ImportedPlan {
  readonly id: string
  /** Its newest one now. */
  readonly version: number
  readonly outcome: 'created' | 'changed' | 'unchanged'
}

export const importPlans = (
  { pool, now, newId }: PlanImportDependencies,
  plans: readonly Omit<Plan, 'version'>[],
  operator: OperatorAction,
): Promise<readonly ImportedPlan[]> =>
  inTransaction(pool, async (client) => {
    await lockPlans(client)
    const newest = new Map((await listPlans(client)).map((plan) => [plan.id, plan]))
    const imported: ImportedPlan[] = []
    for (const requested of plans) {
      const next = nextVersion(newest.get(requested.id), requested)
      if (next.outcome !== 'unchanged') await insertPlan(client, { ...requested, version: next.version })
      imported.push(next)
    }
    if (imported.some(({ outcome }) => outcome !== 'unchanged')) {
      const outcome = { plans: imported }
      await insertAudit(client, {
        id: newId(),
        at: now(),
        action: 'import_plans',
        subject: 'plans',
        outcome,
        ...operator,
      })
    }
    return imported
  })

/** The outcome for a plan of a file. */
export function nextVersion(newest: Plan | undefined, requested: Omit<Plan, 'version'>): ImportedPlan {
  if (newest === undefined) return { id: requested.id, version: 1, outcome: 'created' }
  const isSame = textOf(newest) === textOf(requested)
  if (isSame) return { id: requested.id, version: newest.version, outcome: 'unchanged' }
  return { id: requested.id, version: newest.version + 1, outcome: 'changed' }
}

/** Its fields always come in the same order. */
const textOf = (plan: Omit<Plan, 'version'>): string => JSON.stringify(definitionOf(plan))
