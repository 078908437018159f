import { DIRECTIONS } from '../../../core/model/account/position.js'
import { decimals, later, listOf, oneOf, record, text, tick, time, uuid, venue } from '../../../wire/codec/schemas.js'
import { violationCodec } from '../../../wire/order/violation-codec.js'

const { until: _until, ...violated } = violationCodec.fields
const ORDER = 'The order whose fill took equity there; null where a mark did.'
const POSITIONS = 'The positions open then, at the marks that counted; null where an earlier version recorded it.'

const positions = listOf(
  record({
    position_id: uuid,
    symbol: text,
    venue,
    direction: oneOf(DIRECTIONS),
    ...decimals('quantity', 'entry_price', 'mark_price', 'unrealized_pnl'),
  }),
).allow(null)

const breachFields = {
  id: uuid,
  ...violated,
  ...decimals('equity', 'balance'),
  action: oneOf(['NONE', 'LOCKED', 'LIQUIDATED', 'TERMINATED']),
  order_id: uuid.allow(null).description(ORDER),
  positions: positions.description(POSITIONS),
  tick: tick('The tick at whose marks it was crossed'),
  occurred_at: time,
}

export const breach = record(breachFields)
/** As an event has kept it. */
export const keptBreach = record({
  ...breachFields,
  order_id: later(uuid.allow(null), ORDER),
  positions: later(positions, POSITIONS),
  tick: later(breachFields.tick, 'The tick at whose marks it was crossed.'),
})
export const breaches = listOf(breach)

/** The breaches that break a rule of the plan for good. */
export const hardViolations = listOf(breach.keys({ severity: oneOf(['HARD']).required() }))
