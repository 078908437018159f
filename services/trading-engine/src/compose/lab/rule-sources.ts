import type { Pool } from 'pg'
import type { Micros } from '../../core/values/time.js'
import type { RuleSources } from '../../lab/run/new-run.js'
import { createAccountReader } from '../../store/accounts/load-account.js'
import { findPlan, listPlans } from '../../store/operator/plans.js'
import { findProgram } from '../../store/operator/programs.js'

/** Plans, programs and accounts for runs of the laboratory. */
export function createRuleSources(pool: Pool, now: () => Micros): RuleSources {
  const accounts = createAccountReader()
  return {
    findPlan: async (id, version) =>
      version === null ? ((await listPlans(pool)).find((plan) => plan.id === id) ?? null) : findPlan(pool, id, version),
    async findProgram(id, version) {
      const program = await findProgram(pool, id, version)
      if (program === null) return null
      const plans = await Promise.all(program.phases.map((phase) => findPlan(pool, phase.planId, phase.planVersion)))
      return { program, plans: plans.filter((plan) => plan !== null) }
    },
    async findAccount(userId, accountId) {
      const account = (await accounts.load(pool, [accountId])).get(accountId)
      if (account?.userId !== userId) return null
      return { account, takenAt: Math.max(now(), account.clock) }
    },
  }
}
