/**
 * Tells a loss rule that no account could ever break, because another one is always broken first. It is one of three:
 *
 *   daily_loss    its floor is 0 on every day: all of the reference may be lost
 *   daily_loss    it allows no less than max_drawdown does, whose peak is never under what the day is measured from and
 *                 never stops rising
 *   max_drawdown  its floor is 0, and that of the day is above 0 as long as the account is
 *
 * Rules that compare different things, or of which the drawdown alone is judged at the end of the day, are each broken
 * first by some account. Two things are not counted: funding that is received moves a balance without a fill, beyond
 * the peak of closing fills; and a debit by the operator lowers what a day is measured from, but not the peak.
 */
import { percentOf } from '../margin/floors.js'
import { peakTimeOf } from '../model/account/peak.js'
import type { DailyLossRule, DrawdownRule } from '../model/plan/loss-rules.js'
import type { Plan } from '../model/plan/plan.js'
import { formatDecimal, ONE, usd, type Usd } from '../values/decimal.js'

export interface DeadRule {
  readonly rule: 'daily_loss' | 'max_drawdown'
  /** Names the rule that is always broken first, the closed form, and an example. */
  readonly message: string
}

type Rules = Pick<Plan, 'initialBalance' | 'risk'>

export function neverBinds({ initialBalance, risk }: Rules): DeadRule | null {
  const { maxDrawdown: drawdown, dailyLoss: daily } = risk
  if (daily === null || daily.includesOpenPnl !== drawdown.includesOpenPnl) return null
  if (drawdown.evaluation === 'END_OF_DAY' && daily.evaluation === 'INTRADAY') return null
  if (daily.amountBase === 'REFERENCE' && daily.pct === HUNDRED) return floorOfDayIsZero()
  const [lost, drawn] = [lossAtStart(daily, initialBalance), lossAtStart(drawdown, initialBalance)]
  if (lost >= drawn && !isFloorStopped(drawdown) && isCovered(daily, drawdown) && !outgrows(daily, drawdown))
    return isAlwaysLower(daily, drawdown, initialBalance, lost, drawn)
  if (isDrawdownZero(drawdown, initialBalance) && isDayAboveZero(daily) && daily.evaluation === drawdown.evaluation)
    return drawdownIsZero(daily)
  return null
}

const HUNDRED = 100n * ONE

/** Both rules begin with the initial balance, whatever they are a share of. */
const lossAtStart = ({ pct, amount }: DailyLossRule | DrawdownRule, initial: Usd): Usd =>
  pct === null ? (amount ?? usd(0n)) : percentOf(initial, pct)

/** A floor that stops rising is overtaken by one of a day that does not. */
const isFloorStopped = ({ mode, lockOffset, locksAtTarget, onFirstPayout }: DrawdownRule): boolean =>
  mode === 'STATIC' || lockOffset !== null || locksAtTarget || onFirstPayout === 'INITIAL'

/** Whether what a day is measured from is never above the peak. */
function isCovered({ reference }: DailyLossRule, drawdown: DrawdownRule): boolean {
  const time = peakTimeOf(drawdown)
  if (reference === 'EQUITY') return time === 'MARK' || (time === 'RESET' && drawdown.peakOf === 'EQUITY')
  if (reference === 'BALANCE') return time === 'CLOSE' || (time === 'RESET' && drawdown.peakOf === 'BALANCE')
  return reference === 'DAY_HIGH' && time === 'MARK'
}

/** The share of a peak becomes larger than an amount, once the peak is high enough. */
const outgrows = ({ pct, amountBase }: DailyLossRule, { mode }: DrawdownRule): boolean =>
  mode === 'PCT_OF_PEAK' && (pct === null || amountBase === 'INITIAL')

const isDrawdownZero = ({ mode, pct, amount, onFirstPayout }: DrawdownRule, initial: Usd): boolean =>
  onFirstPayout !== 'INITIAL' &&
  ((mode === 'STATIC' && (pct === HUNDRED || amount === initial)) || (mode === 'PCT_OF_PEAK' && pct === HUNDRED))

const isDayAboveZero = ({ pct, amountBase, action }: DailyLossRule): boolean =>
  pct !== null && amountBase === 'REFERENCE' && action === 'TERMINATE'

const floorOfDayIsZero = (): DeadRule => ({
  rule: 'daily_loss',
  message:
    'never binds: its floor, the reference less 100 % of it, is 0 on every day, and that of max_drawdown is never under 0. ' +
    'Take less than 100 %',
})

function isAlwaysLower(daily: DailyLossRule, drawdown: DrawdownRule, initial: Usd, lost: Usd, drawn: Usd): DeadRule {
  const [begins, ofDay, ofPeak] = [initial, initial - lost, initial - drawn].map(formatDecimal)
  return {
    rule: 'daily_loss',
    message:
      `never binds: its floor, ${daily.reference} − ${writtenLoss(daily)}, is never above that of max_drawdown, ` +
      `peak − ${writtenLoss(drawdown)}, for the peak of ${drawdown.mode} is never under ${daily.reference}. ` +
      `A day and a peak of ${begins}: ${ofDay} and ${ofPeak}. Take less than max_drawdown has, or another reference`,
  }
}

const drawdownIsZero = (daily: DailyLossRule): DeadRule => ({
  rule: 'max_drawdown',
  message:
    `never binds: its floor is 0, and that of daily_loss, ${daily.reference} − ${writtenLoss(daily)}, is above 0 ` +
    `whatever a day begins with. A day that begins at 100: ${formatDecimal(usd(100n * ONE - lossAtStart(daily, usd(100n * ONE))))}. ` +
    'Take less for max_drawdown, or amount_base INITIAL',
})

function writtenLoss(rule: DailyLossRule | DrawdownRule): string {
  if (rule.pct === null) return formatDecimal(rule.amount ?? usd(0n))
  const of = 'amountBase' in rule ? rule.amountBase : rule.mode === 'PCT_OF_PEAK' ? 'the peak' : 'INITIAL'
  return `${formatDecimal(rule.pct)} % of ${of}`
}
