/**
 * The scheduled news near this moment, kept in memory for decisions. It is read again every few seconds; while the
 * database cannot be read, the last known calendar is used.
 */
import { isDeepStrictEqual } from 'node:util'
import { periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Micros } from '../../core/values/time.js'
import { FREEZE_MINUTES_MAX } from '../../core/calendar/news.js'
import { calendarText, newsDigest } from '../../core/model/plan/news-digest.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { listNews } from './news.js'
import type { Queryable } from '../read/queryable.js'

export interface NewsCalendar {
  /** Events whose freezes may be in force, and those of the week ahead; the same list as long as none has changed. */
  readonly events: () => readonly NewsEvent[]
  /** Reads it now, and from then on regularly. Rejects when the database cannot be reached. */
  start(): Promise<void>
  /** Reads it now: it has just been changed. */
  reload(): Promise<void>
  stop(): Promise<void>
}

export interface NewsCalendarOptions {
  readonly db: Queryable
  readonly now: () => Micros
  readonly logger: Logger
  readonly intervalMs: number
}

const BEHIND = FREEZE_MINUTES_MAX * 60_000_000
const AHEAD = 8 * 24 * 3_600_000_000
/** The span of the calendar that decisions see around their moment. */
export const NEWS_SEEN = { behind: BEHIND, ahead: AHEAD } as const

/** The events that decisions see are kept before any of them sees it. */
export const keepCalendar = (db: Queryable, events: readonly NewsEvent[]): Promise<unknown> =>
  db.query({
    name: 'keep_news_calendar',
    text: 'insert into news_calendars (digest, events) values ($1, $2) on conflict do nothing',
    values: [newsDigest(events), calendarText(events)],
  })

export function createNewsCalendar({ db, now, logger, intervalMs }: NewsCalendarOptions): NewsCalendar {
  let events: readonly NewsEvent[] = []

  const reload = async (): Promise<void> => {
    const read = await listNews(db, now() - BEHIND, now() + AHEAD)
    if (isDeepStrictEqual(read, events)) return
    await keepCalendar(db, read)
    events = read
  }
  const reloading = periodic(reload, {
    everyMs: intervalMs,
    onError: (error) => logger.warn({ err: error }, 'the news calendar could not be read'),
  })

  return {
    events: () => events,
    async start() {
      await reload()
      reloading.start()
    },
    reload,
    stop: reloading.stop,
  }
}
