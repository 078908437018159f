import { signedAmount, type Transfer } from '../core/model/ledger.js'
import { formatTimestamp } from '../core/values/time.js'
import type { WriteDecimal } from './decimals.js'

/** A row of the ledger; an amount above 0 was received. */
export const transferBody = (transfer: Transfer, write: WriteDecimal): Record<string, unknown> => ({
  id: transfer.id,
  account_id: transfer.accountId,
  house: transfer.house,
  direction: transfer.direction,
  amount: write(signedAmount(transfer)),
  balance_after: write(transfer.balanceAfter),
  fill_id: transfer.fillId,
  position_id: transfer.positionId,
  created_at: formatTimestamp(transfer.at),
})
