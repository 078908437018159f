import type { Pool } from 'pg'
import { computeExposure, computePerformance, type AnalyticsGroup } from '../core/read/analytics.js'
import { groupClosedResults, sumClosedResults, type ResultsWindow } from '../store/read/analytics.js'
import type { Analytics } from '../wire/account/analytics-codec.js'
import type { AccountRead } from './read-account.js'

/** `by` null: of all closed positions of the window together. */
export async function readAnalytics(
  pool: Pool,
  { account, context }: AccountRead,
  window: ResultsWindow,
  by: AnalyticsGroup | null,
): Promise<Analytics> {
  const performance = computePerformance(await sumClosedResults(pool, account.id, window))
  const exposure = computeExposure(account.positions.values(), context)
  if (by === null) return { performance, exposure }
  const timeZone = account.plan.risk.tradingDay.resetTimeZone
  const found = await groupClosedResults(pool, account.id, window, { by, timeZone })
  const groups = found.map(({ key, results }) => ({ key, performance: computePerformance(results) }))
  return { performance, exposure, groups }
}
