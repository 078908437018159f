/**
 * Lists over all accounts, newest first, within inclusive time bounds. Rows of different accounts may share a time: a
 * page takes all rows of its last one with it, so that the next, which ends a microsecond before, passes none over.
 */
import { mapInTurns } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import { boundsOf, type Page, type TimeWindow } from './history.js'

/** Columns and the value each must have; null: any. */
export type Filter = Readonly<Record<string, string | null>>

interface Listed {
  /** A table, or anything that can be read like one. */
  readonly table: string
  /** Its column of time. */
  readonly time: string
  readonly filter: Filter
  readonly window: TimeWindow
}

export async function pageByTime<R, T>(
  pool: Pool,
  { table, time, filter, window }: Listed,
  mapRow: (row: R) => T,
): Promise<Page<T>> {
  const wanted = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null)
  const conditions = wanted.map(([column], index) => ` and ${column} = $${index + 4}`).join('')
  const within = `from ${table} where ${time} between $1::timestamptz and $2::timestamptz${conditions}`
  const { rows } = await pool.query<R & { readonly has_more: boolean }>(
    `with page as (select * ${within} order by ${time} desc fetch first ($3::int) rows with ties)
      select page.*, exists (select 1 ${within} and ${time} < (select min(${time}) from page)) as has_more
      from page order by ${time} desc, id desc`,
    [...boundsOf(window), window.limit, ...wanted.map(([, value]) => value)],
  )
  return { rows: await mapInTurns(rows, mapRow), hasMore: rows[0]?.has_more ?? false }
}
