import { named } from '@ats/service-kit/http'
import { breachCodec, ORDER, POSITIONS } from '../../../wire/account/breach-codec.js'
import { later, listOf, oneOf, record } from '../../../wire/codec/schemas.js'

const { fields } = breachCodec

export const breach = breachCodec.schema
/** As an event has kept it. */
export const keptBreach = named(
  'BreachSnapshot',
  record({
    ...fields,
    order_id: later(fields.order_id, ORDER),
    positions: later(fields.positions, POSITIONS),
    tick: later(fields.tick, 'The tick at whose marks it was crossed.'),
  }),
)
export const breaches = listOf(breach)

/** The breaches that break a rule of the plan for good. */
export const hardViolations = listOf(named('HardBreach', breach.keys({ severity: oneOf(['HARD']).required() })))
