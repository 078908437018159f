import { signedAmount, type BookedTransfer, type Transfer } from '../../core/model/account/ledger.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { WriteDecimal } from '../decimals.js'

/** The time that borrowing and rollover were charged for; `rate` is for a year, positive where the position pays. */
const accrualBody = (accrual: Transfer['accrual'], write: WriteDecimal): Record<string, unknown> | null =>
  accrual && {
    from: formatTimestamp(accrual.from),
    until: formatTimestamp(accrual.until),
    rate: write(accrual.rate),
  }

/** A row of the ledger; an amount above 0 was received. */
export const transferBody = (transfer: BookedTransfer, write: WriteDecimal): Record<string, unknown> => ({
  id: transfer.id,
  account_id: transfer.accountId,
  house: transfer.house,
  direction: transfer.direction,
  amount: write(signedAmount(transfer)),
  balance_after: write(transfer.balanceAfter),
  fill_id: transfer.fillId,
  position_id: transfer.positionId,
  payout_id: transfer.payoutId,
  accrual: accrualBody(transfer.accrual, write),
  created_at: formatTimestamp(transfer.at),
})
