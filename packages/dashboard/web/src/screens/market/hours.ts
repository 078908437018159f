import type { Metadata } from '@ats/sdk/types'

type Hours = Metadata['trading_hours']
type Session = Hours['sessions'][number]

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MINUTES_OF_DAY = 24 * 60
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY
const MINUTE_MS = 60_000

export interface NextChange {
  readonly kind: 'opens' | 'closes'
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A span of minutes since Sunday 00:00 in the zone of the market; `to` beyond the week runs into the next one. */
interface Span {
  readonly from: number
  readonly to: number
}

/**
 * When a market opens or closes next by its weekly hours; null when it never closes. Sessions that touch, such as one
 * until 24:00 and one from 00:00, are one. Holidays are not in these hours.
 */
export function nextChange({ always_open, time_zone, sessions }: Hours, now: number): NextChange | null {
  if (always_open || time_zone === null || sessions.length === 0) return null
  const spans = joined(sessions.map(spanOf))
  const minute = minuteOfWeek(now, time_zone)
  const startOfMinute = now - (now % MINUTE_MS)
  for (const week of [-MINUTES_OF_WEEK, 0, MINUTES_OF_WEEK]) {
    for (const { from, to } of spans) {
      const [opens, closes] = [from + week, to + week]
      if (closes <= minute) continue
      const isOpen = opens <= minute
      const inMinutes = (isOpen ? closes : opens) - minute
      return { kind: isOpen ? 'closes' : 'opens', at: atLocalMinute(startOfMinute, inMinutes, time_zone) }
    }
  }
  return null
}

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function spanOf({ day, open, close }: Session): Span {
  const start = DAYS.indexOf(day) * MINUTES_OF_DAY
  const [from, to] = [minutesOf(open), minutesOf(close)]
  return { from: start + from, to: start + (to > from ? to : to + MINUTES_OF_DAY) }
}

function joined(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last !== undefined && span.from <= last.to)
      result[result.length - 1] = { ...last, to: Math.max(last.to, span.to) }
    else result.push(span)
  }
  const [first, last] = [result[0], result.at(-1)]
  // The end of Saturday is the beginning of Sunday.
  if (first !== undefined && last !== undefined && first !== last && last.to >= MINUTES_OF_WEEK + first.from)
    return [...result.slice(1, -1), { from: last.from, to: first.to + MINUTES_OF_WEEK }]
  return result
}

function minuteOfWeek(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? ''
  return (
    DAYS.indexOf(part('weekday') as Session['day']) * MINUTES_OF_DAY + minutesOf(`${part('hour')}:${part('minute')}`)
  )
}

/** The time at which the clock of the zone has moved on by so many minutes: an hour more or less when it is changed. */
function atLocalMinute(from: number, minutes: number, zone: string): number {
  const guess = from + minutes * MINUTE_MS
  const wanted = mod(minuteOfWeek(from, zone) + minutes, MINUTES_OF_WEEK)
  const shown = minuteOfWeek(guess, zone)
  const off = mod(wanted - shown + MINUTES_OF_WEEK / 2, MINUTES_OF_WEEK) - MINUTES_OF_WEEK / 2
  return guess + off * MINUTE_MS
}

const mod = (value: number, by: number): number => ((value % by) + by) % by
