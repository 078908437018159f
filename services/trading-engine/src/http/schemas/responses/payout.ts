import { PAYOUT_STATUSES } from '../../../core/model/account/payout.js'
import { decimal, listOf, oneOf, record, text, time, uuid } from '../../../wire/codec/schemas.js'

export const payout = record({
  id: uuid,
  account_id: uuid,
  client_id: text,
  currency: text,
  amount: decimal.description('Taken from the account.'),
  trader_share_pct: decimal.allow(null),
  trader_amount: decimal.allow(null).description("The trader's share, rounded down to cents."),
  status: oneOf(PAYOUT_STATUSES),
  reason: text.allow(null),
  requested_at: time,
  decided_at: time.allow(null),
})
export const payouts = listOf(payout)

export const availablePayout = record({
  available: decimal,
  profit: decimal.description('The balance above the initial balance; negative below it.'),
  free_margin: decimal,
  unrealized_pnl: decimal.description('What of it is profit is not free to be paid out.'),
  open_payout_id: uuid.allow(null),
})
