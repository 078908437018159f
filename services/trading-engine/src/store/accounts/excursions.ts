/** Closed positions of which nobody has looked up yet how far the market went while they were open. */
import type { Pool } from 'pg'
import type { Listing } from '../../core/model/market/listing.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { MarkRange } from '../../core/read/past-ticks.js'
import { formatDecimal } from '../../core/values/decimal.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { shardOfColumn } from '../cluster/shards.js'
import { microsOf } from '../tables/column.js'

export interface UnmeasuredPosition extends Listing {
  readonly id: string
  readonly openedAt: Micros
  readonly closedAt: Micros
}

/** The positions of these shards that closed since then, the earliest first. */
export async function listUnmeasured(
  pool: Pool,
  shards: ReadonlySet<number>,
  since: Micros,
  limit: number,
): Promise<readonly UnmeasuredPosition[]> {
  const { rows } = await pool.query<{
    id: string
    symbol: string
    venue: VenueId
    opened_at: string
    closed_at: string
  }>({
    name: 'list_unmeasured_positions',
    text: `select id, symbol, venue, opened_at, closed_at from positions p
      where closed_at >= $1::timestamptz and ${shardOfColumn('account_id')} = any($2::int[])
        and not exists (select from position_excursions e where e.position_id = p.id)
      order by closed_at limit $3`,
    values: [formatTimestamp(since), [...shards], limit],
  })
  return rows.map(({ id, symbol, venue, ...row }) => ({
    ...{ id, symbol, venue },
    openedAt: microsOf(row.opened_at),
    closedAt: microsOf(row.closed_at),
  }))
}

/** Null: nobody knows the prices of that time. What another worker has written stays. */
export async function insertExcursion(pool: Pool, positionId: string, range: MarkRange | null): Promise<void> {
  await pool.query({
    name: 'insert_excursion',
    text: `insert into position_excursions (position_id, highest_mark, lowest_mark) values ($1, $2, $3)
      on conflict do nothing`,
    values: [positionId, range && formatDecimal(range.high), range && formatDecimal(range.low)],
  })
}
