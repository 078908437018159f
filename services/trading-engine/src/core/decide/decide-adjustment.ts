/** The operator takes something off the profit that can be paid, or gives back what was taken off before. */
import { advance } from '../execution/advance.js'
import type { Account } from '../model/account/account.js'
import type { ProfitAdjustment } from '../model/account/profit-adjustment.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft } from '../model/draft.js'
import { decided, invalid, type Outcome } from '../model/outcome.js'
import { formatDecimal, negate, type Usd } from '../values/decimal.js'

export interface AdjustProfit {
  readonly direction: 'TAKE' | 'RETURN'
  /** Positive. */
  readonly amount: Usd
  readonly positionId: string | null
  readonly reason: string
}

/** `total`: what has been taken off until now. */
export function decideAdjustment(
  account: Account,
  { direction, amount, positionId, reason }: AdjustProfit,
  total: Usd,
  context: DecisionContext,
): Outcome<ProfitAdjustment> {
  if (direction === 'RETURN' && amount > total) {
    const most = `amount must be at most what was taken off, which is ${formatDecimal(total)}`
    return { kind: 'problem', problem: invalid(['amount'], 'adjustment.total', most) }
  }
  const draft = openDraft(account, context)
  advance(draft, context)
  const adjustment = draft.adjustProfit({
    ...{ positionId, rule: 'operator', reason },
    amount: direction === 'TAKE' ? amount : negate(amount),
  })
  draft.emit({ type: 'account.profit_adjusted', adjustment })
  return decided(draft.changes(), adjustment)
}
