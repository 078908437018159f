import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '@ats/sdk/types'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'
import { pageOf, readAllPages } from '../pages.js'

/** An event of the calendar with what it freezes. */
export type ScheduledNews = AnswerOf<operations['listNews']>[number]
export type NewsOutcome = AnswerOf<operations['importNews']>
export type PreviewedNews = NonNullable<NewsOutcome['events']>[number]
export type NewsEvent = NonNullable<NewsOutcome['absent']>[number]
export type NewsFreeze = PreviewedNews['freezes'][number]
export type NewsAdjustment = PreviewedNews['adjusts'][number]

const PAGE = 500

export const newsKey = ['firm', 'news'] as const

/** The events of a span, both ends included, in order of time. */
export const newsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...newsKey, from, to],
    queryFn: async ({ signal }): Promise<readonly ScheduledNews[]> => {
      const rows = await readAllPages(async (before) => {
        const { data = [], response } = await operator.GET('/operator/v1/news', {
          params: { query: { from, to: before ?? to, limit: PAGE, include: 'freezes' } },
          signal,
        })
        return pageOf<ScheduledNews>(data, response.headers)
      })
      return rows.toReversed()
    },
    refetchInterval: 30_000,
  })

/** A calendar as it was written: JSON as the API takes it, or iCalendar. */
export interface CalendarFile {
  readonly name: string
  readonly text: string
}

const isIcs = ({ name, text }: CalendarFile): boolean =>
  /\.ics$/i.test(name) || /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)

const sendCalendar = (file: CalendarFile, isDryRun: boolean): Promise<NewsOutcome> =>
  bodyOf(
    operator.PUT('/operator/v1/news', {
      params: { query: isDryRun ? { dry_run: 'true' } : {} },
      headers: { 'Content-Type': isIcs(file) ? 'text/calendar' : 'application/json' },
      body: { events: [] },
      bodySerializer: () => file.text,
    }),
  )

/** Asks what a calendar would change and freeze. @throws ApiError with its issues */
export const previewCalendar = (file: CalendarFile): Promise<NewsOutcome> => sendCalendar(file, true)

/** Takes a calendar over. */
export const importCalendar = (file: CalendarFile): Promise<NewsOutcome> => sendCalendar(file, false)

export const removeNews = (id: string) =>
  bodyOf(operator.DELETE('/operator/v1/news/{event_id}', { params: { path: { event_id: id } } }))
