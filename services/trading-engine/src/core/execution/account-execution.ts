/**
 * The way in which orders of an account are executed: by the service's own market (`simulated`), or by the contracts of
 * the venues (`live`). `execution-of.ts` chooses once per account; nothing else asks which of the two it is.
 */
import type { Execution } from '../margin/book-walk.js'
import type { Account } from '../model/account/account.js'
import type { CloseReason, Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { Instrument } from '../model/market/instrument.js'
import type { OrderBook, Quote } from '../model/market/market-view.js'
import type { Order } from '../model/order/order.js'
import type { AnyRecheckedRule } from '../model/plan/violation.js'
import type { FillTerms } from './fill-order.js'
import type { Match } from './match-order.js'

export interface AccountExecution {
  /** The executions a new or changed order would have now; the rules are asked about them. Changes nothing. */
  match(account: Account, order: Order, context: DecisionContext): Match
  /** Puts an approved order in place. Returns it as it then is. */
  place(draft: Draft, order: Order, approved: Approved, fillTerms: FillTerms, context: DecisionContext): Order
  /** Handles an order that the engine holds and the market has reached: one handler an event. */
  readonly on: OrderHandlers
  /** At its trader's request. Returns the order as it then is. */
  cancel(draft: Draft, order: Order, reason: TraderReason, context: DecisionContext): Order
  /** `requested` is the working order with its new values. Returns the order as it then is. */
  modify(draft: Draft, working: Order, requested: Order, terms: ModifyTerms, context: DecisionContext): Order
  /** Sets the stop or the target of a position; `existing` is the one that it takes the place of, if there is one. */
  protect(draft: Draft, exit: Order, existing: Order | undefined, context: DecisionContext): void
  /** Closes a position by `order`, which is of the service, as far as that is possible now. */
  close(draft: Draft, position: Position, order: Order, closing: Closing, context: DecisionContext): void
  /** Does what is due by the time alone. */
  passTime(draft: Draft, context: DecisionContext): void
  /** Hands over the orders that others than the engine can watch; last in a decision that may have released some. */
  handOver(draft: Draft, context: DecisionContext): void
}

export interface Approved extends Pick<Match, 'executions' | 'rests'> {
  /** The stop and the target that come with the order. */
  readonly exits: readonly Order[]
}
export type TraderReason = 'user_cancelled' | 'user_kill_switch'

export interface ModifyTerms {
  readonly match: Match
  readonly fillTerms: FillTerms
}

export interface Closing {
  readonly instrument: Instrument
  readonly closeReason: CloseReason
  readonly isLiquidation: boolean
}

/** An order at the price it waited for, and the market to execute it in. */
export interface ReachedOrder {
  readonly order: Order
  readonly instrument: Instrument
  /** The quote of now. */
  readonly quote: Quote
  /** The book of the tick that reached a resting limit; else the book of now. */
  readonly book: OrderBook
  readonly context: DecisionContext
  /** Asks the rules once more: what was reserved when the order came is not what the market makes of it. */
  readonly recheck: (order: Order, match: Match, fillTerms: FillTerms) => RecheckResult
}

/** The events of an order that the market has reached, by kind. */
export interface OrderEvents {
  /** An armed order fires; `triggerTick` is the first tick that reached its trigger. */
  readonly trigger_reached: ReachedOrder & { readonly triggerTick: number }
  /** An order that rests in the book. */
  readonly limit_reached: ReachedOrder
  /** An exit that this update released, already at its price: it has not rested in the book. */
  readonly exit_released: ReachedOrder
  /** A post-only order whose market opens beyond its limit: it would take. */
  readonly opened_beyond_post_only: ReachedOrder
}

export type OrderHandlers = {
  readonly [Kind in keyof OrderEvents]: (draft: Draft, event: OrderEvents[Kind]) => void
}

export interface RecheckResult {
  /** Executions that are allowed. */
  readonly executions: readonly Execution[]
  /** The rule that refuses the rest of the order; null when all may fill. */
  readonly refusedBy: AnyRecheckedRule | 'news_freeze' | null
}
