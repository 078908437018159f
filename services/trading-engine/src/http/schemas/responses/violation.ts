import { WARNINGS } from '../../../core/decide/warnings.js'
import { ALL_RISK_RULES, SEVERITIES, UNITS } from '../../../core/model/plan/violation.js'
import { decimal, listOf, oneOf, oneOfOrNull, record, text, time } from '../response-fields.js'

export const violated = {
  rule: oneOf(ALL_RISK_RULES),
  severity: oneOf(SEVERITIES),
  message: text,
  limit: decimal.allow(null),
  value: decimal.allow(null),
  unit: oneOfOrNull(UNITS),
}

/** The reason an order was refused. `until`, where present, is when the rule no longer refuses it. */
export const violation = record({ ...violated, until: time.optional() })

export const warnings = listOf(oneOf(WARNINGS))
