import { ASSET_CLASSES } from '../../../core/model/market/instrument.js'
import { decimals, listOf, record, text, time, uuid, venue } from '../response-fields.js'

const fundingSums = decimals('paid', 'received', 'net')

const fundingPayment = record({
  id: uuid,
  position_id: uuid,
  symbol: text,
  venue,
  ...decimals('amount', 'rate'),
  funding_at: time,
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
