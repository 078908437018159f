/**
 * The objective of a plan: met once the account has earned the profit target, has been traded on enough days, and its
 * best day or trade is not too much of that. Profit is the balance without what the operator added or paid out:
 *   balance − capital ≥ initial balance + target, on at least `min` days that count, and consistent
 *
 * With `require_flat` nothing may be open. Without it the equity has to be at the target, too: then every position is
 * closed in the decision that finds it there, which passes the account only if all holds of what that leaves
 * (`pass.ts`). With EQUITY the balance is not asked for before.
 */
import { breakEvenOf, profitOf, profitTarget } from './profit.js'
import type { Account } from '../model/account/account.js'
import { usd, type Usd } from '../values/decimal.js'
import { consistencyOf } from './consistency.js'

/**
 * The least equity at which the account passes if it is consistent then; null: it does not pass at any. Only an ACTIVE
 * account can.
 */
export function passesFrom(account: Account): Usd | null {
  const { plan, state, positions } = account
  const { objective } = plan.risk
  const target = profitTarget(account)
  if (objective === null || target === null || state !== 'ACTIVE') return null
  const isFlat = positions.size === 0
  if (!isFlat && objective.requiresFlat) return null
  if ((isFlat || objective.targetBasis === 'BALANCE') && profitOf(account) < target) return null
  if (account.tradedDays + (isFlat ? 0 : dayOfClosing(account)) < objective.tradingDays.min) return null
  return usd(breakEvenOf(account) + target)
}

/** Closing what is open may make a day of today. */
function dayOfClosing({ plan, day }: Account): number {
  const counts = plan.risk.objective?.tradingDays.counts
  return !day.isTraded && (counts === 'CLOSED' || counts === 'OPENED_AND_CLOSED') ? 1 : 0
}

export function isObjectiveMet(account: Account, equity: Usd): boolean {
  const least = passesFrom(account)
  return least !== null && equity >= least && isConsistent(account, equity)
}

/** As if what is open were closed at its marks. */
function isConsistent(account: Account, equity: Usd): boolean {
  const { plan, progress } = account
  const rule = plan.risk.objective?.consistency ?? null
  if (rule === null || progress === null || !rule.applies.includes('PASS')) return true
  return consistencyOf(rule, progress, usd(equity - breakEvenOf(account)), account.positions).isMet
}
