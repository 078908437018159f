import type { Hold } from './hold.js'
import type { Listing } from '../market/listing.js'
import type { Quantity, Rate, Usd } from '../../values/decimal.js'
import type { VenueId } from '../market/instrument.js'
import type { Micros } from '../../values/time.js'
import type { Order, Side } from '../order/order.js'
import type { Plan } from '../plan/plan.js'
import type { Payout } from './payout.js'
import type { Position } from './position.js'
import type { Strike } from './strike.js'
import type { Scaling } from './scaling.js'
import type { TokenHolding } from './token-holding.js'
import type { Progress } from './progress.js'

export const ACCOUNT_STATES = ['ACTIVE', 'REDUCE_ONLY', 'HALTED', 'PASSED', 'TERMINATED', 'CLOSED'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Everything a decision about an account may depend on. Immutable; `version` grows with every stored change. */
export interface Account {
  readonly id: string
  readonly userId: string
  /** With the account's own initial balance and split (`scaling.ts`). */
  readonly plan: Plan
  readonly challengeId: string | null
  /** The phase of that challenge; null of an account outside programs, whose challenge is a text of its owner. */
  readonly phase: string | null
  /** The code of who brought its owner, as the grant that it was opened with said. */
  readonly referral: string | null
  readonly name: string
  readonly state: AccountState
  /** The reason of that state; null while it is ACTIVE. */
  readonly stateReason: string | null
  /** When its state ends by itself: that of a daily lock, unless a halt is over it. */
  readonly lockedUntil: Micros | null
  /** Strictest first; they say which of ACTIVE, REDUCE_ONLY and HALTED the state is. */
  readonly holds: readonly Hold[]
  readonly defaultVenue: VenueId | null
  /** The sum of the account's ledger entries, exactly. */
  readonly balance: Usd
  /**
   * Net of what the operator has added and paid out, and what scaling has added, since the account was opened: it is
   * neither profit nor loss.
   */
  readonly netDeposits: Usd
  /** The part of it that payouts of profit have taken, as a positive amount. */
  readonly paidOut: Usd
  /** Given for breaches that were reversed; null: nothing. It is no profit, and moves no floor. */
  readonly compensation: Compensation | null
  /** Null: it is as large as it was opened. */
  readonly scaling: Scaling | null
  readonly day: TradingDay
  /** Trading days that count for the objective: without one, those on which a position was opened or added to. */
  readonly tradedDays: number
  /** Null where the plan asks for no more than that. */
  readonly progress: Progress | null
  /** The peak that the drawdown floor trails, without what has moved the floor (`peak.ts`). */
  readonly highWaterMark: Usd
  readonly createdAt: Micros
  /** The latest timestamp given to any row of this account: rows carry strictly increasing ones. */
  readonly clock: Micros
  /** Sequence of the latest event; gap-free from 1. */
  readonly eventSequence: number
  readonly version: number
  /** Maximum leverage, by `listingKey`, where the trader has lowered it. */
  readonly leverages: ReadonlyMap<string, Rate>
  /** Open positions by `listingKey`. */
  readonly positions: ReadonlyMap<string, Position>
  /** Working orders by id, oldest first. */
  readonly orders: ReadonlyMap<string, Order>
  readonly consumedDepth: readonly ConsumedDepth[]
  /** The payout that is not decided yet and whose amount is reserved; null where the plan has no terms of payouts. */
  readonly openPayout: Payout | null
  /** The latest of each rule, oldest first; none where the plan has no rule of which a break is a strike. */
  readonly strikes: readonly Strike[]
  /** Only of LIVE accounts, one a token. */
  readonly tokenHoldings: readonly TokenHolding[]
}

export interface Compensation {
  readonly total: Usd
  /** The part of it that came on the trading day of that date. */
  readonly date: string
  readonly ofDate: Usd
}

/** The trading day in force and the figures it began with. */
export interface TradingDay {
  /** Its calendar date in the plan's zone, `YYYY-MM-DD`. */
  readonly date: string
  readonly endsAt: Micros
  readonly startBalance: Usd
  /** Includes floating PnL. */
  readonly startEquity: Usd
  /** The account's `capital` at that moment; what has come since is not of the day's doing. */
  readonly startNetDeposits: Usd
  /**
   * The highest equity since, without what capital has come since; null where the plan does not measure from it.
   */
  readonly high: Usd | null
  /** Whether the loss of this day has been warned of. */
  readonly isWarned: boolean
  /** Whether it counts as traded already. */
  readonly isTraded: boolean
}

/** Depth that the account has already consumed of one side of a book; dropped with that book's sequence. */
export interface ConsumedDepth extends Listing {
  /** The taker's side: BUY took asks. */
  readonly side: Side
  readonly sequence: number
  readonly quantity: Quantity
}

/** An account that the market can do something to. */
export interface AccountInMarket {
  readonly id: string
  readonly version: number
}
