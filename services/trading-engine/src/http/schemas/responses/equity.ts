import { CANDLE_INTERVALS } from '../../../market/candles.js'
import { decimal, listOf, oneOf, record, text, time, uuid } from '../../../wire/codec/schemas.js'

const floor = decimal.allow(null)

/** The equities that the account must not fall under, by rule. */
export const floors = record({ max_drawdown: floor, daily_loss_limit: floor }).description(
  'Those in force then; null where an earlier version did not keep what they are measured from.',
)

export const equityCurve = record({
  account_id: uuid,
  currency: text,
  interval: oneOf(CANDLE_INTERVALS),
  from: time,
  to: time,
  points: listOf(record({ timestamp: time, balance: decimal, equity: decimal.allow(null), floors })),
})
