/** How far the logs of each venue are booked. */
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Hex } from '../../core/model/live/venue-transaction.js'
import { parseTimestamp, type Micros } from '../../core/values/time.js'
import type { Queryable } from '../read/queryable.js'

export interface BookedBlock {
  readonly number: number
  readonly hash: Hex
}

export async function findVenueCursor(db: Queryable, venue: VenueId, chainId: number): Promise<BookedBlock | null> {
  const { rows } = await db.query<{ readonly block: string; readonly block_hash: Hex }>({
    text: 'select block, block_hash from venue_cursors where venue = $1 and chain_id = $2',
    values: [venue, chainId],
  })
  return rows[0] === undefined ? null : { number: Number(rows[0].block), hash: rows[0].block_hash }
}

/** Blocks that the cursor has passed, the newest first, each with the moment it came there. */
export async function listPassedBlocks(
  db: Queryable,
  venue: VenueId,
  chainId: number,
): Promise<readonly (BookedBlock & { readonly since: Micros })[]> {
  const { rows } = await db.query<{ readonly number: string; readonly hash: Hex; readonly since: string }>({
    text: `select passed.number, passed.hash, passed.since from venue_cursors,
        jsonb_to_recordset(passed) as passed (number bigint, hash text, since text)
      where venue = $1 and chain_id = $2 order by passed.number desc`,
    values: [venue, chainId],
  })
  return rows.map(({ number, hash, since }) => ({ number: Number(number), hash, since: parseTimestamp(since) ?? 0 }))
}

/**
 * Moves it on from where it was read, null: nowhere yet. Of two processes that follow, the slower one changes nothing.
 * Of the blocks passed the oldest one in each distance from 2^n to 2^(n + 1) is kept, up to a million blocks.
 */
export async function moveVenueCursor(
  db: Queryable,
  venue: VenueId,
  chainId: number,
  from: BookedBlock | null,
  to: BookedBlock,
): Promise<void> {
  const text = from === null ? BEGIN : MOVE
  const passed = from === null ? [] : [from.number, from.hash]
  await db.query({ text, values: [venue, chainId, to.number, to.hash, ...passed] })
}

const BEGIN = `insert into venue_cursors (venue, chain_id, block, block_hash) values ($1, $2, $3, $4)
  on conflict do nothing`

const MOVE = `update venue_cursors set block = $3, block_hash = $4, moved_at = clock_timestamp(), passed = (
    select jsonb_agg(kept.entry order by kept.number desc) from (
      select distinct on (floor(log(2, ($3 - known.number)::numeric))) known.entry, known.number from (
        select entry, (entry ->> 'number')::bigint as number from jsonb_array_elements(passed || jsonb_build_object(
          'number', block, 'hash', block_hash,
          'since', to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))) as entry) as known
        where $3 - known.number < 1 << 20
        order by floor(log(2, ($3 - known.number)::numeric)), known.number) as kept)
  where venue = $1 and chain_id = $2 and block = $5 and block_hash = $6 and block < $3`

/** Puts it back to a block that it has passed. False: it is no longer where it was read. */
export async function restoreVenueCursor(
  db: Queryable,
  venue: VenueId,
  chainId: number,
  from: BookedBlock,
  to: BookedBlock,
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update venue_cursors set block = $3, block_hash = $4, moved_at = clock_timestamp(), passed = (
          select coalesce(jsonb_agg(entry order by (entry ->> 'number')::bigint desc), '[]')
            from jsonb_array_elements(passed) as entry where (entry ->> 'number')::bigint < $3)
      where venue = $1 and chain_id = $2 and block = $5 and block_hash = $6`,
    values: [venue, chainId, to.number, to.hash, from.number, from.hash],
  })
  return rowCount === 1
}
