const DAY_MICROS = 86_400_000_000
const END_MICROS = Date.UTC(2101, 0) * 1_000

/** The shape alone: that a month has the day, no pattern can say. Its groups are day, clock, fraction and offset. */
export const TIMESTAMP_PATTERN =
  '^((?:19[7-9]\\d|20\\d\\d|2100)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))' +
  '(?:[Tt ]((?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d)(\\.\\d{1,9})?([Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?)?$'
const TIMESTAMP = new RegExp(TIMESTAMP_PATTERN)

/**
 * Microseconds of an RFC 3339 timestamp; null when it is not one, names an impossible day or lies outside 1970–2100.
 * Without an offset it is UTC. A date alone is that day's first (`start`) or last (`end`) microsecond.
 * Digits beyond the microsecond are cut. Both services read times by this alone.
 */
export function parseTimestamp(text: string, dateMeans: 'start' | 'end' = 'start'): number | null {
  const [, day, clock, fraction = '', offset = 'Z'] = TIMESTAMP.exec(text) ?? []
  // Date moves 30 February to 2 March.
  if (day === undefined || new Date(day).toISOString().slice(0, 10) !== day) return null
  if (clock === undefined) return Date.parse(day) * 1_000 + (dateMeans === 'end' ? DAY_MICROS - 1 : 0)
  const seconds = Date.parse(`${day}T${clock}${offset.toUpperCase()}`)
  const micros = seconds * 1_000 + Number(fraction.slice(1, 7).padEnd(6, '0'))
  return micros >= 0 && micros < END_MICROS ? micros : null
}
