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
  /** The market has reached an order that the engine holds. */
  fire(draft: Draft, order: Order, meeting: Meeting): void
  /** At its trader's request. Returns the order as it then is. */
  cancel(draft: Draft, order: Order, reason: TraderReason, context: DecisionContext): Order
  /** `requested` is the working order with its new values. Returns the order as it then is. */
  modify(draft: Draft, working: Order, requested: Order, terms: ModifyTerms, context: DecisionContext): Order
  /** Sets the stop or the target of a position; `existing` is the one that it takes the place of, if there is one. */
  protect(draft: Draft, exit: Order, existing: Order | undefined, context: DecisionContext): void
  /** Closes a position by `order`, which is of the service. False: nothing of it has closed by now. */
  close(draft: Draft, position: Position, order: Order, closing: Closing, context: DecisionContext): boolean
  /** Does what is due by the time alone. */
  passTime(draft: Draft, context: DecisionContext): void
  /** Hands over the orders that others than the engine can watch; last in a decision that may have released some. */
  handOver(draft: Draft, context: DecisionContext): void
}

export type Approved = Pick<Match, 'executions' | 'rests'>
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

/** Where an order that waited meets the market. */
export interface Meeting {
  readonly instrument: Instrument
  readonly quote: Quote
  readonly book: OrderBook
  readonly context: DecisionContext
  /** As of the tick that has reached it. */
  readonly then: DecisionContext
  /** The first tick that has reached its trigger; null: it has none that is armed. */
  readonly triggerTick: number | null
  /** Released by this very move of the market, it has not rested in the book yet. */
  readonly isReleasedNow: boolean
  /** Asks the rules once more: what was reserved when the order came is not what the market makes of it. */
  readonly recheck: (order: Order, match: Match, fillTerms: FillTerms) => RecheckResult
}

export interface RecheckResult {
  /** Executions that are allowed. */
  readonly executions: readonly Execution[]
  /** The rule that refuses the rest of the order; null when all may fill. */
  readonly refusedBy: AnyRecheckedRule | 'news_freeze' | null
}
