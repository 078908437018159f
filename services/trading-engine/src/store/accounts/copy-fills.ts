/** The rows that the copier reads: links, and the fills of leaders that are not copied yet. */
import type { Pool } from 'pg'
import type { CopyingLink, LeaderFill, FillsToCopy } from '../../core/model/copied.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Side } from '../../core/model/order/side.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { decimal } from '../../core/values/decimal.js'
import { microsOf, optional, priceOf, quantityOf } from '../tables/column.js'
import type { Queryable } from '../read/queryable.js'
import { copyLinkOf, type CopyLinkRow } from './copy-links.js'

export interface ChangedLinks {
  /** The count of all changes so far. */
  readonly revision: number
  /** The links that have changed since; one that has ended copies no more. */
  readonly links: readonly CopyingLink[]
}

type ChangedRow = { readonly latest: string } & (
  (CopyLinkRow & { readonly copies_from: string | null; readonly entries_from: string | null }) | { readonly id: null }
)

/** The changes after a count; below 0: all links that copy. As of one moment. */
export async function readChangedLinks(pool: Pool, after: number): Promise<ChangedLinks> {
  const { rows } = await pool.query<ChangedRow>({
    name: 'read_changed_copy_links',
    text: `select c.revision as latest, l.* from copy_changes c left join copy_links l
      on l.revision > $1 and l.accepted_at is not null and ($1 >= 0 or l.status <> 'ENDED')`,
    values: [after],
  })
  const links = rows.flatMap((row): readonly CopyingLink[] => (row.id === null ? [] : [copyingLinkOf(row)]))
  return { revision: Number(rows[0]?.latest), links }
}

const copyingLinkOf = (row: Extract<ChangedRow, { readonly id: string }>): CopyingLink => ({
  link: copyLinkOf(row),
  copiesFrom: optional(row.copies_from, microsOf) ?? 0,
  entriesFrom: optional(row.entries_from, microsOf) ?? 0,
})

/** The ones of the leaders that have fills which are not copied yet. */
export async function listLeadersBehind(pool: Pool, leaderIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'list_leaders_behind',
    text: `select c.leader_account_id as id from copy_cursors c where c.leader_account_id = any($1)
      and exists (select from fills f where f.account_id = c.leader_account_id and f.created_at > c.copied_to)`,
    values: [leaderIds],
  })
  return rows.map(({ id }) => id)
}

interface LeaderFillRow {
  readonly id: string
  readonly order_id: string
  readonly symbol: string
  readonly venue: VenueId
  readonly side: Side
  readonly quantity: string
  readonly price: string
  readonly created_at: string
  readonly position_id: string
  readonly order_quantity: string
  readonly filled_before: string
  readonly position_before: string
  readonly is_copy: boolean
}

/** The next fills of a leader that are not copied yet. */
export async function readFillsToCopy(pool: Pool, leaderId: string, limit: number): Promise<FillsToCopy> {
  const { rows } = await pool.query<LeaderFillRow>({
    name: 'read_fills_to_copy',
    text: `select f.id, f.order_id, f.symbol, f.venue, f.side, f.quantity, f.price, f.created_at, f.position_id,
        f.origin is not distinct from 'COPY' as is_copy, o.quantity as order_quantity, b.filled_before, b.position_before
      from copy_cursors c
      cross join lateral (select * from fills f where f.account_id = c.leader_account_id and f.created_at > c.copied_to
        order by f.created_at limit $2) f
      join orders o on o.id = f.order_id
      join positions p on p.id = f.position_id
      cross join lateral (
        select coalesce(sum(case e.side when 'BUY' then e.quantity else -e.quantity end), 0) as position_before,
          coalesce(sum(e.quantity) filter (where e.order_id = f.order_id), 0) as filled_before
        from fills e where e.account_id = f.account_id and e.position_id = f.position_id
          and e.created_at between p.opened_at - interval '1 second' and f.created_at - interval '1 microsecond'
      ) b
      where c.leader_account_id = $1 order by f.created_at`,
    values: [leaderId, limit],
  })
  const last = rows.at(-1)
  return {
    fills: rows.filter((row) => !row.is_copy).map(leaderFillOf),
    readTo: last === undefined ? null : microsOf(last.created_at),
  }
}

const leaderFillOf = (row: LeaderFillRow): LeaderFill => ({
  ...{ id: row.id, orderId: row.order_id, symbol: row.symbol, venue: row.venue, side: row.side },
  ...{ quantity: quantityOf(row.quantity), price: priceOf(row.price), at: microsOf(row.created_at) },
  positionId: row.position_id,
  orderQuantity: quantityOf(row.order_quantity),
  filledBefore: quantityOf(row.filled_before),
  positionBefore: decimal(row.position_before),
})

/** Moves on where the links are still those of the revision; false: they have changed, so that others copy as well. */
export async function advanceCopyCursor(
  pool: Pool,
  leaderId: string,
  copiedTo: Micros,
  revision: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'advance_copy_cursor',
    text: `update copy_cursors set copied_to = greatest(copied_to, $2::timestamptz)
      where leader_account_id = $1 and (select revision from copy_changes) = $3`,
    values: [leaderId, formatTimestamp(copiedTo), revision],
  })
  return rowCount === 1
}

/** A leader that nobody has followed begins at its clock: what it filled before is nobody's to copy. */
export async function beginCopyCursor(db: Queryable, leaderId: string, clock: Micros): Promise<void> {
  await db.query({
    text: `insert into copy_cursors (leader_account_id, copied_to) values ($1, $2::timestamptz)
      on conflict (leader_account_id) do update set copied_to = excluded.copied_to
      where not exists (select from copy_links
        where leader_account_id = $1 and status in ('ACTIVE', 'PAUSED') and copies_from < $2::timestamptz)`,
    values: [leaderId, formatTimestamp(clock)],
  })
}
