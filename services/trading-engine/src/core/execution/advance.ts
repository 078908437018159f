/**
 * Applies what time alone does to an account: expired orders end, venues are asked again for cancellations that they
 * did not carry out, positions are funded, the trading day rolls, time limits end; leftovers of an earlier version are
 * swept. Runs before every decision, so that each starts from the account's current state.
 */
import type { Account } from '../model/account/account.js'
import { openDraft, type Changes, type Draft } from '../model/draft.js'
import { cancelAgainAt } from './live/withdraw.js'
import { terminateOrders } from './terminate-order.js'
import { executionOf } from './execution-of.js'
import { nextFundingAt, type FundingTerms } from './funding.js'
import type { Order } from '../model/order/order.js'
import { profileOf } from '../model/plan/execution-profile.js'
import type { Micros } from '../values/time.js'
import { rollTradingDay } from './roll-day.js'
import { applyTimeLimits, nextTimeLimit } from './time-limits.js'
import { needsSweep, sweep } from './sweep.js'
import type { DecisionContext } from '../model/decision-context.js'

/** `isKept`: an order that something happened to before its end. */
export function advance(draft: Draft, context: DecisionContext, isKept: (order: Order) => boolean = () => false): void {
  if (needsSweep(draft.account)) sweep(draft)
  terminateOrders(
    draft,
    (order) => order.expiresAt !== null && order.expiresAt <= context.now && order.live === undefined && !isKept(order),
    'EXPIRED',
    'expired',
    'SYSTEM',
  )
  executionOf(draft.account).passTime(draft, context)
  rollTradingDay(draft, context)
  applyTimeLimits(draft, context)
}

/** Whether `advance` would change anything; cheap, for reads. */
export const isDue = (account: Account, context: FundingTerms & Pick<DecisionContext, 'now'>): boolean =>
  dueAt(account, context) <= context.now

/** The moment from which on `isDue` holds. */
export function dueAt(account: Account, terms: FundingTerms): Micros {
  const { plan, state, day, orders, positions } = account
  if (needsSweep({ state, orders })) return -Infinity
  let first = Math.min(day.endsAt, nextTimeLimit(account) ?? Infinity)
  for (const order of orders.values()) {
    const { expiresAt, live } = order
    first = Math.min(first, live === undefined ? (expiresAt ?? first) : cancelAgainAt(order))
  }
  if (!profileOf({ plan }).isSettledByService) return first
  for (const position of positions.values()) first = Math.min(first, nextFundingAt(position, terms) ?? first)
  return first
}

/** The changes time alone has made; null when there are none. */
export function decideAdvance(account: Account, context: DecisionContext): Changes | null {
  const draft = openDraft(account, context)
  advance(draft, context)
  return draft.changes()
}
