/** Lists what positions were charged for time, with the quantity they had then. */
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Direction } from '../../core/model/account/position.js'
import type { Charge } from '../../core/read/recompute-charge.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf, quantityOf, rateOf, textOf, usdOf } from '../tables/column.js'
import { CHARGED } from './ledger-check.js'

/** The charges that were due at this moment or later, in no order. */
export async function listCharges(db: Queryable, accountId: string, from: Micros): Promise<readonly Charge[]> {
  const { rows } = await db.query<Record<string, string>>({
    text: `select transfers.id, transfers.account_id, venue, symbol, positions.direction, house, charged.quantity,
        case transfers.direction when 'IN' then amount else -amount end as amount,
        coalesce(funding_rate, accrual_rate) as rate, coalesce(funding_at, accrued_from) as due_at
      from ${CHARGED} charged join transfers on transfers.id = transfer_id
        join positions on positions.id = transfers.position_id
      where coalesce(funding_at, accrued_from) >= $2`,
    values: [[accountId], formatTimestamp(from)],
  })
  return rows.map(chargeOf)
}

const chargeOf = (row: Record<string, string>): Charge => ({
  transferId: textOf(row['id']),
  accountId: textOf(row['account_id']),
  venue: row['venue'] as VenueId,
  symbol: textOf(row['symbol']),
  direction: row['direction'] as Direction,
  house: row['house'] as Charge['house'],
  quantity: quantityOf(row['quantity']),
  amount: usdOf(row['amount']),
  rate: rateOf(row['rate']),
  at: microsOf(row['due_at']),
})
