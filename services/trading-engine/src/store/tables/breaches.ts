import type { Breach } from '../../core/model/breach.js'
import { columnsOf, optional, textOf, usdOf, microsOf, type RowOf } from './column.js'

const column = columnsOf<Breach>()

export const BREACH_COLUMNS = [
  column.uuid('id', (breach) => breach.id),
  column.uuid('account_id', (breach) => breach.accountId),
  column.text('rule', (breach) => breach.rule),
  column.text('severity', (breach) => breach.severity),
  column.text('message', (breach) => breach.message),
  column.numeric('limit_value', (breach) => breach.limit),
  column.numeric('value', (breach) => breach.value),
  column.numeric('equity', (breach) => breach.equity),
  column.numeric('balance', (breach) => breach.balance),
  column.text('action', (breach) => breach.action),
  column.int8('tick', (breach) => breach.tick),
  column.time('created_at', (breach) => breach.at),
]

export type BreachRow = RowOf<typeof BREACH_COLUMNS>

export const breachOf = (row: BreachRow): Breach => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  rule: row.rule as Breach['rule'],
  severity: row.severity as Breach['severity'],
  message: textOf(row.message),
  limit: usdOf(row.limit_value),
  value: usdOf(row.value),
  equity: usdOf(row.equity),
  balance: usdOf(row.balance),
  action: row.action as Breach['action'],
  tick: optional(row.tick, Number),
  at: microsOf(row.created_at),
})
