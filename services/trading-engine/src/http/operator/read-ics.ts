/**
 * Reads the VEVENTs of an iCalendar text (RFC 5545) as events of a calendar in JSON, strictly: anything that leaves
 * open when an event is or whom it concerns is a problem; other properties are ignored.
 *
 *  UID → id SUMMARY → title DTSTART → at, in UTC or with a TZID of the IANA database
 *  X-IMPACT, else a category LOW, MEDIUM or HIGH → impact
 *  X-CURRENCIES, else categories of three capitals → currencies X-SYMBOLS → symbols
 */
import type { Issue } from '@ats/contracts'
import { ISSUES_MAX } from '@ats/service-kit/process'
import { IMPACTS } from '../../core/model/plan/news-event.js'
import { formatTimestamp, parseTimestamp } from '../../core/values/time.js'
import { instantOf, isTimeZone } from '../../core/values/time-zone.js'
import { LINE_LENGTH_MAX, parseLine, unfold, type IcsLine, type UnfoldedLine } from './ics-lines.js'

export interface IcsCalendar {
  /** As they would stand in JSON; a field that could not be read is missing. */
  readonly events: readonly Readonly<Record<string, unknown>>[]
  /** The line of the text each of them begins on. */
  readonly lines: readonly number[]
  readonly issues: readonly Issue[]
}

export interface IcsOptions {
  /** Reading ends where there are more events. */
  readonly eventsMax: number
  /** Waits before the next part is read. */
  readonly nextTurn: () => Promise<void>
}

type Complain = (line: number, field: string, message: string) => void

/** Characters that are read in a turn; each line counts for some more. */
const LENGTH_AT_A_TIME = 16_384
const LENGTH_OF_LINE = 80

/** Reads a text to its end, or until there is enough to refuse it. */
export async function readIcs(text: string, { eventsMax, nextTurn }: IcsOptions): Promise<IcsCalendar> {
  const reader = createReader()
  let length = 0
  for (const line of unfold(text)) {
    length += LENGTH_OF_LINE + (line?.content.length ?? 0)
    if (length > LENGTH_AT_A_TIME) {
      await nextTurn()
      length = 0
    }
    if (line !== null) reader.add(line)
    if (reader.calendar.events.length > eventsMax || reader.calendar.issues.length > ISSUES_MAX) {
      reader.end(false)
      return reader.calendar
    }
  }
  reader.end(true)
  return reader.calendar
}

/** Takes the lines one by one, and reads each VEVENT without those of what lies inside it, such as an alarm. */
function createReader() {
  const issues: Issue[] = []
  const events: Readonly<Record<string, unknown>>[] = []
  const lines: number[] = []
  const open: string[] = []
  let first: IcsLine | undefined
  let block: IcsLine[] | undefined

  const endEvent = (): void => {
    const index = events.length
    if (block === undefined) return
    events.push(
      readEvent(block, (line, field, message) =>
        issues.push({ path: ['events', index, field], code: `ics.${field}`, message: `line ${line}: ${message}` }),
      ),
    )
    block = undefined
  }
  const addLine = (line: IcsLine): void => {
    const component = line.value.toUpperCase()
    first ??= line
    if (line.name === 'BEGIN') {
      open.push(component)
      if (component !== 'VEVENT') return
      endEvent()
      lines.push(line.number)
      block = []
    } else if (line.name === 'END') open.pop()
    else if (open.at(-1) === 'VEVENT') block?.push(line)
    else if (line.name === 'METHOD' && component === 'CANCEL') {
      const message = `line ${line.number}: METHOD:CANCEL takes events back: remove them by their ids`
      issues.push({ path: [], code: 'ics.calendar', message })
    }
  }

  return {
    calendar: { events, lines, issues },
    add(unfolded: UnfoldedLine): void {
      const refuse = (message: string): void => {
        issues.push({ path: [], code: 'ics.line', message: `line ${unfolded.number} ${message}` })
      }
      if (unfolded.content.length > LINE_LENGTH_MAX) return refuse(`is longer than ${LINE_LENGTH_MAX} characters`)
      const line = parseLine(unfolded)
      if (line === null) refuse('is not NAME:value')
      else addLine(line)
    },
    /** `isRead`: to the end of the text. */
    end(isRead: boolean): void {
      endEvent()
      if (isRead && open.length > 0)
        issues.push({ path: [], code: 'ics.calendar', message: 'the text is cut off: what began last has no END' })
      if (first?.name !== 'BEGIN' || first.value.toUpperCase() !== 'VCALENDAR')
        issues.unshift({ path: [], code: 'ics.calendar', message: 'line 1 must be BEGIN:VCALENDAR' })
    },
  }
}

function readEvent(block: readonly IcsLine[], complain: Complain): Readonly<Record<string, unknown>> {
  const all = byName(block)
  const only = (name: string): IcsLine | undefined => all.get(name)?.[0]
  const textOf = (name: string): string | undefined => {
    const line = only(name)
    return line === undefined ? undefined : unescape(line.value)
  }
  const listOf = (name: string): readonly string[] | undefined => {
    const entries = entriesOf(all.get(name) ?? [])
    return entries.length === 0 ? undefined : entries
  }
  for (const name of ['RRULE', 'RDATE', 'RECURRENCE-ID']) {
    const line = only(name)
    if (line !== undefined) complain(line.number, 'at', 'an event that repeats cannot be imported: list each one')
  }
  for (const [name, field] of Object.entries(ONCE)) {
    const second = all.get(name)?.[1]
    if (second !== undefined) complain(second.number, field, `${name} must be there once`)
  }
  const status = only('STATUS')
  if (status?.value.toUpperCase() === 'CANCELLED')
    complain(status.number, 'id', 'the event was cancelled: leave it out, and remove it where it was imported')
  const categories = listOf('CATEGORIES') ?? []
  const currencies = listOf('X-CURRENCIES') ?? categories.filter((category) => isCurrency(category))
  const words = categories.map((category) => category.toUpperCase())
  return present({
    id: textOf('UID'),
    title: textOf('SUMMARY'),
    at: startOf(only('DTSTART'), complain),
    impact: textOf('X-IMPACT')?.toUpperCase() ?? IMPACTS.findLast((impact) => words.includes(impact)),
    currencies: currencies.length === 0 ? undefined : currencies,
    symbols: listOf('X-SYMBOLS'),
  })
}

/** Properties that an event has once, and the fields that are made of them. */
const ONCE = { UID: 'id', SUMMARY: 'title', DTSTART: 'at', 'X-IMPACT': 'impact' }

function byName(lines: readonly IcsLine[]): ReadonlyMap<string, readonly IcsLine[]> {
  const all = new Map<string, IcsLine[]>()
  for (const line of lines) {
    const same = all.get(line.name)
    if (same === undefined) all.set(line.name, [line])
    else same.push(line)
  }
  return all
}

/** LOW is an impact. */
const isCurrency = (category: string): boolean => /^[A-Z]{3}$/.test(category) && category !== 'LOW'

const present = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const DATE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/

/** RFC 3339, in UTC; undefined when it is missing or was complained about. */
function startOf(line: IcsLine | undefined, complain: Complain): string | undefined {
  if (line === undefined) return undefined
  const refuse = (message: string): undefined => {
    complain(line.number, 'at', message)
  }
  const [, year, month, day, hour = '', minute = '', second = '', utc] = DATE_TIME.exec(line.value) ?? []
  if (year === undefined) return refuse('DTSTART must be a date and a time, such as 20260306T133000Z')
  const date = `${year}-${month}-${day}`
  if (utc === 'Z') return `${date}T${hour}:${minute}:${second}Z`
  const zone = line.parameters.get('TZID')
  if (zone === undefined)
    return refuse('DTSTART must be in UTC (end in Z) or have a TZID: it is not said where this is')
  if (!isTimeZone(zone)) return refuse('the TZID of DTSTART must be of the IANA database, such as America/New_York')
  if (parseTimestamp(`${date}T${hour}:${minute}:${second}Z`) === null) return refuse('DTSTART is no date and time')
  const minuteOfDay = Number(hour) * 60 + Number(minute)
  return formatTimestamp((instantOf(zone, date, minuteOfDay, 'offset_before') + Number(second) * 1_000) * 1_000)
}

/** More than any list may have. */
const ENTRIES_MAX = 1_000

/** Commas that are not escaped separate. Of very many entries, the first. */
function entriesOf(lines: readonly IcsLine[]): readonly string[] {
  const entries: string[] = []
  for (const { value } of lines) {
    if (entries.length > ENTRIES_MAX) break
    for (const entry of value.split(/(?<!\\),/)) entries.push(unescape(entry).trim())
  }
  return entries.filter((entry) => entry !== '')
}

/** A line break within a text becomes a blank: titles have one line. */
const unescape = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_all, character: string) => (/n/i.test(character) ? ' ' : character)).trim()
