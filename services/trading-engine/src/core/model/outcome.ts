import type { Account, AccountState } from './account/account.js'
import type { PayoutCondition } from './account/payout-condition.js'
import type { Usd } from '../values/decimal.js'
import type { DecisionContext } from './decision-context.js'
import type { Changes } from './draft.js'
import type { Order } from './order/order.js'
import type { Violation } from './plan/violation.js'

/** One thing wrong with a request, and where. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

export interface InvalidProblem {
  readonly kind: 'invalid'
  readonly issues: readonly Issue[]
  /** For an unknown symbol: those that may have been meant. */
  readonly candidates?: readonly string[]
}

/** A command that cannot be decided at all: the caller's mistake. Never stored, so a corrected retry may follow. */
export type Problem =
  | InvalidProblem
  | { readonly kind: 'not_found'; readonly message: string }
  | { readonly kind: 'order_not_working'; readonly message: string; readonly order: Order }
  /** The order has changed since the caller looked. */
  | { readonly kind: 'version'; readonly message: string; readonly order: Order }
  /** The account's state does not allow it. */
  | { readonly kind: 'account_state'; readonly message: string; readonly state: AccountState }
  /** It would be under a floor of its plan, by so much. */
  | { readonly kind: 'under_floor'; readonly missing: Usd }
  /** Another account has taken its place. */
  | { readonly kind: 'live_successor'; readonly accountId: string }
  /** More was to be paid out than the account can spare. */
  | { readonly kind: 'not_free'; readonly available: Usd }
  /** The terms of the plan do not allow a payout yet. */
  | { readonly kind: 'not_eligible'; readonly available: Usd; readonly conditions: readonly PayoutCondition[] }
  /** A payout that cannot be asked for, or approved, or has changed since the caller looked. */
  | { readonly kind: 'payout'; readonly message: string; readonly reason: PayoutRefusal }
  /** A token that cannot be written off as it was approved. */
  | { readonly kind: 'write_off'; readonly message: string; readonly reason: 'same_operator' | 'version' }
  /** A hook has placed all the orders that it may place in a minute. */
  | { readonly kind: 'too_many_orders'; readonly message: string; readonly retryAfterSeconds: number }
  /** The rules would not have an order as it was to become; it stays as it is. */
  | { readonly kind: 'risk_rejected'; readonly violations: readonly Violation[] }

export type PayoutRefusal =
  'payout_open' | 'payout_proposed' | 'payout_ended' | 'payout_unsplit' | 'same_operator' | 'kyc_required' | 'version'

/** A decision: what to write (null: only the answer) and what to say, or why it cannot be decided. */
export type Outcome<A> =
  | { readonly kind: 'decided'; readonly changes: Changes | null; readonly answer: A; readonly inputs?: DecisionInputs }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** The state that a decision looked at beside the account and the market, kept with it: so it can be made again. */
export type DecisionInputs = Required<Pick<DecisionContext, 'heldElsewhere'>>

/** The outcome with what its context had of them; the same one where it had nothing. */
export const withInputs = <A>(
  outcome: Outcome<A>,
  { heldElsewhere }: Pick<DecisionContext, 'heldElsewhere'>,
): Outcome<A> =>
  outcome.kind === 'problem' || heldElsewhere === undefined ? outcome : { ...outcome, inputs: { heldElsewhere } }

export const decided = <A>(changes: Changes | null, answer: A): Outcome<A> => ({ kind: 'decided', changes, answer })

export const invalid = (path: readonly string[], code: string, message: string): InvalidProblem => ({
  kind: 'invalid',
  issues: [{ path, code, message }],
})

export function unknownSymbol(spelling: string, candidates: readonly string[]): InvalidProblem {
  return { ...invalid(['symbol'], 'symbol.unknown', `${spelling} is not a tradable symbol`), candidates }
}

/** Answered with the account as the decision leaves it. */
export const decidedOn = (before: Account, changes: Changes | null): Outcome<Account> =>
  decided(changes, changes?.account ?? before)

/** `what` completes "an account that is … cannot". */
export const stateProblem = (state: AccountState, operation: string): Outcome<never> => ({
  kind: 'problem',
  problem: { kind: 'account_state', message: `an account that is ${state} cannot ${operation}`, state },
})
