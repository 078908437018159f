/**
 * The sums that an account keeps of its days and trades, where the objective of its plan asks for them: each fill and
 * each reset carries them on, so that nothing is read again. Every amount is profit as `margin/profit.ts` has it:
 * realised, with fees and funding, without what the operator added or paid out.
 */
import { max, usd, type Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { ConsistencyRule } from '../plan/objective-rule.js'
import { netPnl, type Position } from './position.js'

/** The trading day in force. */
export interface DayProgress {
  readonly isOpened: boolean
  /** Something was closed, in full or in part. */
  readonly isClosed: boolean
  /** The profit of the best position that has become flat on it, over its life; null: none has. */
  readonly bestTrade: Usd | null
}

/** A time within which the best day and the best trade are compared with the whole. */
export interface Window {
  /** The profit at its beginning. */
  readonly from: Usd
  /** Profit at the beginning of the trading day in force, or of the window where that came later. */
  readonly dayFrom: Usd
  /** The best of the days in it that are over; null: none is. */
  readonly bestDay: Usd | null
  /** Σ of what those days have earned that have earned anything. */
  readonly positiveDays: Usd
  readonly bestTrade: Usd | null
}

export interface Progress {
  readonly day: DayProgress
  readonly phase: Window
  /** Null before the first payout: it is the same as the phase. */
  readonly sincePayout: Window | null
  /** The last fill, or what else counts as activity. */
  readonly activeAt: Micros
  /** When the account was warned that nobody trades it; null: it has been traded since. */
  readonly warnedAt: Micros | null
}

const NO_DAY: DayProgress = { isOpened: false, isClosed: false, bestTrade: null }

const windowFrom = (profit: Usd): Window => ({
  from: profit,
  dayFrom: profit,
  bestDay: null,
  positiveDays: usd(0n),
  bestTrade: null,
})

export const newProgress = (now: Micros): Progress => ({
  day: NO_DAY,
  phase: windowFrom(usd(0n)),
  sincePayout: null,
  activeAt: now,
  warnedAt: null,
})

export const withFill = (progress: Progress, kind: 'OPENED' | 'CLOSED', at: Micros): Progress => ({
  day: {
    isOpened: progress.day.isOpened || kind === 'OPENED',
    isClosed: progress.day.isClosed || kind === 'CLOSED',
    bestTrade: progress.day.bestTrade,
  },
  phase: progress.phase,
  sincePayout: progress.sincePayout,
  activeAt: at,
  warnedAt: null,
})

/** A position that has become flat. */
export const withTrade = (progress: Progress, position: Position): Progress => withTradeOf(progress, netPnl(position))

/** One that has come to this over its life. */
export function withTradeOf(progress: Progress, profit: Usd): Progress {
  const better = <T extends { readonly bestTrade: Usd | null }>(best: T): T =>
    best.bestTrade !== null && best.bestTrade >= profit ? best : { ...best, bestTrade: profit }
  const { day, phase, sincePayout } = progress
  return { ...progress, day: better(day), phase: better(phase), sincePayout: sincePayout && better(sincePayout) }
}

export function withDayEnded(progress: Progress, profit: Usd): Progress {
  const { phase, sincePayout } = progress
  const ended = (window: Window): Window => withDay(window, profit, profit)
  return {
    day: NO_DAY,
    phase: ended(phase),
    sincePayout: sincePayout && ended(sincePayout),
    activeAt: progress.activeAt,
    warnedAt: progress.warnedAt,
  }
}

/** From the payout on, days and trades count for the next one. */
export const withPayout = (progress: Progress, profit: Usd): Progress => ({
  ...progress,
  sincePayout: windowFrom(profit),
})

/** The window as it were if the day in force ended with this profit. */
function withDay({ from, dayFrom, bestDay, positiveDays, bestTrade }: Window, profit: Usd, next = dayFrom): Window {
  const ofDay = usd(profit - dayFrom)
  return {
    from,
    dayFrom: next,
    bestDay: bestDay === null ? ofDay : max(bestDay, ofDay),
    positiveDays: ofDay > 0n ? usd(positiveDays + ofDay) : positiveDays,
    bestTrade,
  }
}

/** The sums of a window; the day in force is in all of them as far as it has gone. */
export interface WindowSums {
  readonly net: Usd
  readonly bestDay: Usd
  readonly positiveDays: Usd
  /** 0 without a trade. */
  readonly bestTrade: Usd
}

export function sumsOf({ phase, sincePayout }: Progress, name: ConsistencyRule['window'], profit: Usd): WindowSums {
  const window = name === 'PHASE' ? phase : (sincePayout ?? phase)
  const { bestDay, positiveDays } = withDay(window, profit)
  return {
    net: usd(profit - window.from),
    bestDay: bestDay ?? usd(0n),
    positiveDays,
    bestTrade: window.bestTrade ?? usd(0n),
  }
}
