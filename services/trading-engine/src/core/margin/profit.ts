import type { Account } from '../model/account/account.js'
import { openedWith } from '../model/account/scaling.js'
import { amountOf } from '../model/plan/objective-rule.js'
import { usd, type Usd } from '../values/decimal.js'

/** Profit that has to be earned; null for a plan without an objective. */
export const profitTarget = ({ plan }: Pick<Account, 'plan'>): Usd | null =>
  plan.risk.objective === null ? null : amountOf(plan.risk.objective.profitTarget, plan.initialBalance)

type Given = Pick<Account, 'netDeposits' | 'compensation' | 'plan'>

/** The balance, or equity, at which an account has neither profit nor loss. */
export const breakEvenOf = ({ netDeposits, compensation, plan }: Given): Usd =>
  usd(openedWith(plan) + netDeposits + (compensation?.total ?? 0n))

/**
 * Realised since the account was opened, fees and funding included, without what the operator added, paid out or gave
 * for a reversed breach.
 */
export const profitOf = (account: Given & Pick<Account, 'balance'>): Usd => usd(account.balance - breakEvenOf(account))

/** The part of a compensation that came on the trading day in force. */
export const compensatedToday = ({ compensation, day }: Pick<Account, 'compensation' | 'day'>): Usd =>
  compensation?.date === day.date ? compensation.ofDate : usd(0n)
