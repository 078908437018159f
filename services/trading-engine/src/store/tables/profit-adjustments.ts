import type { ProfitAdjustment } from '../../core/model/account/profit-adjustment.js'
import { columnsOf, microsOf, optional, textOf, usdOf, type RowOf } from './column.js'

const column = columnsOf<ProfitAdjustment>()

export const PROFIT_ADJUSTMENT_COLUMNS = [
  column.uuid('id', (adjustment) => adjustment.id),
  column.uuid('account_id', (adjustment) => adjustment.accountId),
  column.uuid('position_id', (adjustment) => adjustment.positionId),
  column.text('rule', (adjustment) => adjustment.rule),
  column.numeric('amount', (adjustment) => adjustment.amount),
  column.text('reason', (adjustment) => adjustment.reason),
  column.time('created_at', (adjustment) => adjustment.at),
]

export type ProfitAdjustmentRow = RowOf<typeof PROFIT_ADJUSTMENT_COLUMNS>

export const profitAdjustmentOf = (row: ProfitAdjustmentRow): ProfitAdjustment => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  positionId: optional(row.position_id, textOf),
  rule: textOf(row.rule),
  amount: usdOf(row.amount),
  reason: textOf(row.reason),
  at: microsOf(row.created_at),
})
