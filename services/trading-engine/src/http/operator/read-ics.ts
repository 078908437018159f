/**
 * Reads the VEVENTs of an iCalendar text (RFC 5545) as events of a calendar in JSON, strictly: anything that leaves
 * open when an event is or whom it concerns is a problem; other properties are ignored.
 *
 *  UID → id SUMMARY → title DTSTART → at, in UTC or with a TZID of the IANA database
 *  X-IMPACT, else a category LOW, MEDIUM or HIGH → impact
 *  X-CURRENCIES, else categories of three capitals → currencies X-SYMBOLS → symbols
 */
import type { Issue } from '@ats/contracts'
import { mapInTurns, takeTurn, type Visitor } from '@ats/service-kit'
import { IMPACTS } from '../../core/model/news-event.js'
import { formatTimestamp, parseTimestamp } from '../../core/values/time.js'
import { instantOf, isTimeZone } from '../../core/values/time-zone.js'

export interface IcsCalendar {
  /** As they would stand in JSON; a field that could not be read is missing. */
  readonly events: readonly Readonly<Record<string, unknown>>[]
  /** The line of the text each of them begins on. */
  readonly lines: readonly number[]
  readonly issues: readonly Issue[]
}

interface Line {
  readonly number: number
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

type Complain = (line: number, field: string, message: string) => void

const LINES_AT_A_TIME = 200

export async function readIcs(text: string, visitor?: Visitor): Promise<IcsCalendar> {
  const issues: Issue[] = []
  const lines: Line[] = []
  let read = 0
  for (const { number, content } of unfold(text)) {
    if (++read % LINES_AT_A_TIME === 0) await takeTurn(visitor)
    const line = parseLine(number, content)
    if (line === null) issues.push({ path: [], code: 'ics.line', message: `line ${number} is not NAME:value` })
    else lines.push(line)
  }
  if (lines[0]?.name !== 'BEGIN' || lines[0].value.toUpperCase() !== 'VCALENDAR') {
    issues.unshift({ path: [], code: 'ics.calendar', message: 'line 1 must be BEGIN:VCALENDAR' })
  }
  const blocks = eventBlocks(lines)
  const readBlock = ([index, block]: readonly [number, readonly Line[]]) =>
    readEvent(block, (line, field, message) =>
      issues.push({ path: ['events', index, field], code: `ics.${field}`, message: `line ${line}: ${message}` }),
    )
  const events = await mapInTurns([...blocks.entries()], readBlock, visitor)
  return { events, lines: blocks.map(([first]) => (first?.number ?? 2) - 1), issues }
}

interface Unfolded {
  readonly number: number
  content: string
}

/** The lines that are not empty. One that begins with a blank goes on with the one before. */
function* unfold(text: string): Generator<Unfolded> {
  let last: Unfolded | undefined
  let number = 0
  for (const line of linesOf(text.replace(/^\uFEFF/, ''))) {
    number += 1
    if (last !== undefined && /^[ \t]/.test(line)) last.content += line.slice(1)
    else {
      if (last !== undefined && last.content.trim() !== '') yield last
      last = { number, content: line }
    }
  }
  if (last !== undefined && last.content.trim() !== '') yield last
}

function* linesOf(text: string): Generator<string> {
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(start, index)
    start = index + end.length
  }
  yield text.slice(start)
}

const NAMED = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/

function parseLine(number: number, content: string): Line | null {
  const [, name, parameters = '', value = ''] = NAMED.exec(content) ?? []
  if (name === undefined) return null
  const named = [...parameters.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^";:]*))/g)]
  return {
    number,
    name: name.toUpperCase(),
    parameters: new Map(named.map(([, key = '', quoted, plain]) => [key.toUpperCase(), quoted ?? plain ?? ''])),
    value: value.trim(),
  }
}

/** The lines of each VEVENT, without those of what lies inside it, such as an alarm. */
function eventBlocks(lines: readonly Line[]): readonly (readonly Line[])[] {
  const blocks: Line[][] = []
  const open: string[] = []
  for (const line of lines) {
    const component = line.value.toUpperCase()
    if (line.name === 'BEGIN') {
      open.push(component)
      if (component === 'VEVENT') blocks.push([])
    } else if (line.name === 'END') open.pop()
    else if (open.at(-1) === 'VEVENT') blocks.at(-1)?.push(line)
  }
  return blocks
}

function readEvent(block: readonly Line[], complain: Complain): Readonly<Record<string, unknown>> {
  const all = (name: string): readonly Line[] => block.filter((line) => line.name === name)
  const only = (name: string): Line | undefined => all(name)[0]
  const textOf = (name: string): string | undefined => {
    const line = only(name)
    return line === undefined ? undefined : unescape(line.value)
  }
  const listOf = (name: string): readonly string[] | undefined => {
    const found = all(name)
    const entries = found.flatMap(({ value }) => splitList(value))
    return entries.length === 0 ? undefined : entries
  }
  for (const name of ['RRULE', 'RDATE']) {
    const line = only(name)
    if (line !== undefined) complain(line.number, 'at', 'an event that repeats cannot be imported: list each one')
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

/** LOW is an impact. */
const isCurrency = (category: string): boolean => /^[A-Z]{3}$/.test(category) && category !== 'LOW'

const present = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const DATE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/

/** RFC 3339, in UTC; undefined when it is missing or was complained about. */
function startOf(line: Line | undefined, complain: Complain): string | undefined {
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
  const wholeMinutes = instantOf(zone, date, Number(hour) * 60 + Number(minute))
  return formatTimestamp((wholeMinutes + Number(second) * 1_000) * 1_000)
}

/** Commas that are not escaped separate. */
const splitList = (value: string): readonly string[] =>
  value
    .split(/(?<!\\),/)
    .map((entry) => unescape(entry).trim())
    .filter((entry) => entry !== '')

/** A line break within a text becomes a blank: titles have one line. */
const unescape = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_all, character: string) => (/n/i.test(character) ? ' ' : character)).trim()
