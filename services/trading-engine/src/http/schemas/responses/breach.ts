import { decimals, later, listOf, oneOf, record, tick, time, uuid } from '../response-fields.js'
import { violated } from './violation.js'

const breachFields = {
  id: uuid,
  ...violated,
  ...decimals('equity', 'balance'),
  action: oneOf(['NONE', 'LOCKED', 'LIQUIDATED', 'TERMINATED']),
  tick: tick('The tick at whose marks it was crossed'),
  occurred_at: time,
}

export const breach = record(breachFields)
/** As an event has kept it. */
export const keptBreach = record({
  ...breachFields,
  tick: later(breachFields.tick, 'The tick at whose marks it was crossed.'),
})
export const breaches = listOf(breach)

/** The breaches that break a rule of the plan for good. */
export const hardViolations = listOf(breach.keys({ severity: oneOf(['HARD']).required() }))
