/**
 * The daily reset. Days without a command, read or worker are skipped: the figures are those of the first decision
 * after them. Rules that are judged at the end of a day are judged here, before the next one begins: with the figures
 * that the day had, at the marks of the reset.
 */
import { tradingDayAt } from '../calendar/trading-day.js'
import { computeEquity, markedTick } from '../margin/equity.js'
import { dailyLossOf, drawdownFloor, valueOf } from '../margin/floors.js'
import { profitOf } from '../margin/profit.js'
import type { Account, TradingDay } from '../model/account/account.js'
import { holdOf } from '../model/account/hold.js'
import { floorShift, isFloorFixed, peakTimeOf } from '../model/account/peak.js'
import { withDayEnded } from '../model/account/progress.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { MarketView } from '../model/market/market-view.js'
import { amountOf, OPENED_DAYS } from '../model/plan/objective-rule.js'
import { max, usd, type Usd } from '../values/decimal.js'
import { liftHold } from './change-account-state.js'
import { enforce, holdsStale, lockedWhileStale, type Crossing } from './enforce.js'

export function rollTradingDay(draft: Draft, context: DecisionContext): void {
  if (context.now < draft.account.day.endsAt) return
  const bounds = tradingDayAt(context.now, draft.account.plan.risk.tradingDay)
  const crossing = dayEndCrossing(draft.account, context.market)
  if (crossing !== null) {
    liftEnded(draft, context)
    enforce(draft, crossing, bounds.endsAt, context)
  }
  const previous = draft.account.progress?.day ?? null
  draft.setAccount(endedDay(draft.account))
  const { account } = draft
  const equity = computeEquity(account, context.market)
  // What the drawdown floor trails, and a lock that ends with the day.
  draft.setAccount({ highWaterMark: peakAtReset(account, equity) })
  draft.beginDay(dayAfter(account, equity, bounds), markedTick(account, context.market), previous)
  liftEnded(draft, context)
}

/** The trading day that begins with these figures. */
export const dayAfter = (
  { balance, netDeposits, plan }: Account,
  equity: Usd,
  { date, endsAt }: Pick<TradingDay, 'date' | 'endsAt'>,
): TradingDay => ({
  date,
  endsAt,
  startBalance: balance,
  startEquity: equity,
  startNetDeposits: netDeposits,
  high: plan.risk.dailyLoss?.reference === 'DAY_HIGH' ? equity : null,
  isWarned: false,
  isTraded: false,
})

function liftEnded(draft: Draft, context: DecisionContext): void {
  const lock = holdOf(draft.account, 'daily_lock')
  if (lock !== undefined && (lock.until ?? Infinity) <= context.now) liftHold(draft, 'daily_lock')
}

/** Days that count by what they have earned do so when they are over. */
export function endedDay(account: Account): Pick<Account, 'progress' | 'tradedDays'> {
  const { progress, plan, tradedDays } = account
  if (progress === null) return { progress, tradedDays }
  const { counts, threshold } = plan.risk.objective?.tradingDays ?? OPENED_DAYS
  const earned = usd(profitOf(account) - progress.phase.dayFrom)
  const least = threshold === null ? usd(1n) : amountOf(threshold, plan.initialBalance)
  return {
    progress: withDayEnded(progress, profitOf(account)),
    tradedDays: counts === 'NET_PROFIT' && earned >= least ? tradedDays + 1 : tradedDays,
  }
}

/** A peak that rises with the balance of closing fills does so there. */
export function peakAtReset(account: Account, equity: Usd): Usd {
  const { highWaterMark, balance, plan } = account
  const rule = plan.risk.maxDrawdown
  if (peakTimeOf(rule) === 'CLOSE' || isFloorFixed(account)) return highWaterMark
  const isOfBalance = peakTimeOf(rule) === 'RESET' && rule.peakOf === 'BALANCE'
  return max(highWaterMark, usd((isOfBalance ? balance : equity) - floorShift(account)))
}

/**
 * Null where no rule that is judged at the reset is crossed. Where one is, and the drawdown as well, the higher floor
 * is named: the floor of a day that is judged at every mark was that of the day before.
 */
export function dayEndCrossing(account: Account, market: MarketView): Crossing | null {
  const { maxDrawdown, dailyLoss } = account.plan.risk
  // One that has passed may be waiting for a review: what becomes of it is no matter of how soon that comes.
  const isOver = account.state === 'TERMINATED' || account.state === 'CLOSED' || account.state === 'PASSED'
  const isDailyJudged = dailyLoss?.evaluation === 'END_OF_DAY'
  if (isOver || (maxDrawdown.evaluation === 'INTRADAY' && !isDailyJudged)) return null
  for (const position of account.positions.values()) if (market.quote(position) === undefined) return null
  const equity = computeEquity(account, market)
  const drawdown = crossingOf('max_drawdown', maxDrawdown, drawdownFloor(account), account, equity)
  const floorOfDay = isDailyJudged ? (dailyLossOf(account)?.floor ?? null) : null
  const daily =
    floorOfDay === null || dailyLoss === null
      ? null
      : crossingOf('daily_loss_limit', dailyLoss, floorOfDay, account, equity)
  if (daily === null && maxDrawdown.evaluation === 'INTRADAY') return null
  const crossing = drawdown === null || (daily !== null && daily.limit > drawdown.limit) ? daily : drawdown
  return crossing !== null && holdsStale(account, market) ? lockedWhileStale(account, crossing) : crossing
}

function crossingOf(
  rule: Crossing['rule'],
  { includesOpenPnl }: { readonly includesOpenPnl: boolean },
  limit: Usd,
  account: Account,
  equity: Usd,
): Crossing | null {
  const value = valueOf({ includesOpenPnl }, account, equity)
  if (value >= limit) return null
  return { kind: 'TERMINATE', rule, limit, equity: value, ...(includesOpenPnl ? {} : { isBalance: true }) }
}
