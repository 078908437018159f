import { decimal, decimals, listOf, oneOf, record, side, text, time, uuid, venue } from '../response-fields.js'

export const tradeFields = {
  id: uuid,
  order_id: uuid,
  position_id: uuid,
  account_id: uuid,
  client_id: text.allow(null),
  symbol: text,
  venue,
  side,
  ...decimals('quantity', 'price', 'fee'),
  liquidity: oneOf(['MAKER', 'TAKER']),
  realized_pnl: decimal,
  timestamp: time,
}

export const trade = record(tradeFields)
export const trades = listOf(trade)
