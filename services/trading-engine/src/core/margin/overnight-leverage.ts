/**
 * Overnight leverage: Ostium gives stocks more leverage by day than overnight. A plan that has it opens nothing above
 * the overnight maximum but in the hours of day trading (9:31 to 15:45 in New York, on days with a session); one that
 * also closes ends every position above it when those hours are over. What stays open keeps its leverage.
 */
import type { Instrument, TradingHours, VenueId } from '../model/market/instrument.js'
import type { Plan } from '../model/plan/plan.js'
import type { Rate } from '../values/decimal.js'
import { instantOf, localDate, zoneOffsetMs } from '../values/time-zone.js'
import type { Micros } from '../values/time.js'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

export const hasOvernightLimit = ({ costs }: Pick<Plan, 'costs'>): boolean => costs.overnightLeverage !== 'OFF'

/** The most leverage that an account of the plan may open at; null where the hour sets no limit. */
export function overnightLimit(
  { costs }: Pick<Plan, 'costs'>,
  { terms, tradingHours }: Pick<Instrument, 'terms' | 'tradingHours'>,
  venue: VenueId,
  at: Micros,
): Rate | null {
  if (!hasOvernightLimit({ costs })) return null
  const limit = terms[venue]?.overnightLeverageMax ?? null
  return limit === null || isDayTrading(tradingHours, at) ? null : limit
}

/** The end of the day trading that a moment lies in; null outside of it. */
export function dayTradingEnd(hours: TradingHours, at: Micros): Micros | null {
  if (hours.isAlwaysOpen || hours.dayTrading === undefined || !isDayTrading(hours, at)) return null
  const date = localDate(hours.timeZone, Math.floor(at / 1000))
  return instantOf(hours.timeZone, date, hours.dayTrading.untilMinute) * 1000
}

/** Whether leverage may be above the overnight maximum. */
export function isDayTrading(hours: TradingHours, at: Micros): boolean {
  if (hours.isAlwaysOpen || hours.dayTrading === undefined) return false
  const atMs = Math.floor(at / 1000)
  const wallMinute = Math.floor((atMs + zoneOffsetMs(hours.timeZone, atMs)) / MINUTE_MS)
  const today = new Date(wallMinute * MINUTE_MS).getUTCDay()
  const minute = wallMinute % DAY_MINUTES
  const { fromMinute, untilMinute } = hours.dayTrading
  return fromMinute <= minute && minute < untilMinute && hours.sessions.some(({ day }) => day === today)
}
