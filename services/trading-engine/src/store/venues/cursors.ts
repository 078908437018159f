/** How far the logs of each venue are booked. */
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Hex } from '../../core/model/live/venue-transaction.js'
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

/** Never moves back: of two processes that follow, the slower one changes nothing. */
export async function moveVenueCursor(
  db: Queryable,
  venue: VenueId,
  chainId: number,
  { number, hash }: BookedBlock,
): Promise<void> {
  await db.query({
    text: `insert into venue_cursors as known (venue, chain_id, block, block_hash) values ($1, $2, $3, $4)
      on conflict (venue, chain_id) do update set block = excluded.block, block_hash = excluded.block_hash
        where known.block < excluded.block`,
    values: [venue, chainId, number, hash],
  })
}
