import type { Impact, NewsEvent } from '../core/news.js'
import { formatTimestamp } from '../core/time.js'
import type { Micros } from '../core/market-view.js'
import type { Queryable } from './queryable.js'
import { microsOf } from './rows.js'

interface NewsRow {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly impact: Impact
  readonly currencies: readonly string[]
  readonly symbols: readonly string[]
}

/** Scheduled news of a period, both ends included, in order of time. */
export async function listNews(db: Queryable, from: Micros, to: Micros): Promise<readonly NewsEvent[]> {
  const { rows } = await db.query<NewsRow>({
    name: 'list_news',
    text: 'select id, title, at, impact, currencies, symbols from news_events where at between $1 and $2 order by at, id',
    values: [formatTimestamp(from), formatTimestamp(to)],
  })
  return rows.map(({ at, ...row }) => ({ ...row, at: microsOf(at) }))
}
