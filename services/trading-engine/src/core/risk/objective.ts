/**
 * The objective of a plan (contract: accounts and risk): met once the account, flat, has earned the profit target and
 * has been traded on enough days. Profit is the balance without what the operator added or paid out:
 *   balance − capital ≥ initial balance + target % of it, on at least `min_trading_days` days
 */
import type { Account } from '../model/account/account.js'
import { usd, type Usd } from '../values/decimal.js'
import { percentOf } from '../margin/floors.js'

/** Profit that has to be earned; null for a plan without an objective. */
export const profitTarget = ({ plan }: Pick<Account, 'plan'>): Usd | null =>
  plan.risk.objective === null ? null : percentOf(plan.initialBalance, plan.risk.objective.profitTargetPct)

/** Realised since the account was opened, fees and funding included. */
export const profitOf = ({ balance, netDeposits, plan }: Pick<Account, 'balance' | 'netDeposits' | 'plan'>): Usd =>
  usd(balance - netDeposits - plan.initialBalance)

/** Only an ACTIVE account can pass. */
export function isObjectiveMet(account: Account): boolean {
  const { objective } = account.plan.risk
  const target = profitTarget(account)
  if (objective === null || target === null || account.state !== 'ACTIVE' || account.positions.size > 0) return false
  return profitOf(account) >= target && account.tradedDays >= objective.tradingDaysMin
}
