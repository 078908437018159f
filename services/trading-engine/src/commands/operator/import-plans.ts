/**
 * Imports a file of plans, whole or not at all. A plan equal to its newest version changes nothing; any other becomes
 * the next version, which is on sale from then on. Accounts and grants keep the version they were sold.
 */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { Micros } from '../../core/values/time.js'
import type { WrittenPlan } from '../../core/risk/written-plan.js'
import type { VenueCosts } from '../../core/model/market/venue-costs.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { insertPlan, listPlans, lockPlans } from '../../store/operator/plans.js'
import { checkPlans } from './check-plans.js'
import { nextVersion, type ImportedPlan } from './next-version.js'

export interface PlanImportDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly newId: () => string
}

export interface PlanRouteDependencies extends PlanImportDependencies {
  /** The costs of plans whose file does not say. */
  readonly venueCosts: VenueCosts
}

export const importPlans = (
  { pool, now, newId }: PlanImportDependencies,
  plans: readonly WrittenPlan[],
  operator: OperatorAction,
): Promise<readonly ImportedPlan[]> =>
  inTransaction(pool, async (client) => {
    await lockPlans(client)
    const newest = new Map((await listPlans(client)).map((plan) => [plan.id, plan]))
    checkPlans(plans, newest, now())
    const imported: ImportedPlan[] = []
    for (const { plan: requested } of plans) {
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
