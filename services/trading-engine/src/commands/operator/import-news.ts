/** Takes over a calendar, all of it or nothing, by the ids of its events: importing it again changes nothing. */
import { takeTurn, writeInTurns } from '@ats/service-kit/async'
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import type { ActingOperator } from '../../core/model/account/operator-audit.js'
import type { NewsCalendar } from '../../store/operator/news-calendar.js'
import { deleteNews, saveNews } from '../../store/operator/news.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { asNumber } from '../../wire/decimals.js'
import { newsCodec } from '../../wire/market/news-codec.js'
import type { PlanImportDependencies } from './import-plans.js'

export interface NewsDependencies extends PlanImportDependencies {
  /** The calendar of this process; other processes read the changes within seconds. */
  readonly news: Pick<NewsCalendar, 'reload'>
}

export interface ImportedNews {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
}

export async function importNews(
  { pool, now, newId, news }: NewsDependencies,
  events: readonly NewsEvent[],
  { name, note }: ActingOperator,
): Promise<ImportedNews> {
  const imported = await inTransaction(pool, async (client) => {
    const { inserted, updated } = await saveNews(client, events)
    const outcome = { inserted, updated, unchanged: events.length - inserted - updated }
    if (inserted + updated > 0) {
      const written = await writeInTurns(events, (event) => newsCodec.json(event, asNumber))
      await takeTurn()
      const request = `{"events":${'text' in written ? written.text : written.bytes.toString()}}`
      await insertAudit(client, {
        id: newId(),
        at: now(),
        ...{ name, note },
        action: 'import_news',
        subject: 'news',
        request,
        outcome,
      })
    }
    return outcome
  })
  await news.reload()
  return imported
}

/** Answers with the event as it was. */
export async function removeNews(
  { pool, now, newId, news }: NewsDependencies,
  eventId: string,
  { name, note }: ActingOperator,
): Promise<NewsEvent> {
  const removed = await inTransaction(pool, async (client) => {
    const event = await deleteNews(client, eventId)
    if (event === null) throw notFound('event')
    const outcome = newsCodec.value(event, asNumber)
    await insertAudit(client, {
      id: newId(),
      at: now(),
      ...{ name, note },
      action: 'remove_news',
      subject: event.id,
      request: {},
      outcome,
    })
    return event
  })
  await news.reload()
  return removed
}
