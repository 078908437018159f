import type { Pool } from 'pg'
import { computeExposure, computePerformance } from '../core/read/analytics.js'
import { sumClosedResults } from '../store/read/analytics.js'
import type { Analytics } from '../wire/account/analytics-codec.js'
import type { AccountRead } from './read-account.js'

export async function readAnalytics(pool: Pool, { account, context }: AccountRead): Promise<Analytics> {
  const performance = computePerformance(await sumClosedResults(pool, account.id))
  return { performance, exposure: computeExposure(account.positions.values(), context) }
}
