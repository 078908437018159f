import type { Pool } from 'pg'
import type { ProfitAdjustment } from '../../core/model/account/profit-adjustment.js'
import { decimal, usd, type Usd } from '../../core/values/decimal.js'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { profitAdjustmentOf, type ProfitAdjustmentRow } from '../tables/profit-adjustments.js'

export const listAdjustments = (pool: Pool, accountId: string, window: TimeWindow): Promise<Page<ProfitAdjustment>> =>
  pageByTime<ProfitAdjustmentRow, ProfitAdjustment>(
    pool,
    { table: 'profit_adjustments', time: 'created_at', filter: { account_id: accountId }, window },
    profitAdjustmentOf,
  )

/** The sum that was taken off the profit of an account. */
export async function sumAdjustments(db: Queryable, accountId: string): Promise<Usd> {
  const { rows } = await db.query<{ total: string }>({
    name: 'sum_adjustments',
    text: 'select coalesce(sum(amount), 0) as total from profit_adjustments where account_id = $1',
    values: [accountId],
  })
  return usd(decimal(rows[0]?.total ?? '0'))
}

export async function isPositionOf(db: Queryable, accountId: string, positionId: string): Promise<boolean> {
  const { rows } = await db.query({
    text: 'select from positions where id = $1 and account_id = $2',
    values: [positionId, accountId],
  })
  return rows.length > 0
}
