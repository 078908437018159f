import type { QuietHours } from '../model/notification.js'
import type { Micros } from '../values/time.js'
import { instantOf, localDate, shiftDate } from '../values/time-zone.js'

/**
 * When the quiet hours that an instant is in end; null: it is in none. They begin at `from` of the zone's clock and end
 * at the next `to`, which is that of the next day where it is no later than `from`.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, at: Micros): Micros | null {
  const atMs = Math.floor(at / 1_000)
  const today = localDate(timeZone, atMs)
  const days = minuteOf(from) < minuteOf(to) ? [today] : [shiftDate(today, -1), today]
  for (const date of days) {
    const startsMs = instantOf(timeZone, date, minuteOf(from))
    const endsMs = instantOf(timeZone, days.length === 1 ? date : shiftDate(date, 1), minuteOf(to))
    if (startsMs <= atMs && atMs < endsMs) return endsMs * 1_000
  }
  return null
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
