/**
 * Takes the next step of the plan's scaling, where what it asks for is met: at the end of a payout cycle, in the
 * decision that pays. The balance rises by what the initial balance does, as one transfer of the house account
 * `scaling`: no profit, and every floor follows from the new initial balance. No floor comes nearer by it.
 */
import { profitOf } from '../margin/profit.js'
import type { Payout } from '../model/account/payout.js'
import { scaledPlan, type Scaling } from '../model/account/scaling.js'
import type { Draft } from '../model/draft.js'
import { scalingProgress } from '../risk/scaling-progress.js'
import { usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

/** `paid`: payouts since the step before, the one of this decision included. */
export function scaleAccount(draft: Draft, { id }: Pick<Payout, 'id'>, paid: number, now: Micros): void {
  const { account } = draft
  const next = scalingProgress(account, paid, now)
  if (next?.isMet !== true) return
  const from = account.plan.initialBalance
  const amount = usd(next.initialBalance - from)
  const profit = profitOf(account)
  draft.post('scaling', amount)
  const at = draft.stamp()
  const scaling: Scaling = {
    steps: [...(account.scaling?.steps ?? []), { at, initialBalance: next.initialBalance }],
    splitPct: next.splitPct,
    profit,
  }
  draft.setAccount({
    plan: scaledPlan(account.plan, scaling),
    scaling,
    netDeposits: usd(draft.account.netDeposits + amount),
  })
  const { step, initialBalance: to, splitPct } = next
  draft.emit({ type: 'account.scaled', scaling: { step, payoutId: id, from, to, amount, splitPct } })
}
