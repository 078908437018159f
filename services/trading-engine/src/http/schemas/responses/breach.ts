import { decimals, listOf, oneOf, record, time, uuid } from '../response-fields.js'
import { violated } from './violation.js'

export const breach = record({
  id: uuid,
  ...violated,
  ...decimals('equity', 'balance'),
  action: oneOf(['NONE', 'LOCKED', 'LIQUIDATED', 'TERMINATED']),
  occurred_at: time,
})
export const breaches = listOf(breach)

/** The breaches that break a rule of the plan for good. */
export const hardViolations = listOf(breach.keys({ severity: oneOf(['HARD']).required() }))
