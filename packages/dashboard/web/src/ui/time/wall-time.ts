/** Times of days as clocks show them in zones of the IANA database. All instants are milliseconds. */
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const numeric = 'numeric'
  const fields = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
  formatters.set(timeZone, formatter)
  return formatter
}

/** True for a zone of the IANA database; an offset such as `+01:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatterFor(name)
    return true
  } catch {
    return false
  }
}

/** How far the clocks of a zone are ahead of UTC at an instant. @throws RangeError for an unknown zone */
export function zoneOffsetMs(timeZone: string, at: number): number {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(at)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** The date in a zone, `2026-11-23`. */
export const dateIn = (timeZone: string, at: number): string =>
  new Date(at + zoneOffsetMs(timeZone, at)).toISOString().slice(0, 10)

/** The date some days later, or earlier. */
export const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * The instant at which the clocks of a zone show a time of a date: the first one where they show it twice, the first
 * after it where they leave it out.
 */
export function instantOf(timeZone: string, date: string, minuteOfDay: number): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * MINUTE_MS
  const [before, after] = [zoneOffsetMs(timeZone, wall - DAY_MS), zoneOffsetMs(timeZone, wall + DAY_MS)]
  const candidates = [wall - before, wall - after].sort((a, b) => a - b)
  const shown = candidates.find((at) => at + zoneOffsetMs(timeZone, at) === wall)
  if (shown !== undefined) return shown
  let [low, high] = [wall - DAY_MS, wall + DAY_MS]
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (zoneOffsetMs(timeZone, middle) === after) high = middle
    else low = middle
  }
  return high
}

/** When the trading day of an instant ends: the next time that clocks in the zone show `HH:MM`. */
export function nextReset(timeZone: string, time: string, at: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const reset = (date: string): number => instantOf(timeZone, date, hours * 60 + minutes)
  const today = dateIn(timeZone, at)
  const tomorrow = shiftDate(today, 1)
  const date = at < reset(today) ? shiftDate(today, -1) : at >= reset(tomorrow) ? tomorrow : today
  return reset(shiftDate(date, 1))
}
