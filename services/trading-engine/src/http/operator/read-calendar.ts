/** Reads the events of a request, JSON or iCalendar, and lists all their problems. */
import type { Issue } from '@ats/contracts'
import { mapInTurns, takeTurn, type Visitor } from '@ats/service-kit/async'
import { createListCheck } from '@ats/service-kit/http'
import { invalidPayload, ISSUES_MAX } from '@ats/service-kit/process'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { unknownSymbol } from '../../core/model/outcome.js'
import type { Instruments } from '../../core/model/decision-context.js'
import { issuesOf } from '../../wire/request-problem.js'
import { readIcs } from './read-ics.js'
import { calendarList, type CalendarBody, type NewsEventBody } from './schemas/calendar.js'

type Symbols = Pick<Instruments, 'resolve' | 'candidates'>

/** @throws RequestError invalid_payload */
export async function eventsOf(
  calendar: CalendarBody,
  instruments: Symbols,
  visitor: Visitor,
): Promise<readonly NewsEvent[]> {
  const issues: Issue[] = []
  const eventOf = ([index, event]: readonly [number, NewsEventBody]): NewsEvent => {
    const symbols = (event.symbols ?? []).map((spelling, place) => {
      const symbol = instruments.resolve(spelling)?.symbol
      const isUntold = symbol === undefined && issues.length <= ISSUES_MAX
      if (isUntold) issues.push(...unlisted(['events', index, 'symbols', place], spelling, instruments))
      return symbol ?? ''
    })
    return { ...event, currencies: sorted(event.currencies ?? []), symbols: sorted(symbols) }
  }
  const events = await mapInTurns([...calendar.events.entries()], eventOf, visitor)
  if (issues.length > 0) throw invalidPayload(issues)
  return events
}

const check = createListCheck(calendarList)

/** @throws RequestError invalid_payload */
export async function eventsOfIcs(text: string, instruments: Symbols, visitor: Visitor): Promise<readonly NewsEvent[]> {
  const { events, lines, issues } = await readIcs(text, {
    eventsMax: calendarList.itemsMax,
    nextTurn: () => takeTurn(visitor),
  })
  const all = [...issues]
  const calendar = await check({ events }, all, visitor)
  const located = all.slice(issues.length).map((issue) => {
    const line = typeof issue.path[1] === 'number' ? lines[issue.path[1]] : undefined
    return line === undefined ? issue : { ...issue, message: `the event of line ${line}: ${issue.message}` }
  })
  if (all.length > 0) throw invalidPayload([...issues, ...located])
  return eventsOf(calendar, instruments, visitor)
}

const unlisted = (path: Issue['path'], spelling: string, instruments: Symbols): readonly Issue[] =>
  issuesOf(unknownSymbol(spelling, instruments.candidates(spelling))).map((issue) => ({ ...issue, path }))

/** Sets in one canonical form, so that an event imported again is recognised as the same. */
const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort()
