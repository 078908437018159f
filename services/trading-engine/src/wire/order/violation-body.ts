import type { Violation } from '../../core/model/plan/violation.js'
import { formatTimestamp } from '../../core/values/time.js'
import { orNull, type WriteDecimal } from '../decimals.js'

/** The Violation resource (spec section 2). */
export const violationBody = (violation: Violation, write: WriteDecimal): Record<string, unknown> => ({
  rule: violation.rule,
  severity: violation.severity,
  message: violation.message,
  limit: orNull(violation.limit, write),
  value: orNull(violation.value, write),
  unit: violation.unit,
  ...(violation.until === undefined ? {} : { until: formatTimestamp(violation.until) }),
})
