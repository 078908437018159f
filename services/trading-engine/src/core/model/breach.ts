import type { Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import type { Severity } from './violation.js'

/** Rules of an account whose limit is an equity that must not be undercut. */
export type FloorRule = 'max_drawdown' | 'daily_loss_limit'

export const BREACH_ACTIONS = ['NONE', 'LOCKED', 'LIQUIDATED', 'TERMINATED'] as const

/** A crossing of a limit of the plan, recorded once. */
export interface Breach {
  readonly id: string
  readonly accountId: string
  readonly rule: FloorRule
  readonly severity: Severity
  readonly message: string
  /** The limit that was crossed, and the equity that crossed it. */
  readonly limit: Usd
  readonly value: Usd
  /** Equity after the action. */
  readonly equity: Usd
  readonly balance: Usd
  readonly action: (typeof BREACH_ACTIONS)[number]
  /** The tick at whose marks the limit was crossed; null in rows from before ticks were kept. */
  readonly tick: number | null
  readonly at: Micros
}
