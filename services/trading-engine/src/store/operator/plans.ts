import { mapInTurns } from '@ats/service-kit/async'
import type { PoolClient } from 'pg'
import type { FreezingPlan } from '../../core/calendar/news-effect.js'
import type { Plan, PlanVersion } from '../../core/model/plan/plan.js'
import { definitionOf, planOf, type PlanRow } from '../accounts/plan-rows.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

/** The plan that a newcomer is shown first. */
const FIRST_PLAN_ID = 'standard-100k'

/** The newest version of every plan, by id, after the one for newcomers. */
export async function listPlans(db: Queryable): Promise<readonly Plan[]> {
  const { rows } = await db.query<PlanRow>({
    name: 'list_plans',
    text: `select distinct on (id = $1, id) id as plan_id, version as plan_version, definition from plans
      order by id = $1 desc, id, version desc`,
    values: [FIRST_PLAN_ID],
  })
  return mapInTurns(rows, planOf)
}

/** All versions of all plans, by id, newest version first. */
export async function listPlanVersions(db: Queryable): Promise<readonly PlanVersion[]> {
  const { rows } = await db.query<PlanRow & { readonly created_at: string }>({
    text: `select id as plan_id, version as plan_version, definition, created_at from plans order by id, version desc`,
  })
  return mapInTurns(rows, (row) => ({ plan: planOf(row), createdAt: microsOf(row.created_at) }))
}

/** The accounts and grants that have a version of a plan. */
export interface PlanVersionUse {
  readonly planId: string
  readonly version: number
  /** Accounts that have not ended. */
  readonly accounts: number
  readonly unusedGrants: number
}

/** Versions that an account or an unused grant has, the newest first. */
export async function countPlanVersions(db: Queryable): Promise<readonly PlanVersionUse[]> {
  const { rows } = await db.query<{ plan_id: string; plan_version: number; accounts: string; grants: string }>({
    name: 'count_plan_versions',
    text: `select plan_id, plan_version, sum(accounts) as accounts, sum(grants) as grants from (
        select plan_id, plan_version, count(*) as accounts, 0 as grants from accounts
          where state not in ('TERMINATED', 'CLOSED') group by plan_id, plan_version
        union all select plan_id, plan_version, 0, count(*) from grants
          where account_id is null group by plan_id, plan_version) use
      group by plan_id, plan_version order by plan_id, plan_version desc`,
  })
  return rows.map((row) => ({
    planId: row.plan_id,
    version: row.plan_version,
    accounts: Number(row.accounts),
    unusedGrants: Number(row.grants),
  }))
}

/** The plan versions that news freezes, of those that accounts have which have not ended. */
export async function listFreezingPlans(db: Queryable): Promise<readonly FreezingPlan[]> {
  const uses = await countPlanVersions(db)
  const versions = await listPlanVersions(db)
  return versions.flatMap(({ plan }) => {
    const use = uses.find(({ planId, version }) => planId === plan.id && version === plan.version)
    return plan.risk.newsFreeze === null || use === undefined || use.accounts === 0
      ? []
      : [{ plan, accounts: use.accounts }]
  })
}

export async function findPlan(db: Queryable, id: string, version: number): Promise<Plan | null> {
  const { rows } = await db.query<PlanRow>({
    text: `select id as plan_id, version as plan_version, definition from plans where id = $1 and version = $2`,
    values: [id, version],
  })
  return rows[0] === undefined ? null : planOf(rows[0])
}

/** The plan that an account is on; null: there is no such account. */
export async function findPlanOf(db: Queryable, accountId: string): Promise<Plan | null> {
  const { rows } = await db.query<PlanRow>({
    text: `select p.id as plan_id, p.version as plan_version, p.definition
        from accounts a join plans p on p.id = a.plan_id and p.version = a.plan_version where a.id = $1`,
    values: [accountId],
  })
  return rows[0] === undefined ? null : planOf(rows[0])
}

/** Blocks other changes of plans until the transaction ends; reading and selling them is not blocked. */
export async function lockPlans(client: PoolClient): Promise<void> {
  await client.query('lock table plans in share row exclusive mode')
}

/** Ids of the plans whose newest version says nothing of venue costs. */
export async function listPlansWithoutCosts(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly id: string }>(
    `select id from (select distinct on (id) id, definition from plans order by id, version desc) newest
      where not definition ? 'venue_costs' order by id`,
  )
  return rows.map(({ id }) => id)
}

export async function insertPlan(db: Queryable, plan: Plan): Promise<void> {
  await db.query({
    text: 'insert into plans (id, version, definition) values ($1, $2, $3)',
    values: [plan.id, plan.version, JSON.stringify(definitionOf(plan))],
  })
}
