import { CANDLE_INTERVALS } from '../../../market/candles.js'
import { decimal, listOf, oneOf, record, text, time, uuid } from '../response-fields.js'

export const equityCurve = record({
  account_id: uuid,
  currency: text,
  interval: oneOf(CANDLE_INTERVALS),
  from: time,
  to: time,
  points: listOf(record({ timestamp: time, balance: decimal, equity: decimal.allow(null) })),
})
