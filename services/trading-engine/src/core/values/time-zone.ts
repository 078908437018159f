/**
 * Wall-clock arithmetic in IANA zones on top of `Intl`, which knows their rules. All instants are Unix milliseconds.
 */
const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const DAY_MS = 86_400_000

interface Zone {
  readonly formatter: Intl.DateTimeFormat
  readonly days: Spans
  readonly quarters: Spans
}

/** Offsets of spans that were asked for lately, each at the place of its number. NaN: the clock changes within it. */
interface Spans {
  readonly lengthMs: number
  readonly numbers: Float64Array
  readonly offsets: Float64Array
}

const SPANS_KEPT = 64
/** The year 2096. */
const SPANS_END_MS = 4e12

const spansOf = (lengthMs: number): Spans => ({
  lengthMs,
  numbers: new Float64Array(SPANS_KEPT).fill(NaN),
  offsets: new Float64Array(SPANS_KEPT),
})

/** One for each zone, by its name in lower case: a name may be spelt in many ways, and a formatter is large. */
const zones = new Map<string, Zone>()

function zoneOf(timeZone: string): Zone {
  const name = timeZone.toLowerCase()
  let zone = zones.get(name)
  if (zone === undefined) {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    zone = { formatter, days: spansOf(DAY_MS), quarters: spansOf(QUARTER_MS) }
    zones.set(name, zone)
  }
  return zone
}

/** Offset of the zone's wall clock from UTC at an instant, in milliseconds. Throws RangeError for an unknown zone. */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  const { formatter, days, quarters } = zoneOf(timeZone)
  if (!(atMs >= 0 && atMs < SPANS_END_MS)) return readOffset(formatter, atMs)
  const ofDay = offsetOfSpan(formatter, days, atMs)
  if (!Number.isNaN(ofDay)) return ofDay
  const ofQuarter = offsetOfSpan(formatter, quarters, atMs)
  return Number.isNaN(ofQuarter) ? readOffset(formatter, atMs) : ofQuarter
}

/** No zone has changed its clock and changed it back within a day since 1970, so ends that agree speak for the span. */
function offsetOfSpan(formatter: Intl.DateTimeFormat, { lengthMs, numbers, offsets }: Spans, atMs: number): number {
  const number = Math.floor(atMs / lengthMs)
  const place = number % SPANS_KEPT
  if (numbers[place] !== number) {
    const first = readOffset(formatter, number * lengthMs)
    offsets[place] = readOffset(formatter, (number + 1) * lengthMs) === first ? first : NaN
    numbers[place] = number
  }
  return offsets[place] ?? NaN
}

function readOffset(formatter: Intl.DateTimeFormat, atMs: number): number {
  const fields: Record<string, number> = {}
  for (const part of formatter.formatToParts(atMs)) fields[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000
}

/** The zone's calendar date at an instant, `YYYY-MM-DD`. */
export const localDate = (timeZone: string, atMs: number): string =>
  new Date(atMs + zoneOffsetMs(timeZone, atMs)).toISOString().slice(0, 10)

/** The calendar date some days later (or earlier). */
export const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** A time inside a spring gap: the first instant after the gap, or as a clock would show it that was not set on. */
type InGap = 'first_after' | 'offset_before'

/**
 * The instant at which the zone's clock shows a time of a date. A time that occurs twice in autumn is its first
 * occurrence. RFC 5545 reads a time inside a gap with the offset before it.
 */
export function instantOf(timeZone: string, date: string, minuteOfDay: number, inGap: InGap = 'first_after'): number {
  const wallMs = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * MINUTE_MS
  const before = zoneOffsetMs(timeZone, wallMs - DAY_MS)
  const after = zoneOffsetMs(timeZone, wallMs + DAY_MS)
  const candidates = [wallMs - before, wallMs - after].sort((a, b) => a - b)
  for (const candidate of candidates) {
    if (candidate + zoneOffsetMs(timeZone, candidate) === wallMs) return candidate
  }
  if (inGap === 'offset_before') return wallMs - before
  return firstInstantWithOffset(timeZone, after, wallMs - DAY_MS, wallMs + DAY_MS)
}

function firstInstantWithOffset(timeZone: string, offsetMs: number, fromMs: number, toMs: number): number {
  let low = fromMs
  let high = toMs
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (zoneOffsetMs(timeZone, middle) === offsetMs) high = middle
    else low = middle
  }
  return high
}

/** Whether it names a zone of the IANA database; an offset such as `+01:00`, which `Intl` may take too, does not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    zoneOf(name)
    return true
  } catch {
    return false
  }
}
