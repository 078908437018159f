import { computeFigures } from '../margin/figures.js'
import { splitPayout } from '../margin/split-payout.js'
import type { Account } from '../model/account/account.js'
import type { PayoutFigures } from '../model/account/payout-figures.js'
import type { PayoutHistory } from '../model/account/payout-history.js'
import type { DecisionContext } from '../model/decision-context.js'
import { usd, type Usd } from '../values/decimal.js'

/** Figures that the amount of a payout was compared with. */
export type Compared = Pick<PayoutFigures, 'available' | 'limits'>

/** The figures of the account before anything is debited, for the statement of a payout of that amount. */
export function payoutFigures(
  account: Account,
  amount: Usd,
  { available, limits }: Compared,
  { adjustments, paidTotal }: PayoutHistory,
  context: DecisionContext,
): Omit<PayoutFigures, 'payoutId' | 'stage' | 'accountId' | 'at'> {
  const { plan, name, balance, compensation } = account
  const { equity, unrealizedPnl } = computeFigures(account, context)
  const terms = plan.risk.payouts
  return {
    ...{ accountName: name, planId: plan.id, planVersion: plan.version },
    ...{ initialBalance: plan.initialBalance, balance, unrealizedPnl, equity },
    compensation: compensation?.total ?? usd(0n),
    buffer: terms?.buffer ?? usd(0n),
    ...{ adjustments, available, limits },
    paidBefore: terms === undefined ? null : paidTotal,
    parts: terms === undefined ? [] : splitPayout(amount, paidTotal, terms.split).parts,
  }
}
