/**
 * Puts the venue costs of the installation into the plans that do not say: a next version of each is on sale from then
 * on. Accounts and grants keep the version they were sold, and a plan that says what it has stays as it is.
 */
import { inTransaction } from '@ats/service-kit/db'
import type { Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { NO_VENUE_COSTS, type VenueCosts, writeVenueCosts } from '../core/model/market/venue-costs.js'
import { insertPlan, listPlans, listPlansWithoutCosts, lockPlans } from '../store/operator/plans.js'

/** Does it once for processes that start together. */
export async function offerVenueCosts(pool: Pool, costs: VenueCosts, logger: Logger): Promise<void> {
  if (isNothing(costs) || (await inTransaction(pool, listPlansWithoutCosts)).length === 0) return
  const changed = await inTransaction(pool, async (client) => {
    await lockPlans(client)
    const silent = new Set(await listPlansWithoutCosts(client))
    const plans = (await listPlans(client)).filter(({ id }) => silent.has(id))
    for (const plan of plans) await insertPlan(client, { ...plan, costs, version: plan.version + 1 })
    return plans.map(({ id }) => id)
  })
  if (changed.length > 0) logger.info({ plans: changed, costs: writeVenueCosts(costs) }, 'plans take over venue costs')
}

const isNothing = (costs: VenueCosts): boolean =>
  JSON.stringify(writeVenueCosts(costs)) === JSON.stringify(writeVenueCosts(NO_VENUE_COSTS))
