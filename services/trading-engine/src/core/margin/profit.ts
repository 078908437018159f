import type { Account } from '../model/account/account.js'
import { amountOf } from '../model/plan/objective-rule.js'
import { usd, type Usd } from '../values/decimal.js'

/** Profit that has to be earned; null for a plan without an objective. */
export const profitTarget = ({ plan }: Pick<Account, 'plan'>): Usd | null =>
  plan.risk.objective === null ? null : amountOf(plan.risk.objective.profitTarget, plan.initialBalance)

/** Realised since the account was opened, fees and funding included, without what the operator added or paid out. */
export const profitOf = ({ balance, netDeposits, plan }: Pick<Account, 'balance' | 'netDeposits' | 'plan'>): Usd =>
  usd(balance - netDeposits - plan.initialBalance)

/** The profit of the trading day in force so far. */
export const profitOfDay = ({ balance, netDeposits, day }: Pick<Account, 'balance' | 'netDeposits' | 'day'>): Usd =>
  usd(balance - netDeposits - day.startBalance + day.startNetDeposits)
