import { dateIn, instantOf, zoneOffsetMs } from '../../ui/time/wall-time.js'

/** An event while it is typed. */
export interface EventForm {
  readonly id: string
  readonly title: string
  /** As a field for date and time has it, by the clocks of a zone: `2026-03-06T13:30`. */
  readonly at: string
  readonly impact: 'LOW' | 'MEDIUM' | 'HIGH'
  readonly currencies: string
  readonly symbols: string
}

interface Event extends Pick<EventForm, 'id' | 'title' | 'impact'> {
  readonly at: string
  readonly currencies: readonly string[]
  readonly symbols: readonly string[]
}

const LOCAL = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/

export const emptyEvent = (id: string, timeZone: string, now: number): EventForm => ({
  ...{ id, title: '', impact: 'HIGH', currencies: '', symbols: '' },
  at: `${dateIn(timeZone, now)}T00:00`,
})

export const formOf = ({ currencies, symbols, at, ...event }: Event, timeZone: string): EventForm => ({
  ...{ id: event.id, title: event.title, impact: event.impact },
  at: new Date(Date.parse(at) + zoneOffsetMs(timeZone, Date.parse(at))).toISOString().slice(0, 16),
  currencies: currencies.join(', '),
  symbols: symbols.join(', '),
})

export const isComplete = ({ id, title, at, currencies, symbols }: EventForm): boolean =>
  id.trim() !== '' && title.trim() !== '' && LOCAL.test(at) && listOf(currencies + symbols).length > 0

/** The event as a calendar has it. */
export function eventOf(form: EventForm, timeZone: string): Event {
  const [, date = '', hours = '', minutes = ''] = LOCAL.exec(form.at) ?? []
  return {
    ...{ id: form.id.trim(), title: form.title.trim(), impact: form.impact },
    at: new Date(instantOf(timeZone, date, Number(hours) * 60 + Number(minutes))).toISOString(),
    currencies: listOf(form.currencies).map((code) => code.toUpperCase()),
    symbols: listOf(form.symbols),
  }
}

const listOf = (typed: string): readonly string[] =>
  typed
    .split(/[\s,;]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
