import {
  HOUSE_ACCOUNTS,
  RARE_HOUSE_ACCOUNTS,
  signedAmount,
  type Accrual,
  type BookedTransfer,
} from '../../core/model/account/ledger.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, oneOf, orNull, time, uuid } from '../codec/kinds.js'

/** The time that borrowing and rollover were charged for; `rate` is for a year, positive where the position pays. */
const accrualCodec = codecOf<Accrual>('Accrual')({
  from: field(time, ({ from }) => from),
  until: field(time, ({ until }) => until),
  rate: field(decimal, ({ rate }) => rate),
})

/** A row of the ledger; an amount above 0 was received. */
export const transferCodec = codecOf<BookedTransfer>('Transfer')({
  id: field(uuid, (transfer) => transfer.id),
  account_id: field(uuid, (transfer) => transfer.accountId),
  house: field(oneOf([...HOUSE_ACCOUNTS, ...RARE_HOUSE_ACCOUNTS], 'HouseAccount'), (transfer) => transfer.house),
  direction: field(oneOf(['IN', 'OUT'], 'TransferDirection'), (transfer) => transfer.direction),
  amount: field(decimal, signedAmount),
  balance_after: field(decimal, (transfer) => transfer.balanceAfter),
  fill_id: field(orNull(uuid), (transfer) => transfer.fillId),
  position_id: field(orNull(uuid), (transfer) => transfer.positionId),
  payout_id: field(orNull(uuid), (transfer) => transfer.payoutId, 'The payout that it debits.'),
  accrual: field(orNull(accrualCodec), (transfer) => transfer.accrual),
  created_at: field(time, (transfer) => transfer.at),
})
