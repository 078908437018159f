import { HOUSE_ACCOUNTS, LIVE_HOUSE_ACCOUNTS } from '../../../core/model/account/ledger.js'
import { decimal, decimals, listOf, oneOf, record, time, uuid } from '../../../wire/codec/schemas.js'

export const transfers = listOf(
  record({
    id: uuid,
    account_id: uuid,
    house: oneOf([...HOUSE_ACCOUNTS, ...LIVE_HOUSE_ACCOUNTS]),
    direction: oneOf(['IN', 'OUT']),
    ...decimals('amount', 'balance_after'),
    fill_id: uuid.allow(null),
    position_id: uuid.allow(null),
    payout_id: uuid.allow(null).description('The payout that it debits.'),
    accrual: record({ from: time, until: time, rate: decimal }).allow(null),
    created_at: time,
  }),
)
