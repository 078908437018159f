/**
 * The floors that an account must not fall under: its equity, or its balance where a rule leaves open profit and loss
 * out.
 *
 *   drawdown  STATIC         initial balance − loss
 *             TRAILING_…     peak − loss, at most the initial balance and `lockOffset`
 *             PCT_OF_PEAK    peak − pct of it, at most the same
 *             the peak counts up to the initial balance and the profit target, where it locks there
 *   daily     reference − loss; the reference is the balance or the equity of the reset, the higher of the two, or the
 *             highest equity since. Stored versions know the initial balance as well
 *
 * What the operator adds or takes back moves both floors, and all they are measured from, by the same amount; the
 * losses that are allowed stay as they were. Of an account that was scaled the initial balance is the present one;
 * peaks and days are kept without what was added, which is in the sum of what has moved them. A payout lowers the daily
 * floor by its amount; the plan says what it does to the drawdown floor. Contract: loss rules.
 */
import { floorShift, isFloorFixed } from '../model/account/peak.js'
import { openedWith, scaledBy } from '../model/account/scaling.js'
import { assertNever } from '../values/assert-never.js'
import type { Account, TradingDay } from '../model/account/account.js'
import { max, min, multiplyDivide, ONE, usd, type Rate, type Usd } from '../values/decimal.js'
import type { FloorRule } from '../model/plan/breach.js'
import type { DailyLossRule } from '../model/plan/loss-rules.js'
import { amountOf } from '../model/plan/objective-rule.js'
import type { Plan } from '../model/plan/plan.js'

/** A floor, and the distance from it. */
export interface Floor {
  readonly rule: FloorRule
  readonly equity: Usd
  /** Negative below it. */
  readonly headroom: Usd
}

export type Measured = Pick<Account, 'plan' | 'day' | 'highWaterMark' | 'netDeposits' | 'paidOut'>

/** The figure that a rule compares with its floor. */
export const valueOf = (
  { includesOpenPnl }: Pick<DailyLossRule, 'includesOpenPnl'>,
  { balance }: Pick<Account, 'balance'>,
  equity: Usd,
): Usd => (includesOpenPnl ? equity : balance)

/**
 * The one in force: with the least room, and the drawdown's where that is the same, for it is final. One that is judged
 * at the reset counts where no other does.
 */
export function strictestFloor(account: Measured & Pick<Account, 'balance'>, equity: Usd): Floor {
  const { maxDrawdown, dailyLoss } = account.plan.risk
  const floor = drawdownFloor(account)
  const headroom = usd(valueOf(maxDrawdown, account, equity) - floor)
  const drawdown: Floor = { rule: 'max_drawdown', equity: floor, headroom }
  const daily = dailyLossOf(account)
  if (dailyLoss === null || daily === null) return drawdown
  const room = usd(valueOf(dailyLoss, account, equity) - daily.floor)
  const isDaily =
    dailyLoss.evaluation === maxDrawdown.evaluation ? room < headroom : dailyLoss.evaluation === 'INTRADAY'
  return isDaily ? { rule: 'daily_loss_limit', equity: daily.floor, headroom: room } : drawdown
}

/** The loss that the drawdown floor allows. */
export function drawdownAllowed(account: Pick<Account, 'plan' | 'highWaterMark'>): Usd {
  const { plan } = account
  const { maxDrawdown } = plan.risk
  const { amount, pct, mode } = maxDrawdown
  if (pct === null) return amount ?? usd(0n)
  if (mode === 'PCT_OF_PEAK') return percentOf(usd(peakCounted(account) + scaledBy(plan)), pct)
  return remembered(DRAWDOWNS, maxDrawdown, plan.initialBalance, (of) => percentOf(of, pct))
}

/** Without deposits, payouts and scaling, as the high-water mark is. */
function peakCounted({ plan, highWaterMark }: Pick<Account, 'plan' | 'highWaterMark'>): Usd {
  const { objective, maxDrawdown } = plan.risk
  if (maxDrawdown.mode === 'STATIC') return openedWith(plan)
  if (!maxDrawdown.locksAtTarget || objective === null) return highWaterMark
  return min(highWaterMark, usd(openedWith(plan) + amountOf(objective.profitTarget, plan.initialBalance)))
}

export function drawdownFloor(account: Omit<Measured, 'day'>): Usd {
  const opened = openedWith(account.plan)
  const { lockOffset } = account.plan.risk.maxDrawdown
  const trailing = usd(peakCounted(account) - drawdownAllowed(account))
  const locked = lockOffset === null ? trailing : min(trailing, usd(opened + lockOffset))
  return usd((isFloorFixed(account) ? max(locked, opened) : locked) + floorShift(account))
}

/** The drawdown floor as it will be once something was paid out, where it does not fall by that. */
export const drawdownFloorOncePaid = (account: Omit<Measured, 'day'>): Usd => {
  const paidOut = max(account.paidOut, LEAST)
  return drawdownFloor({ ...account, paidOut, netDeposits: usd(account.netDeposits - paidOut + account.paidOut) })
}

const LEAST = usd(1n)

/** The reference of the daily loss, and its limits. */
export interface DailyLoss {
  readonly base: Usd
  readonly floor: Usd
  /** Equity, or the balance, at or under this is near the floor. */
  readonly warnAt: Usd
}

/** Null where the plan has no such rule. */
export function dailyLossOf({ plan, day, netDeposits }: Omit<Measured, 'highWaterMark' | 'paidOut'>): DailyLoss | null {
  const rule = plan.risk.dailyLoss
  if (rule === null) return null
  const began = referenceOf(rule, plan, day)
  const moved = rule.reference === 'INITIAL' ? netDeposits : netDeposits - day.startNetDeposits
  const of = rule.amountBase === 'INITIAL' ? plan.initialBalance : began
  const { loss, warning } = remembered(DAILY_LOSSES, rule, of, (amount) => allowedADay(rule, amount))
  const base = usd(began + moved)
  return { base, floor: usd(base - loss), warnAt: usd(base - warning) }
}

export const dailyFloor = (account: Omit<Measured, 'highWaterMark' | 'paidOut'>): Usd | null =>
  dailyLossOf(account)?.floor ?? null

export const percentOf = (amount: Usd, pct: Rate): Usd => usd(multiplyDivide(amount, pct, 100n * ONE, 'HALF_EVEN'))

/** Losses that are allowed and warned of, from where the day is measured. */
interface AllowedADay {
  readonly loss: Usd
  readonly warning: Usd
}

function allowedADay({ pct, amount, warnAtPct }: DailyLossRule, of: Usd): AllowedADay {
  const loss = pct === null ? (amount ?? usd(0n)) : percentOf(of, pct)
  return { loss, warning: percentOf(loss, warnAtPct) }
}

/** Remembers what was last computed of a rule: it is asked for at every mark, nearly always of the same amount. */
type Remembered<T> = WeakMap<object, { readonly of: Usd; readonly value: T }>
const DRAWDOWNS: Remembered<Usd> = new WeakMap()
const DAILY_LOSSES: Remembered<AllowedADay> = new WeakMap()

function remembered<T>(memory: Remembered<T>, rule: object, of: Usd, compute: (of: Usd) => T): T {
  const known = memory.get(rule)
  if (known?.of === of) return known.value
  const value = compute(of)
  memory.set(rule, { of, value })
  return value
}

function referenceOf({ reference }: DailyLossRule, plan: Plan, day: TradingDay): Usd {
  switch (reference) {
    case 'INITIAL':
      return openedWith(plan)
    case 'BALANCE':
      return day.startBalance
    case 'EQUITY':
      return day.startEquity
    case 'HIGHER_OF':
      return max(day.startBalance, day.startEquity)
    case 'DAY_HIGH':
      return max(day.high ?? day.startEquity, day.startEquity)
    default:
      return assertNever(reference)
  }
}
