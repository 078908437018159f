import type { Price, Usd } from '../../values/decimal.js'
import type { Account } from '../account/account.js'
import type { Position } from '../account/position.js'
import type { Micros } from '../../values/time.js'
import type { Severity } from './violation.js'

/** Rules of an account whose limit is an equity that must not be undercut. */
export const FLOOR_RULES = ['max_drawdown', 'daily_loss_limit'] as const
export type FloorRule = (typeof FLOOR_RULES)[number]

/** Rules whose crossings are recorded. Strikes: as many as the plan allows, whatever they were for. */
export const BREACH_RULES = [...FLOOR_RULES, 'max_loss_per_idea', 'strikes'] as const
export type BreachRule = (typeof BREACH_RULES)[number]

export const BREACH_ACTIONS = ['NONE', 'LOCKED', 'LIQUIDATED', 'TERMINATED'] as const

/** A position as it was valued. */
export interface HeldPosition extends Pick<Position, 'symbol' | 'venue' | 'direction' | 'quantity'> {
  readonly positionId: string
  readonly entryPrice: Price
  readonly markPrice: Price
  readonly unrealizedPnl: Usd
}

/** A breach in a list of those of all accounts. */
export interface FoundBreach extends Breach {
  readonly userId: string
  readonly planId: string
  readonly accountName: string
}

/** A crossing of a limit of the plan, recorded once. */
export interface Breach {
  readonly id: string
  readonly accountId: string
  readonly rule: BreachRule
  readonly severity: Severity
  readonly message: string
  /** The limit that was crossed, and the equity that crossed it; of an idea its result, of strikes how many. */
  readonly limit: Usd
  readonly value: Usd
  /** Equity after the action. */
  readonly equity: Usd
  readonly balance: Usd
  readonly action: (typeof BREACH_ACTIONS)[number]
  /** The open positions at that moment; null in rows from before they were kept. */
  readonly held: readonly HeldPosition[] | null
  /** The order whose fill took equity there, in the same decision; null where a mark did. */
  readonly orderId: string | null
  /** The tick at whose marks the limit was crossed; null in rows from before ticks were kept. */
  readonly tick: number | null
  readonly at: Micros
  /** The account before it was ended by it; absent of other breaches, and in rows from before it was kept. */
  readonly before?: StateBefore
  /** Absent unless an operator has taken it back. */
  readonly reversal?: BreachReversal
}

export type StateBefore = Pick<Account, 'state' | 'stateReason' | 'lockedUntil' | 'holds'>

export interface BreachReversal {
  readonly at: Micros
  readonly reason: string
  readonly compensation: Usd
}
