/**
 * The limits that time alone ends: an account that has not passed within the days of its plan, and one that nobody
 * trades.
 *
 *   max_days     from its opening on; what is open is closed first, where that may be what the objective lacks
 *   inactivity   warned so many days after the last fill, closed so many days after the warning. An open position is
 *                activity, a resting order is not; while the operator or a venue keeps the account from trading, no
 *                time passes
 *
 * The account is CLOSED, as by an operator: no rule was broken, so no breach is recorded.
 */
import { isObjectiveMet } from '../margin/objective.js'
import type { Account } from '../model/account/account.js'
import { holdOf } from '../model/account/hold.js'
import { orderedBy, type DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import { BY_SYSTEM } from '../model/order/origin.js'
import type { Micros } from '../values/time.js'
import { changeAccountState } from './change-account-state.js'
import { closeAll, failedChallenge } from './enforce.js'
import { terminateOrders } from './terminate-order.js'

export const DAY_MICROS: Micros = 86_400_000_000

/** The end of the time in which an account has to pass; null: it has all of it. */
export function timeLimitEnd({ plan, createdAt }: Pick<Account, 'plan' | 'createdAt'>): Micros | null {
  const daysMax = plan.risk.objective?.daysMax ?? null
  return daysMax === null ? null : createdAt + daysMax * DAY_MICROS
}

/** The next warning or closing of an account that nobody trades; null: none is coming. */
function inactivityAt(account: Account): Micros | null {
  const { plan, progress, positions } = account
  const rule = plan.risk.inactivity
  if (rule === null || progress === null || positions.size > 0) return null
  if (holdOf(account, 'operator') !== undefined || holdOf(account, 'venue_mismatch') !== undefined) return null
  const { activeAt, warnedAt } = progress
  return warnedAt === null ? activeAt + rule.warnAfterDays * DAY_MICROS : warnedAt + rule.closeAfterDays * DAY_MICROS
}

const isOver = ({ state }: Pick<Account, 'state'>): boolean =>
  state === 'PASSED' || state === 'TERMINATED' || state === 'CLOSED'

/** When time alone does something to an account that holds nothing; null: never, as its plan asks for nothing. */
export function nextTimeLimit(account: Account): Micros | null {
  if (account.progress === null || isOver(account)) return null
  const countsAtReset = account.plan.risk.objective?.tradingDays.counts === 'NET_PROFIT'
  const [end, idle] = [timeLimitEnd(account), inactivityAt(account)]
  const next = Math.min(end ?? Infinity, idle ?? Infinity, countsAtReset ? account.day.endsAt : Infinity)
  return next === Infinity ? null : next
}

/** The limit that time has reached, and null where it has reached none. An account that has passed has none. */
export function reachedTimeLimit(account: Account, now: Micros): 'max_days' | 'inactivity' | 'warning' | null {
  if (account.progress === null || isOver(account)) return null
  const end = timeLimitEnd(account)
  if (end !== null && now >= end) return 'max_days'
  const idle = inactivityAt(account)
  if (idle === null || now < idle) return null
  return account.progress.warnedAt === null ? 'warning' : 'inactivity'
}

export function applyTimeLimits(draft: Draft, context: DecisionContext): void {
  const { account } = draft
  const reached = reachedTimeLimit(account, context.now)
  if (reached === 'max_days') return endOfTime(draft, context)
  if (reached === 'inactivity') return closeAccount(draft, 'inactivity', context)
  if (reached === null || account.progress === null) return
  const warnedAt = draft.stamp()
  draft.setAccount({ progress: { ...account.progress, warnedAt } })
  draft.emit({ type: 'account.inactivity_warning', closesAt: inactivityAt(draft.account) ?? warnedAt })
}

/** An account that has all it needs is passed by the supervisor, in the same look. */
function endOfTime(draft: Draft, context: DecisionContext): void {
  const { account } = draft
  if (account.positions.size > 0 && account.plan.risk.objective?.requiresFlat === false)
    closeAll(draft, orderedBy(context, BY_SYSTEM))
  if (account.positions.size > 0 || !isObjectiveMet(account, account.balance)) closeAccount(draft, 'max_days', context)
}

/** Ends an account for good: what cannot be closed now is closed at the first price that can be traded. */
function closeAccount(draft: Draft, reason: 'inactivity' | 'max_days', context: DecisionContext): void {
  const failed = reason === 'max_days' ? failedChallenge(draft.account, reason) : null
  changeAccountState(draft, 'CLOSED', reason)
  draft.emit({ type: 'account.closed', reason })
  terminateOrders(draft, () => true, 'CANCELLED', 'account_closed', 'SYSTEM')
  closeAll(draft, orderedBy(context, BY_SYSTEM))
  if (failed !== null) draft.emit({ type: 'challenge.failed', challenge: failed })
}
