import type { Impact, NewsEvent } from '../../core/model/plan/news-event.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { chunksOf, createTurns, mapInTurns } from '@ats/service-kit/async'
import type { Pool, PoolClient } from 'pg'
import type { Page, TimeWindow } from '../read/history.js'
import { pageByTime } from '../read/page-by-time.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

const nextTurn = createTurns()

interface NewsRow {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly impact: Impact
  readonly currencies: readonly string[]
  readonly symbols: readonly string[]
}

const eventOf = ({ id, title, at, impact, currencies, symbols }: NewsRow): NewsEvent => ({
  id,
  title,
  at: microsOf(at),
  impact,
  currencies,
  symbols,
})

/** Scheduled news of a period, both ends included, in order of time. */
export async function listNews(db: Queryable, from: Micros, to: Micros): Promise<readonly NewsEvent[]> {
  const { rows } = await db.query<NewsRow>({
    name: 'list_news',
    text: 'select id, title, at, impact, currencies, symbols from news_events where at between $1 and $2 order by at, id',
    values: [formatTimestamp(from), formatTimestamp(to)],
  })
  return mapInTurns(rows, eventOf)
}

export async function readNewsByIds(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, NewsEvent>> {
  const { rows } = await db.query<NewsRow>({
    name: 'read_news_by_ids',
    text: 'select id, title, at, impact, currencies, symbols from news_events where id = any($1)',
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, eventOf(row)]))
}

/** The events between the first and the last of some events, which are none of them; of many the first. */
export async function listOtherNews(
  db: Queryable,
  events: readonly NewsEvent[],
  limit: number,
): Promise<readonly NewsEvent[]> {
  const times = events.map(({ at }) => at)
  const { rows } = await db.query<NewsRow>({
    name: 'list_other_news',
    text: `select id, title, at, impact, currencies, symbols from news_events
      where at between $1 and $2 and id not in (select unnest($3::text[])) order by at, id limit $4`,
    values: [formatTimestamp(least(times)), formatTimestamp(most(times)), events.map(({ id }) => id), limit],
  })
  return rows.map(eventOf)
}

const least = (times: readonly Micros[]): Micros => times.reduce((a, b) => Math.min(a, b))
const most = (times: readonly Micros[]): Micros => times.reduce((a, b) => Math.max(a, b))

export interface SavedNews {
  readonly inserted: number
  readonly updated: number
}

const EVENTS_AT_A_TIME = 250

/**
 * Inserts or changes events by their ids, in the order in which all transactions lock them; equal events stay
 * untouched.
 */
export async function saveNews(client: PoolClient, events: readonly NewsEvent[]): Promise<SavedNews> {
  const inOrder = [...events].sort((a, b) => (a.id < b.id ? -1 : 1))
  let [inserted, updated] = [0, 0]
  for (const some of chunksOf(inOrder, EVENTS_AT_A_TIME)) {
    await nextTurn()
    const saved = await saveSome(client, some)
    inserted += saved.inserted
    updated += saved.updated
  }
  return { inserted, updated }
}

async function saveSome(client: PoolClient, events: readonly NewsEvent[]): Promise<SavedNews> {
  const { rows } = await client.query<SavedNews>(
    `with saved as (
      insert into news_events as known (id, title, at, impact, currencies, symbols)
        select id, title, at, impact, currencies, symbols
        from rows from (
          json_to_recordset($1) as (id text, title text, at timestamptz, impact text, currencies text[], symbols text[])
        ) with ordinality as event (id, title, at, impact, currencies, symbols, place)
        order by place
        on conflict (id) do update set title = excluded.title, at = excluded.at, impact = excluded.impact,
          currencies = excluded.currencies, symbols = excluded.symbols, updated_at = now()
        where (known.title, known.at, known.impact, known.currencies, known.symbols)
          is distinct from (excluded.title, excluded.at, excluded.impact, excluded.currencies, excluded.symbols)
        returning (xmax = 0) as is_new
      )
      select count(*) filter (where is_new)::int as inserted, count(*) filter (where not is_new)::int as updated from saved`,
    [JSON.stringify(events.map((event) => ({ ...event, at: formatTimestamp(event.at) })))],
  )
  return rows[0] ?? { inserted: 0, updated: 0 }
}

/** The event as it was; null when there is none. */
export async function deleteNews(client: PoolClient, id: string): Promise<NewsEvent | null> {
  const { rows } = await client.query<NewsRow>('delete from news_events where id = $1 returning *', [id])
  return rows[0] === undefined ? null : eventOf(rows[0])
}

export const findNews = (pool: Pool, window: TimeWindow): Promise<Page<NewsEvent>> =>
  pageByTime<NewsRow, NewsEvent>(pool, { table: 'news_events', time: 'at', filter: {}, window }, eventOf)
