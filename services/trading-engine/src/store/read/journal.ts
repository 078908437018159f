/** The journal of an account: its closed positions with what the trader has written to them. */
import type { Pool } from 'pg'
import { mapInTurns } from '@ats/service-kit/async'
import type { JournalEntry, PositionNote } from '../../core/read/journal.js'
import { microsOf, optional, priceOf, textOf } from '../tables/column.js'
import { positionOf, type PositionRow } from '../tables/positions.js'
import { boundsOf, type Page, type TimeWindow } from './history.js'
import type { Queryable } from './queryable.js'

export interface JournalFilter {
  readonly tag: string | null
  readonly symbol: string | null
}

interface NoteRow {
  readonly tags: readonly string[] | null
  readonly note: string | null
  readonly updated_at: unknown
}

type EntryRow = PositionRow & NoteRow & { readonly highest_mark: unknown; readonly lowest_mark: unknown }

const LIST = `select p.*, n.tags, n.note, n.updated_at, e.highest_mark, e.lowest_mark
  from positions p
    left join position_notes n on n.position_id = p.id
    left join position_excursions e on e.position_id = p.id
  where p.account_id = $1 and p.closed_at between $2::timestamptz and $3::timestamptz
    and ($4::text is null or $4 = any(n.tags)) and ($5::text is null or p.symbol = $5)
  order by p.closed_at desc limit $6`

/** Newest first, by the time they closed. */
export async function listJournal(
  pool: Pool,
  accountId: string,
  window: TimeWindow,
  { tag, symbol }: JournalFilter,
): Promise<Page<JournalEntry>> {
  const { rows } = await pool.query<EntryRow & Record<string, unknown>>({
    name: 'list_journal',
    text: LIST,
    values: [accountId, ...boundsOf(window), tag, symbol, window.limit + 1],
  })
  return { rows: await mapInTurns(rows.slice(0, window.limit), entryOf), hasMore: rows.length > window.limit }
}

const entryOf = (row: EntryRow): JournalEntry => ({
  position: positionOf(row),
  note: noteOf(textOf(row.id), row),
  marks: row.highest_mark === null ? null : { high: priceOf(row.highest_mark), low: priceOf(row.lowest_mark) },
})

const noteOf = (positionId: string, { tags, note, updated_at: at }: NoteRow): PositionNote => ({
  positionId,
  tags: tags ?? [],
  note: note ?? '',
  updatedAt: optional(at, microsOf),
})

export type WrittenNote = Pick<PositionNote, 'tags' | 'note'>

/**
 * Writes it in the place of what was there before; without tags and text nothing is. Null: the account has no such
 * position.
 */
export async function putNote(
  db: Queryable,
  accountId: string,
  positionId: string,
  { tags, note }: WrittenNote,
): Promise<PositionNote | null> {
  const isEmpty = tags.length === 0 && note === ''
  const { rows } = await db.query<NoteRow & Record<string, unknown>>(
    isEmpty
      ? { name: 'delete_note', text: DELETE, values: [positionId, accountId] }
      : { name: 'put_note', text: PUT, values: [positionId, accountId, tags, note] },
  )
  return rows[0] === undefined ? null : noteOf(positionId, rows[0])
}

const PUT = `insert into position_notes (position_id, account_id, tags, note)
  select id, account_id, $3, $4 from positions where id = $1 and account_id = $2
  on conflict (position_id) do update set tags = excluded.tags, note = excluded.note, updated_at = now()
  returning tags, note, updated_at`

const DELETE = `with gone as (delete from position_notes where position_id = $1 and account_id = $2)
  select null as tags, null as note, null as updated_at from positions where id = $1 and account_id = $2`
