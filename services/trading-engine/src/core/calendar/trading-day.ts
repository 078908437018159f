import type { Micros } from '../values/time.js'
import type { TradingDayRule } from '../model/plan/loss-rules.js'
import { instantOf, localDate, shiftDate } from '../values/time-zone.js'

export interface TradingDayBounds {
  /** The calendar date, in the plan's zone, on which the day began. */
  readonly date: string
  readonly startsAt: Micros
  readonly endsAt: Micros
}

/** The trading day an instant belongs to: from one daily reset of the plan to the next. */
export function tradingDayAt(at: Micros, rule: TradingDayRule): TradingDayBounds {
  const [hours = 0, minutes = 0] = rule.resetTime.split(':').map(Number)
  const reset = (date: string): number => instantOf(rule.resetTimeZone, date, hours * 60 + minutes)
  const atMs = Math.floor(at / 1000)
  const today = localDate(rule.resetTimeZone, atMs)
  const tomorrow = shiftDate(today, 1)
  // A clock set back over midnight shows yesterday's date again after today's reset: the day that had begun goes on.
  const date = atMs < reset(today) ? shiftDate(today, -1) : atMs >= reset(tomorrow) ? tomorrow : today
  return { date, startsAt: reset(date) * 1000, endsAt: reset(shiftDate(date, 1)) * 1000 }
}
