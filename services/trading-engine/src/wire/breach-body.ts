import type { Breach } from '../core/model/breach.js'
import { formatTimestamp } from '../core/values/time.js'
import type { WriteDecimal } from './decimals.js'

/** A crossing of a limit of the plan: `value` is the equity that crossed it, `equity` and `balance` what was left. */
export const breachBody = (breach: Breach, write: WriteDecimal): Record<string, unknown> => ({
  id: breach.id,
  rule: breach.rule,
  severity: breach.severity,
  message: breach.message,
  limit: write(breach.limit),
  value: write(breach.value),
  unit: 'USD',
  equity: write(breach.equity),
  balance: write(breach.balance),
  action: breach.action,
  tick: breach.tick,
  occurred_at: formatTimestamp(breach.at),
})
