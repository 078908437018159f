/**
 * Weekly trading sessions on the wall clock of an IANA zone. A session opens and closes when that clock shows its
 * times, so in UTC it moves with daylight saving: hours skipped in spring are not traded, hours repeated in autumn are
 * traded twice. Closing is exclusive; 24:00 runs into a session that opens at 00:00. Exchange holidays are not known.
 */
import type { TradingHours, TradingSession } from '../model/market/instrument.js'
import type { Micros } from '../values/time.js'
import { zoneOffsetMs } from '../values/time-zone.js'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const DAY_MS = DAY_MINUTES * MINUTE_MS
/** Every zone's clock changes on a quarter of an hour of UTC, so within one the offset is constant. */
const QUARTER_MS = 15 * MINUTE_MS
const HORIZON_MS = 9 * DAY_MS

/** Whether the instrument trades at an instant. Throws RangeError for an unknown zone. */
export function isOpen(hours: TradingHours, at: Micros): boolean {
  if (hours.isAlwaysOpen) return true
  const atMs = Math.floor(at / 1000)
  const wallMs = atMs + zoneOffsetMs(hours.timeZone, atMs)
  return openingWithin(hours.sessions, wallMs, wallMs + 1) !== null
}

/** The first instant, not before `at`, at which the instrument trades; null when it never does. */
export function nextOpen(hours: TradingHours, at: Micros): Micros | null {
  if (isOpen(hours, at)) return at
  if (hours.isAlwaysOpen) return at
  const startMs = Math.floor(at / 1000)
  let fromMs = startMs
  while (fromMs < startMs + HORIZON_MS) {
    const offsetMs = zoneOffsetMs(hours.timeZone, fromMs)
    const toMs = endOfConstantOffset(hours.timeZone, fromMs, offsetMs)
    const opening = openingWithin(hours.sessions, fromMs + offsetMs, toMs + offsetMs)
    if (opening !== null) return (opening - offsetMs) * 1000
    fromMs = toMs
  }
  return null
}

/**
 * The end of a span in which the zone's UTC offset stays constant: a day later, or the end of the quarter if it changes
 * in that day.
 */
function endOfConstantOffset(timeZone: string, fromMs: number, offsetMs: number): number {
  if (zoneOffsetMs(timeZone, fromMs + DAY_MS) === offsetMs) return fromMs + DAY_MS
  return (Math.floor(fromMs / QUARTER_MS) + 1) * QUARTER_MS
}

/** The earliest wall-clock time in [fromWallMs, toWallMs) inside a session; the two are at most a day apart. */
function openingWithin(sessions: readonly TradingSession[], fromWallMs: number, toWallMs: number): number | null {
  let earliest: number | null = null
  const today = Math.floor(fromWallMs / DAY_MS)
  for (const dayNumber of [today, today + 1]) {
    for (const session of sessions) {
      if (session.day !== weekday(dayNumber)) continue
      const opening = Math.max(dayNumber * DAY_MS + session.openMinute * MINUTE_MS, fromWallMs)
      const closing = Math.min(dayNumber * DAY_MS + session.closeMinute * MINUTE_MS, toWallMs)
      if (opening < closing && (earliest === null || opening < earliest)) earliest = opening
    }
  }
  return earliest
}

/** 1 January 1970 was a Thursday. */
const weekday = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7
