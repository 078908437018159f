import type { ProfitAdjustment } from '../../core/model/account/profit-adjustment.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, orNull, text, time, uuid } from '../codec/kinds.js'

export const profitAdjustmentCodec = codecOf<ProfitAdjustment>('ProfitAdjustment')({
  id: field(uuid, (adjustment) => adjustment.id),
  account_id: field(uuid, (adjustment) => adjustment.accountId),
  position_id: field(orNull(uuid), (adjustment) => adjustment.positionId, 'Null: it is about the account.'),
  rule: field(text, (adjustment) => adjustment.rule, 'The rule of the plan; `operator` for one by hand.'),
  amount: field(
    decimal,
    (adjustment) => adjustment.amount,
    'Taken off the profit that can be paid; negative: given back.',
  ),
  reason: field(text, (adjustment) => adjustment.reason),
  created_at: field(time, (adjustment) => adjustment.at),
})
