/**
 * Whether a payout may be asked for by the terms of the plan: every condition, met or not, with its figures and a
 * sentence. A condition that is not met is "not yet": it breaks no rule.
 */
import type { Account } from '../model/account/account.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { PayoutCondition } from '../model/account/payout-condition.js'
import type { PayoutHistory } from '../model/account/payout-history.js'
import type { PayoutTerms } from '../model/plan/payout-terms.js'
import { computeFigures } from '../margin/figures.js'
import { isBeforeFunding } from '../margin/payable.js'
import { profitOf } from '../margin/profit.js'
import { consistencyOf } from '../margin/consistency.js'
import { leastOf, payoutLimits, type PayoutLimit } from '../margin/payout-limits.js'
import { splitPayout, type PayoutSplit } from '../margin/split-payout.js'
import { formatDecimal, multiplyDivide, ONE, usd, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

export interface PayoutEligibility {
  readonly conditions: readonly PayoutCondition[]
  readonly isEligible: boolean
  readonly limits: readonly PayoutLimit[]
  readonly available: Usd
  /** That of the available amount. */
  readonly split: PayoutSplit
}

/** `asked`: the amount, where one was named; else what is available counts. */
export function payoutEligibility(
  account: Account,
  terms: PayoutTerms,
  history: PayoutHistory,
  context: DecisionContext,
  asked: Usd | null = null,
): PayoutEligibility {
  const limits = payoutLimits(account, terms, history.adjustments, computeFigures(account, context))
  const available = isBeforeFunding(account) ? usd(0n) : leastOf(limits)
  const conditions = [
    stateCondition(account),
    openCondition(history),
    ...dayConditions(account, terms, history, context.now),
    ...qualifyingCondition(terms, history),
    ...consistencyConditions(account, terms),
    ...holdingCondition(terms, history),
    ...flatCondition(account, terms),
    ...identityCondition(history),
    amountCondition(terms, asked ?? available),
  ]
  return {
    conditions,
    isEligible: conditions.every(({ isMet }) => isMet),
    limits,
    available,
    split: splitPayout(available, history.paidTotal, terms.split),
  }
}

const NO_FIGURES = { value: null, needed: null, unit: null }

/** Asked for again when a payout is approved: the account may have been halted since. */
export function stateCondition(account: Account): PayoutCondition {
  const { state, phase } = account
  if (isBeforeFunding(account)) {
    const message = `profit is paid out once the challenge is funded; the account is in phase ${phase ?? ''}`
    return { condition: 'account_state', isMet: false, ...NO_FIGURES, message }
  }
  const isMet = state !== 'TERMINATED' && state !== 'HALTED'
  const message = isMet ? `the account is ${state}` : `an account that is ${state} is not paid out`
  return { condition: 'account_state', isMet, ...NO_FIGURES, message }
}

function openCondition({ open }: PayoutHistory): PayoutCondition {
  const message =
    open === null ? 'no other payout waits for a decision' : `payout ${open.id} of this account is not decided yet`
  return { condition: 'no_open_payout', isMet: open === null, ...NO_FIGURES, message }
}

const DAY = 86_400_000_000

function dayConditions(
  { createdAt }: Account,
  { firstAfterDays, everyDays }: PayoutTerms,
  { lastPaidAt }: PayoutHistory,
  now: Micros,
): readonly PayoutCondition[] {
  const opened = Math.floor((now - createdAt) / DAY)
  const first: PayoutCondition = {
    condition: 'first_after_days',
    isMet: opened >= firstAfterDays,
    ...inDays(opened, firstAfterDays),
    message: `the first payout comes ${days(firstAfterDays)} after the account was opened, which was ${days(opened)} ago`,
  }
  if (lastPaidAt === null) return [first]
  const passed = Math.floor((now - lastPaidAt) / DAY)
  const next: PayoutCondition = {
    condition: 'every_days',
    isMet: passed >= everyDays,
    ...inDays(passed, everyDays),
    message: `a payout comes ${days(everyDays)} after the one before, which was paid ${days(passed)} ago`,
  }
  return [first, next]
}

const inDays = (value: number, needed: number) => ({
  value: BigInt(value) * ONE,
  needed: BigInt(needed) * ONE,
  unit: 'days' as const,
})
const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

function qualifyingCondition(
  { qualifyingDays }: PayoutTerms,
  { days: counted }: PayoutHistory,
): readonly PayoutCondition[] {
  if (qualifyingDays === null || counted === null) return []
  const { min } = qualifyingDays
  return [
    {
      condition: 'qualifying_days',
      isMet: counted >= min,
      ...inDays(counted, min),
      message: `${days(min)} that are over have to count since the last payout; ${counted} ${counted === 1 ? 'does' : 'do'}`,
    },
  ]
}

/** Consistency by the terms, and by the objective where that applies to payouts, too. */
function consistencyConditions(account: Account, { consistency }: PayoutTerms): readonly PayoutCondition[] {
  const { progress, plan, positions } = account
  if (progress === null) return []
  const ofObjective = plan.risk.objective?.consistency ?? null
  return [consistency, ofObjective?.applies.includes('PAYOUT') === true ? ofObjective : null].flatMap((rule) => {
    if (rule === null) return []
    const found = consistencyOf(rule, progress, profitOf(account), positions)
    const { isMet, score, best, requiredProfit, stillNeeded } = found
    const share = rule.comparison === 'LT' ? 'less than' : 'at most'
    return [
      {
        condition: 'consistency',
        isMet,
        ...{ value: score, needed: rule.pct, unit: 'percent' },
        message:
          `the best ${rule.numerator === 'BEST_DAY' ? 'day' : 'trade'} may be ${share} ${formatDecimal(rule.pct)} % of ` +
          `what was earned; it is ${formatDecimal(best)} USD, which takes ${formatDecimal(requiredProfit)} USD: ` +
          `${formatDecimal(stillNeeded)} USD more`,
      },
    ] satisfies readonly PayoutCondition[]
  })
}

function holdingCondition({ holdingTime }: PayoutTerms, { held }: PayoutHistory): readonly PayoutCondition[] {
  if (holdingTime === null || held === null) return []
  const { secondsMin, profitSharePct } = holdingTime
  const { total, longEnough } = held
  const share = total === 0n ? null : multiplyDivide(longEnough, 100n * ONE, total, 'FLOOR')
  return [
    {
      condition: 'holding_time',
      isMet: longEnough * 100n * ONE >= total * profitSharePct,
      ...{ value: share, needed: profitSharePct, unit: 'percent' },
      message:
        `${formatDecimal(profitSharePct)} % of the profit since the last payout has to come from what was ` +
        `held for ${secondsMin} seconds or longer; ${formatDecimal(longEnough)} of ${formatDecimal(total)} USD does`,
    },
  ]
}

function flatCondition({ positions }: Account, { requiresFlat }: PayoutTerms): readonly PayoutCondition[] {
  if (!requiresFlat) return []
  const open = positions.size
  return [
    {
      condition: 'flat',
      isMet: open === 0,
      ...{ value: BigInt(open) * ONE, needed: 0n, unit: 'positions' },
      message:
        open === 0 ? 'nothing is open' : `nothing may be open; ${open} ${open === 1 ? 'position is' : 'positions are'}`,
    },
  ]
}

function identityCondition({ identity }: PayoutHistory): readonly PayoutCondition[] {
  if (identity === null) return []
  const isMet = identity === 'APPROVED'
  const message = isMet
    ? 'the identity check is APPROVED'
    : `a payout takes an identity check that is APPROVED; yours is ${identity}`
  return [{ condition: 'identity_check', isMet, ...NO_FIGURES, message }]
}

const amountCondition = ({ amountMin }: PayoutTerms, amount: Usd): PayoutCondition => ({
  condition: 'min_amount',
  isMet: amount >= amountMin,
  ...{ value: amount, needed: amountMin, unit: 'USD' },
  message: `a payout is at least ${formatDecimal(amountMin)} USD; this one is ${formatDecimal(amount)} USD`,
})
