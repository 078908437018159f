import type { Pool } from 'pg'
import type { PlanVersion } from '../core/model/plan/plan.js'
import { countPlanVersions, listPlanVersions } from '../store/operator/plans.js'

/** A version of a plan with what has it. */
export interface UsedPlanVersion extends PlanVersion {
  /** Accounts that have not ended. */
  readonly accounts: number
  readonly unusedGrants: number
}

/** All versions of all plans, by id, newest version first. */
export async function listPlanVersionUses(pool: Pool): Promise<readonly UsedPlanVersion[]> {
  const uses = new Map((await countPlanVersions(pool)).map((use) => [keyOf(use.planId, use.version), use]))
  return (await listPlanVersions(pool)).map((version) => {
    const { accounts = 0, unusedGrants = 0 } = uses.get(keyOf(version.plan.id, version.plan.version)) ?? {}
    return { ...version, accounts, unusedGrants }
  })
}

const keyOf = (id: string, version: number): string => `${id} ${version}`
