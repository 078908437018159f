import type { HouseAccount, Transfer } from '../../core/model/account/ledger.js'
import { columnsOf, textOf, optional, usdOf, rateOf, microsOf, type RowOf } from './column.js'

/** A row together with the command that caused it. */
export interface Caused<T> {
  readonly commandId: string
  readonly row: T
}

const column = columnsOf<Caused<Transfer>>()

export const TRANSFER_COLUMNS = [
  column.uuid('id', ({ row }) => row.id),
  column.uuid('account_id', ({ row }) => row.accountId),
  column.uuid('command_id', ({ commandId }) => commandId),
  column.text('house', ({ row }) => row.house),
  column.text('direction', ({ row }) => row.direction),
  column.numeric('amount', ({ row }) => row.amount),
  column.uuid('fill_id', ({ row }) => row.fillId),
  column.uuid('position_id', ({ row }) => row.positionId),
  column.time('funding_at', ({ row }) => row.funding?.at ?? null),
  column.numeric('funding_rate', ({ row }) => row.funding?.rate ?? null),
  column.time('accrued_from', ({ row }) => row.accrual?.from ?? null),
  column.time('accrued_until', ({ row }) => row.accrual?.until ?? null),
  column.numeric('accrual_rate', ({ row }) => row.accrual?.rate ?? null),
  column.numeric('balance_after', ({ row }) => row.balanceAfter),
  column.time('created_at', ({ row }) => row.at),
]

export type TransferRow = RowOf<typeof TRANSFER_COLUMNS>

export const transferOf = (row: TransferRow): Transfer => ({
  id: textOf(row.id),
  accountId: textOf(row.account_id),
  house: row.house as HouseAccount,
  direction: row.direction as Transfer['direction'],
  amount: usdOf(row.amount),
  fillId: optional(row.fill_id, textOf),
  positionId: optional(row.position_id, textOf),
  funding: row.funding_at === null ? null : { at: microsOf(row.funding_at), rate: rateOf(row.funding_rate) },
  accrual:
    row.accrued_until === null
      ? null
      : { from: microsOf(row.accrued_from), until: microsOf(row.accrued_until), rate: rateOf(row.accrual_rate) },
  balanceAfter: usdOf(row.balance_after),
  at: microsOf(row.created_at),
})
