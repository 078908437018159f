/** The column of what an account keeps of its days and trades: JSON, decimals as text. */
import type { Progress, Window } from '../../core/model/account/progress.js'
import { formatDecimal, type Usd } from '../../core/values/decimal.js'
import { formatTimestamp } from '../../core/values/time.js'
import { microsOf, optional, usdOf } from './column.js'

interface StoredWindow {
  readonly from: string
  readonly day_from: string
  readonly best_day: string | null
  readonly positive_days: string
  readonly best_trade: string | null
}

interface StoredProgress {
  readonly day: { readonly opened: boolean; readonly closed: boolean; readonly best_trade: string | null }
  readonly phase: StoredWindow
  readonly since_payout: StoredWindow | null
  readonly active_at: string
  readonly warned_at: string | null
}

const amountText = (amount: Usd | null): string | null => (amount === null ? null : formatDecimal(amount))

export function progressText({ day, phase, sincePayout, activeAt, warnedAt }: Progress): string {
  const stored: StoredProgress = {
    day: { opened: day.isOpened, closed: day.isClosed, best_trade: amountText(day.bestTrade) },
    phase: storedWindow(phase),
    since_payout: sincePayout && storedWindow(sincePayout),
    active_at: formatTimestamp(activeAt),
    warned_at: warnedAt === null ? null : formatTimestamp(warnedAt),
  }
  return JSON.stringify(stored)
}

const storedWindow = ({ from, dayFrom, bestDay, positiveDays, bestTrade }: Window): StoredWindow => ({
  from: formatDecimal(from),
  day_from: formatDecimal(dayFrom),
  best_day: amountText(bestDay),
  positive_days: formatDecimal(positiveDays),
  best_trade: amountText(bestTrade),
})

export function progressOf(value: unknown): Progress {
  const { day, phase, since_payout, active_at, warned_at } = value as StoredProgress
  return {
    day: { isOpened: day.opened, isClosed: day.closed, bestTrade: optional(day.best_trade, usdOf) },
    phase: windowOf(phase),
    sincePayout: since_payout && windowOf(since_payout),
    activeAt: microsOf(active_at),
    warnedAt: optional(warned_at, microsOf),
  }
}

const windowOf = (window: StoredWindow): Window => ({
  from: usdOf(window.from),
  dayFrom: usdOf(window.day_from),
  bestDay: optional(window.best_day, usdOf),
  positiveDays: usdOf(window.positive_days),
  bestTrade: optional(window.best_trade, usdOf),
})
