import type { StoredEvent } from '../../core/model/events.js'
import { columnsOf, microsOf, optional, textOf, type RowOf } from './column.js'

const column = columnsOf<StoredEvent>()

export const EVENT_COLUMNS = [
  column.uuid('id', (event) => event.id),
  column.uuid('account_id', (event) => event.accountId),
  column.int8('sequence', (event) => event.sequence),
  column.text('type', (event) => event.type),
  column.json('data', (event) => event.data),
  column.time('created_at', (event) => event.at),
]

export type EventRow = { readonly referral?: unknown } & RowOf<typeof EVENT_COLUMNS>

export const storedEventOf = (row: EventRow): StoredEvent => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  sequence: Number(row.sequence),
  type: textOf(row.type),
  data: textOf(row.data),
  at: microsOf(row.created_at),
  referral: optional(row.referral ?? null, textOf),
})
