import type { Route } from '@ats/service-kit/http'
import { importNews, removeNews, type NewsDependencies } from '../../../commands/operator/import-news.js'
import { previewNews, type PreviewedNews } from '../../../commands/operator/preview-imports.js'
import type { Instruments } from '../../../core/model/decision-context.js'
import type { NewsEvent } from '../../../core/model/plan/news-event.js'
import type { Catalogue } from '../../../market/catalogue.js'
import { readNewsEffects } from '../../../queries/news-effects.js'
import { findNews } from '../../../queries/operator-lists.js'
import { listOf } from '../../../wire/codec/kinds.js'
import { asNumber } from '../../../wire/decimals.js'
import { newsCodec, scheduledNewsCodec } from '../../../wire/market/news-codec.js'
import { previewedEventCodec } from '../../../wire/operator/preview-imports-codec.js'
import { listReply, windowOf } from '../../list-reply.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { eventsOf, eventsOfIcs } from '../read-calendar.js'
import { calendarBody, calendarList } from '../schemas/calendar.js'
import { dryRunQuery, newsQuery } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

export interface NewsRouteDependencies extends NewsDependencies {
  readonly catalogue: Instruments & Pick<Catalogue, 'all'>
}

const CALENDAR_BYTES_MAX = 1024 * 1024
const tags = ['news']

export function newsRoutes(dependencies: NewsRouteDependencies): readonly Route<Operator>[] {
  const { pool, catalogue } = dependencies
  return [
    route('change', {
      method: 'PUT',
      path: '/operator/v1/news',
      operationId: 'importNews',
      summary: 'Take over a calendar of news, whole or not at all',
      description: 'By the ids of its events: importing it again changes nothing. JSON, or iCalendar (text/calendar).',
      tags,
      query: dryRunQuery,
      body: calendarBody,
      bodyList: calendarList,
      bodyBytesMax: CALENDAR_BYTES_MAX,
      textType: 'text/calendar',
      responses: { 200: { description: 'What became of its events.', schema: answers.importedNews } },
      errors: [],
      handler: async ({ principal, query, body, text, isGone }) => {
        const visitor = operatorVisit(isGone)
        const reading = text === undefined ? eventsOf(body, catalogue, visitor) : eventsOfIcs(text, catalogue, visitor)
        const events = await reading
        if (query.dry_run === 'true') {
          const previewed = await previewNews(pool, events, catalogue.all, visitor)
          return { status: 200, body: { dry_run: true, ...previewedNews(previewed) } }
        }
        return { status: 200, body: await importNews(dependencies, events, principal) }
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/news',
      operationId: 'listNews',
      summary: 'Scheduled news, the latest first',
      tags,
      query: newsQuery,
      responses: { 200: { description: 'Those of the period.', schema: answers.scheduledNews } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const window = windowOf(query)
        const page = await findNews(pool, window)
        const effectOf = query.include === 'freezes' ? await readNewsEffects(pool, catalogue.all) : null
        const json = (event: NewsEvent) =>
          scheduledNewsCodec.json({ ...event, effect: effectOf === null ? undefined : effectOf(event) }, asNumber)
        return listReply(page, window, query, ({ at }) => at, json, operatorVisit(isGone))
      },
    }),
    route('change', {
      method: 'DELETE',
      path: '/operator/v1/news/:event_id',
      operationId: 'removeNews',
      summary: 'Take an event out of the calendar',
      tags,
      params: { event_id: 'text' },
      responses: { 200: { description: 'The event as it was.', schema: answers.newsEvent } },
      errors: ['not_found'],
      handler: async ({ principal, params }) => ({
        status: 200,
        body: newsCodec.value(await removeNews(dependencies, params.event_id, principal), asNumber),
      }),
    }),
  ]
}

const previewedNews = ({ events, absent, ...counts }: PreviewedNews) => ({
  ...counts,
  events: listOf(previewedEventCodec).value(events, asNumber),
  absent: listOf(newsCodec).value(absent, asNumber),
})
