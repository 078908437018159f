import type { Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'

/** A part of the profit that is not paid out: the books, equity and the floors know nothing of it. */
export interface ProfitAdjustment {
  readonly id: string
  readonly accountId: string
  /** The position it is about; null: the account. */
  readonly positionId: string | null
  /** The rule of the plan that says so; `operator` of one by hand. */
  readonly rule: string
  /** The amount taken off; a negative one gives some of it back. */
  readonly amount: Usd
  readonly reason: string
  readonly at: Micros
}
