import type { Pool } from 'pg'
import type { RuleSources } from '../../lab/run/new-run.js'
import { findPlan, listPlans } from '../../store/operator/plans.js'
import { findProgram } from '../../store/operator/programs.js'

/** Plans and programs for runs of the laboratory. */
export function createRuleSources(pool: Pool): RuleSources {
  return {
    findPlan: async (id, version) =>
      version === null ? ((await listPlans(pool)).find((plan) => plan.id === id) ?? null) : findPlan(pool, id, version),
    async findProgram(id, version) {
      const program = await findProgram(pool, id, version)
      if (program === null) return null
      const plans = await Promise.all(program.phases.map((phase) => findPlan(pool, phase.planId, phase.planVersion)))
      return { program, plans: plans.filter((plan) => plan !== null) }
    },
  }
}
