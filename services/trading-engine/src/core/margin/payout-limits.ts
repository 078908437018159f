/**
 * The most that an account of a plan with payout terms can be paid, limit by limit; the least of them is available:
 *
 *   free_margin          free margin, without open profit (`payable.ts`)
 *   profit               balance + open loss − initial balance − buffer − profit adjustments
 *   floor                what equity is above the highest floor as it stands once that is paid
 *   max_amount, …        the caps of the plan, of one payout
 *
 * What an open request reserves is off the first three, so that it is never available twice.
 */
import type { Account } from '../model/account/account.js'
import type { PayoutTerms } from '../model/plan/payout-terms.js'
import { max, min, usd, type Usd } from '../values/decimal.js'
import type { Figures } from './figures.js'
import { percentOf } from './floors.js'
import { freeWithoutOpenProfit, roomOncePaid } from './payable.js'

export const PAYOUT_LIMITS = [
  'free_margin',
  'profit',
  'floor',
  'max_amount',
  'max_pct_of_balance',
  'max_pct_of_profit',
] as const

export interface PayoutLimit {
  readonly limit: (typeof PAYOUT_LIMITS)[number]
  /** Negative where even nothing is too much. */
  readonly amount: Usd
}

/** `adjustments`: what rules have taken off the profit that can be paid. */
export function payoutLimits(
  account: Account,
  { amountMax, balancePctMax, profitPctMax, buffer }: PayoutTerms,
  adjustments: Usd,
  { equity, freeMargin, unrealizedPnl }: Figures,
): readonly PayoutLimit[] {
  const { balance, plan, openPayout } = account
  const reserved = openPayout?.amount ?? 0n
  const profit = usd(
    balance + min(usd(0n), unrealizedPnl) - plan.initialBalance - (account.compensation?.total ?? 0n) - adjustments,
  )
  const room = roomOncePaid(account, equity)
  const limits: readonly (readonly [PayoutLimit['limit'], Usd | null])[] = [
    ['free_margin', freeWithoutOpenProfit(account, freeMargin, unrealizedPnl)],
    ['profit', usd(profit - buffer - reserved)],
    ['floor', room === null ? null : usd(room - reserved)],
    ['max_amount', amountMax],
    ['max_pct_of_balance', balancePctMax === null ? null : percentOf(balance, balancePctMax)],
    ['max_pct_of_profit', profitPctMax === null ? null : percentOf(max(profit, usd(0n)), profitPctMax)],
  ]
  return limits.flatMap(([limit, amount]) => (amount === null ? [] : [{ limit, amount }]))
}

export const leastOf = (limits: readonly PayoutLimit[]): Usd =>
  max(
    usd(0n),
    limits.map(({ amount }) => amount).reduce((least, amount) => min(least, amount)),
  )
