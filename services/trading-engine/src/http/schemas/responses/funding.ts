import { ASSET_CLASSES } from '../../../core/model/market/instrument.js'
import { decimal, decimals, listOf, oneOf, record, text, time, uuid, venue } from '../../../wire/codec/schemas.js'

const fundingSums = decimals('paid', 'received', 'net')

const fundingPayment = record({
  id: uuid,
  position_id: uuid,
  symbol: text,
  venue,
  house: oneOf(['funding', 'borrowing', 'rollover']).description('The house account of its transfer in the ledger.'),
  amount: decimal,
  rate: decimal.allow(null).description('Null: a venue has settled it with a fill of a LIVE account.'),
  funding_at: time.allow(null),
  timestamp: time,
})

/** Amounts above 0 were received; `paid` and `received` are never negative. */
export const funding = record({
  account_id: uuid,
  currency: text,
  from: time.allow(null),
  to: time.allow(null),
  totals: record(fundingSums),
  by_asset_class: record(
    Object.fromEntries(
      ASSET_CLASSES.map((assetClass) => [assetClass, record({ ...fundingSums, payments: listOf(fundingPayment) })]),
    ),
  ),
})
