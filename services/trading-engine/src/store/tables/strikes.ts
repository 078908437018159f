import type { Strike } from '../../core/model/account/strike.js'
import { columnsOf, microsOf, textOf, type RowOf } from './column.js'

const column = columnsOf<Strike>()

export const STRIKE_COLUMNS = [
  column.uuid('id', (strike) => strike.id),
  column.uuid('account_id', (strike) => strike.accountId),
  column.text('rule', (strike) => strike.rule),
  column.uuid('position_id', (strike) => strike.positionId),
  column.time('created_at', (strike) => strike.at),
]

export type StrikeRow = RowOf<typeof STRIKE_COLUMNS>

export const strikeOf = (row: StrikeRow): Strike => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  rule: row.rule as Strike['rule'],
  positionId: textOf(row.position_id),
  at: microsOf(row.created_at),
})
