import { HOUSE_ACCOUNTS } from '../../../core/model/ledger.js'
import { decimal, decimals, listOf, oneOf, record, time, uuid } from '../response-fields.js'

export const transfers = listOf(
  record({
    id: uuid,
    account_id: uuid,
    house: oneOf(HOUSE_ACCOUNTS),
    direction: oneOf(['IN', 'OUT']),
    ...decimals('amount', 'balance_after'),
    fill_id: uuid.allow(null),
    position_id: uuid.allow(null),
    accrual: record({ from: time, until: time, rate: decimal }).allow(null),
    created_at: time,
  }),
)
