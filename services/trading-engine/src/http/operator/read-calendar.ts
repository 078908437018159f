/** The events of a request, JSON or iCalendar, with every problem of it listed at once. */
import type { Issue } from '@ats/contracts'
import { invalidPayload, REQUEST_PREFERENCES } from '@ats/service-kit'
import type { ValidationError } from 'joi'
import type { NewsEvent } from '../../core/model/news-event.js'
import { unknownSymbol } from '../../core/model/outcome.js'
import type { Instruments } from '../../core/model/decision-context.js'
import { readIcs } from './read-ics.js'
import { calendarBody, type CalendarBody } from './schemas/calendar.js'

/** @throws RequestError invalid_payload */
export function eventsOf(calendar: CalendarBody, instruments: Instruments): readonly NewsEvent[] {
  const issues: Issue[] = []
  const events = calendar.events.map((event, index): NewsEvent => {
    const symbols = (event.symbols ?? []).map((spelling, place) => {
      const symbol = instruments.resolve(spelling)?.symbol
      if (symbol === undefined) issues.push(...unlisted(['events', index, 'symbols', place], spelling, instruments))
      return symbol ?? ''
    })
    return { ...event, currencies: sorted(event.currencies ?? []), symbols: sorted(symbols) }
  })
  if (issues.length > 0) throw invalidPayload(issues)
  return events
}

/** @throws RequestError invalid_payload */
export function eventsOfIcs(text: string, instruments: Instruments): readonly NewsEvent[] {
  const { events, lines, issues } = readIcs(text)
  const { error, value } = calendarBody.validate({ events }, { ...REQUEST_PREFERENCES, convert: false }) as Validated
  const found = (error?.details ?? []).map(({ path, type, message }) => ({ path, code: type, message }))
  const reported = new Set(issues.map(({ path }) => path.join()))
  const located = found
    .filter(({ path }) => !reported.has(path.join()))
    .map(({ path, code, message }) => {
      const line = typeof path[1] === 'number' ? lines[path[1]] : undefined
      return { path, code, message: line === undefined ? message : `the event of line ${line}: ${message}` }
    })
  if (issues.length + located.length > 0) throw invalidPayload([...issues, ...located])
  return eventsOf(value, instruments)
}

interface Validated {
  readonly error?: ValidationError
  readonly value: CalendarBody
}

const unlisted = (path: Issue['path'], spelling: string, instruments: Instruments): readonly Issue[] =>
  unknownSymbol(spelling, instruments.candidates(spelling)).issues.map((issue) => ({ ...issue, path }))

/** What is a set has one form, so that an event imported again is seen to be the same. */
const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort()
