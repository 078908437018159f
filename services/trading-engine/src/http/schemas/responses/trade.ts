import { keptOriginFields, originFields } from './origin.js'
import {
  decimal,
  decimals,
  later,
  listOf,
  oneOf,
  record,
  side,
  text,
  tick,
  time,
  uuid,
  venue,
} from '../response-fields.js'

export const tradeFields = {
  id: uuid,
  order_id: uuid,
  position_id: uuid,
  account_id: uuid,
  client_id: text.allow(null),
  ...originFields,
  symbol: text,
  venue,
  side,
  ...decimals('quantity', 'price', 'fee'),
  liquidity: oneOf(['MAKER', 'TAKER']),
  realized_pnl: decimal,
  tick: tick('The tick, of its venue, whose book it took its quantity from'),
  timestamp: time,
}

export const trade = record(tradeFields)
export const trades = listOf(trade)

/** As an answer or event has kept it. */
export const keptTrade = record({
  ...tradeFields,
  ...keptOriginFields,
  tick: later(tradeFields.tick, 'The tick, of its venue, whose book it took its quantity from.'),
})
