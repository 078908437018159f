/**
 * Reads `GET /trading-hours/asset-schedule?asset=EURUSD` of Ostium: `{timezone, openingHours: ['Mon-Thu: 00:00-16:59,
 * 18:10-24:00', …], isOpenNow, secondsToToggleMarketStatus, …}`. The texts of the hours are as others have noted them
 * down (2026), and have never been seen here: one that reads otherwise is a problem, and no hours.
 */
import type { Instrument, TradingHours, TradingSession } from '../../../../core/model/market/instrument.js'
import { isTimeZone } from '../../../../core/values/time-zone.js'
import type { Micros } from '../../../../core/values/time.js'
import { VenueError, type VenueHttp } from '../venue-http.js'
import { describe, isFields, type EntryProblem, type Fields } from '../venue-tick.js'

export interface VenueSchedule {
  readonly isOpen: boolean
  /** When that changes; null: the venue does not say. */
  readonly changesAt: Micros | null
  /** The weekly hours; a problem when they cannot be read. */
  readonly hours: TradingHours | EntryProblem
}

/** @throws VenueError */
export async function fetchOstiumSchedule(http: VenueHttp, { base, quote }: Instrument): Promise<VenueSchedule> {
  const { body, host, arrivedAt } = await http.get('/trading-hours/asset-schedule', { asset: `${base}${quote}` })
  const read = readOstiumSchedule(body, arrivedAt)
  if ('fault' in read) throw new VenueError([`${host}: ${read.detail}`], 0)
  return read
}

export function readOstiumSchedule(body: unknown, now: Micros): VenueSchedule | EntryProblem {
  const fields = isFields(body) ? body : {}
  const { isOpenNow, secondsToToggleMarketStatus: seconds } = fields
  if (typeof isOpenNow !== 'boolean') return { fault: 'fields', detail: `isOpenNow is ${describe(isOpenNow)}` }
  const changesAt = typeof seconds === 'number' && seconds >= 0 && seconds < WEEKS ? now + seconds * 1e6 : null
  return { isOpen: isOpenNow, changesAt, hours: readHours(fields) }
}

/** Two months in seconds: no market is closed for longer. */
const WEEKS = 5_184_000

function readHours({ timezone, openingHours, alwaysOpen }: Fields): TradingHours | EntryProblem {
  if (alwaysOpen === true) return { isAlwaysOpen: true }
  if (typeof timezone !== 'string' || !isTimeZone(timezone))
    return { fault: 'fields', detail: `timezone is ${describe(timezone)}` }
  if (!Array.isArray(openingHours)) return { fault: 'fields', detail: `openingHours is ${describe(openingHours)}` }
  const sessions: TradingSession[] = []
  for (const line of openingHours as readonly unknown[]) {
    const read = typeof line === 'string' ? readLine(line) : null
    if (read === null) return { fault: 'fields', detail: `openingHours has ${describe(line)}` }
    sessions.push(...read)
  }
  const inOrder = sessions.sort((a, b) => a.day - b.day || a.openMinute - b.openMinute)
  return { isAlwaysOpen: false, timeZone: timezone, sessions: inOrder }
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const LINE = /^([a-z]{3,9})(?: ?[-–] ?([a-z]{3,9}))?:? (.{1,200})$/i
const SPAN = /^(\d\d?):(\d\d) ?[-–] ?(\d\d?):(\d\d)$/

/** `Mon-Thu: 00:00-16:59, 18:10-24:00`; `Sat: closed` has no session. */
function readLine(line: string): readonly TradingSession[] | null {
  const [, from = '', to = from, text = ''] = LINE.exec(line.trim()) ?? []
  const [first, last] = [from, to].map((name) => DAYS.indexOf(name.slice(0, 3).toLowerCase()))
  if (first === undefined || last === undefined || first < 0 || last < 0) return null
  if (/^closed$/i.test(text)) return []
  const spans = text.split(',').map((span) => readSpan(span.trim()))
  const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => (first + step) % 7)
  if (spans.includes(null)) return null
  return days.flatMap((day) => spans.flatMap((span) => (span === null ? [] : [{ day, ...span }])))
}

function readSpan(text: string): Omit<TradingSession, 'day'> | null {
  const [openHour = NaN, openRest = NaN, closeHour = NaN, closeRest = NaN] = (SPAN.exec(text) ?? [])
    .slice(1)
    .map(Number)
  const [openMinute, closeMinute] = [openHour * 60 + openRest, closeHour * 60 + closeRest]
  const isSpan = openMinute < closeMinute && closeMinute <= 1_440 && openRest < 60 && closeRest < 60
  return isSpan ? { openMinute, closeMinute } : null
}
