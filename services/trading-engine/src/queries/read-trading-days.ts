/** The trading days of an account, each as it went: what a calendar of results shows. */
import { mapInTurns, type Visitor } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import { computeEquity } from '../core/margin/equity.js'
import { looksOf, reportDay, type DayReport, type DaySums } from '../core/risk/day-report.js'
import type { Market } from '../market/market.js'
import { listBreaches, type Page, type TimeWindow } from '../store/read/history.js'
import { listDays } from '../store/read/trading-days.js'
import type { AccountRead } from './read-account.js'
import { valueMoments } from './read-equity-curve.js'

/** More than there can be in the days of a page: a warning, a lock and an end a day. */
const BREACHES_MAX = 500

export async function readTradingDays(
  pool: Pool,
  market: Pick<Market, 'quote' | 'takeTurn'>,
  { account, context }: AccountRead,
  window: TimeWindow,
  visitor?: Visitor,
): Promise<Page<DayReport>> {
  const page = await listDays(pool, account, computeEquity(account, context.market), window)
  const [newest, oldest] = [page.rows[0], page.rows.at(-1)]
  if (newest === undefined || oldest === undefined) return { rows: [], hasMore: page.hasMore }
  const now = Math.max(context.now, account.clock)
  const moments = page.rows.toReversed().flatMap((day) => looksOf(day, now))
  const points = await valueMoments(pool, market, account.id, moments, () => market.takeTurn(visitor))
  const span = { from: oldest.at, to: newest.endedAt ?? account.clock, limit: BREACHES_MAX }
  const breaches = (await listBreaches(pool, account.id, span)).rows.toReversed()
  const rows = await mapInTurns(
    page.rows,
    (day) => {
      const equities = points.flatMap((point) => (isWithin(day, point) && point.equity !== null ? [point.equity] : []))
      return reportDay(account, day, breaches.filter(isWithin.bind(null, day)), equities)
    },
    visitor,
  )
  return { rows, hasMore: page.hasMore }
}

const isWithin = ({ at: beganAt, endedAt }: DaySums, { at }: { readonly at: number }): boolean =>
  at >= beganAt && (endedAt === null || at < endedAt)
