import { dateIn, instantOf, shiftDate } from '../../ui/time/wall-time.js'

export type CalendarView = 'day' | 'week'

export interface CalendarDay {
  readonly date: string
  /** Milliseconds since the epoch: from the first until before the second. */
  readonly from: number
  readonly to: number
}

const DATE = /^\d{4}-\d\d-\d\d$/

const isDate = (text: string): boolean => DATE.test(text) && !Number.isNaN(Date.parse(text))

/** The day of a date, or the week from Monday on that it is in, as the clocks of a zone have them. */
export function calendarDays(view: CalendarView, date: string, timeZone: string): readonly CalendarDay[] {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  const dates = view === 'day' ? [date] : Array.from({ length: 7 }, (_, place) => shiftDate(date, place - weekday))
  return dates.map((day) => ({
    date: day,
    from: instantOf(timeZone, day, 0),
    to: instantOf(timeZone, shiftDate(day, 1), 0),
  }))
}

/** The span that an address asks for: the week of today, unless it says otherwise. */
export function readSpan(params: URLSearchParams, timeZone: string, now: number) {
  const date = params.get('date') ?? ''
  const view: CalendarView = params.get('view') === 'day' ? 'day' : 'week'
  return { view, date: isDate(date) ? date : dateIn(timeZone, now) }
}

export const stepDate = (view: CalendarView, date: string, steps: number): string =>
  shiftDate(date, steps * (view === 'day' ? 1 : 7))
