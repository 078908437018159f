const MICROS_PER_MS = 1_000
const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})?)?$/

/** The shape alone: that a month has the day, no pattern can say. */
export const TIMESTAMP_PATTERN =
  '^(19[7-9]\\d|20\\d\\d|2100)-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])' +
  '([Tt ]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)?)?$'

/**
 * Microseconds of an RFC 3339 timestamp; null when it is not one, names an impossible day or lies outside 1970–2100.
 * Without an offset it is UTC. A date alone is that day's first (`start`) or last (`end`) microsecond.
 * Digits beyond the microsecond are cut. Both services read times by this alone.
 */
export function parseTimestamp(text: string, dateMeans: 'start' | 'end' = 'start'): number | null {
  const match = RFC3339.exec(text)
  if (match === null) return null
  const [, year, month, day, hour, minute, second, fraction, offset] = match
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (new Date(date).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null
  if (Number(year) < 1970 || Number(year) > 2100) return null
  if (hour === undefined)
    return (date + (dateMeans === 'end' ? 86_400_000 : 0)) * MICROS_PER_MS - (dateMeans === 'end' ? 1 : 0)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const offsetMinutes = parseOffset(offset)
  if (offsetMinutes === null) return null
  const seconds = Number(hour) * 3600 + (Number(minute) - offsetMinutes) * 60 + Number(second)
  const micros = (date + seconds * 1000) * MICROS_PER_MS + Number((fraction ?? '').padEnd(6, '0').slice(0, 6))
  return micros < 0 ? null : micros
}

function parseOffset(offset: string | undefined): number | null {
  if (offset === undefined || offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(4, 6))
  if (hours > 23 || minutes > 59) return null
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
