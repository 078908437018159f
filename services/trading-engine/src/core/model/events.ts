import type { Breach } from './plan/breach.js'
import type { Fill } from './order/fill.js'
import type { Rate, Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import type { Order } from './order/order.js'
import type { CancelledBy } from './order/order-reason.js'
import type { Copied } from './copied.js'
import type { Payout, PayoutStatus } from './account/payout.js'
import type { ProfitAdjustment } from './account/profit-adjustment.js'
import type { Position } from './account/position.js'
import type { WrittenOff } from './account/token-holding.js'
import type { Strike } from './account/strike.js'
import type { SwitchAction } from './account/trader-switch.js'

export { CANCELLED_BY, type CancelledBy } from './order/order-reason.js'

/** Lifecycle events (spec section 6), numbered gap-free per account in the decision that caused them. */
export type AccountEvent = { readonly id: string; readonly sequence: number; readonly at: Micros } & EventBody

export type EventBody =
  | { readonly type: 'order.ack'; readonly order: Order }
  | { readonly type: 'order.fill'; readonly order: Order; readonly fill: Fill }
  | { readonly type: 'order.cancel'; readonly order: Order; readonly cancelledBy: CancelledBy }
  | { readonly type: 'exit.lost'; readonly order: Order }
  | { readonly type: 'position.close'; readonly position: Position }
  | { readonly type: 'account.breach'; readonly breach: Breach }
  | { readonly type: 'account.passed'; readonly profit: Usd; readonly tradedDays: number }
  | { readonly type: 'certificate.issued'; readonly code: string }
  | { readonly type: 'certificate.revoked'; readonly code: string; readonly reason: string }
  | { readonly type: ChallengeEventType; readonly challenge: ChallengeStep }
  | { readonly type: 'account.inactivity_warning'; readonly closesAt: Micros }
  | ({ readonly type: 'account.strike' } & StrikeNoted)
  | { readonly type: 'account.halted' | 'account.closed'; readonly reason: string }
  | { readonly type: 'account.breach_reversed'; readonly breach: Breach }
  | { readonly type: 'account.scaled'; readonly scaling: ScaledStep }
  | { readonly type: 'account.profit_adjusted'; readonly adjustment: ProfitAdjustment }
  | { readonly type: 'account.written_off'; readonly writtenOff: WrittenOff }
  | { readonly type: 'dead_man_switch.ran_out'; readonly action: SwitchAction }
  | { readonly type: 'copy.skipped'; readonly skip: Copied }
  | { readonly type: PayoutEventType; readonly payout: Payout }

export interface StrikeNoted {
  readonly strike: Strike
  readonly symbol: string
  /** The number of those that count, this one included, and of how many it takes; null: the plan counts none. */
  readonly count: number | null
  readonly max: number | null
}

export type PayoutEventType = `payout.${Lowercase<PayoutStatus>}`

export type ChallengeEventType = 'challenge.promoted' | 'challenge.funded' | 'challenge.failed'

/** A step of scaling that was taken. */
export interface ScaledStep {
  /** Counts from 1. */
  readonly step: number
  /** The payout that ended the cycle. */
  readonly payoutId: string
  /** Initial balances. */
  readonly from: Usd
  readonly to: Usd
  /** The sum by which the balance has risen; 0 where only the split has changed. */
  readonly amount: Usd
  /** Null: the plan's tiers. */
  readonly splitPct: Rate | null
}

/** A step of a challenge. */
export interface ChallengeStep {
  readonly id: string
  /** The one that it is at then. */
  readonly phase: string
  /** The account that has passed or failed. */
  readonly from: string
  /** The account of the phase; null of one that has failed. */
  readonly to: string | null
  /** The reason why it has failed. */
  readonly reason: string | null
}

export const EVENT_TYPES = [
  'order.ack',
  'order.fill',
  'order.cancel',
  'exit.lost',
  'position.close',
  'account.breach',
  'account.passed',
  'challenge.promoted',
  'challenge.funded',
  'challenge.failed',
  'account.inactivity_warning',
  'account.strike',
  'account.halted',
  'account.closed',
  'account.breach_reversed',
  'certificate.issued',
  'certificate.revoked',
  'account.scaled',
  'account.profit_adjusted',
  'account.written_off',
  'copy.skipped',
  'dead_man_switch.ran_out',
  'payout.requested',
  'payout.proposed',
  'payout.paid',
  'payout.rejected',
  'payout.cancelled',
] as const satisfies readonly EventBody['type'][]

/** An event as it was written with its cause. */
export interface StoredEvent {
  readonly id: string
  readonly accountId: string
  readonly sequence: number
  readonly type: string
  /** JSON text. */
  readonly data: string
  readonly at: Micros
  /** That of its account. */
  readonly referral?: string | null
}

/** An event of a decision that is about to be stored. */
export interface DecidedEvent extends StoredEvent {
  /** The order it is about; null when it is about none. */
  readonly orderId: string | null
  /** The texts of orders and trades that `data` contains. */
  readonly resources: readonly string[]
}
