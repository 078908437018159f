import type { Plan } from '../core/plan.js'
import { planOf, type PlanRow } from './plan-rows.js'
import type { Queryable } from './queryable.js'

/** The newest version of every plan, by id. */
export async function listPlans(db: Queryable): Promise<readonly Plan[]> {
  const { rows } = await db.query<PlanRow>({
    name: 'list_plans',
    text: `select distinct on (id) id as plan_id, version as plan_version, definition from plans order by id, version desc`,
  })
  return rows.map(planOf)
}
