/** Stores the venues' bars of times in which nothing was published. What is stored never changes. */
import { inTransaction } from '@ats/service-kit/db'
import type { Pool } from 'pg'
import type { HistoryGap, HistorySeries } from '../../core/model/market/venue-history.js'

/** Gaps that are known already stay as they are. */
export async function insertGaps(pool: Pool, gaps: readonly HistoryGap[]): Promise<void> {
  await pool.query({
    text: `insert into history_gaps (listing, from_tick, to_tick)
      select * from unnest($1::int[], $2::bigint[], $3::bigint[]) on conflict do nothing`,
    values: [
      gaps.map(({ listing }) => listing),
      gaps.map(({ fromTick }) => fromTick),
      gaps.map(({ toTick }) => toTick),
    ],
  })
}

/** The bars of a gap, in one go with the number that they are read by: nobody reads a later one before it. */
export const insertHistory = (pool: Pool, series: readonly HistorySeries[], blocks: readonly Uint8Array[]) =>
  inTransaction(pool, async (client): Promise<void> => {
    await client.query('select pg_advisory_xact_lock(7301, 9)')
    await client.query({
      text: `insert into venue_candles (listing, from_tick, minutes, block)
        select * from unnest($1::int[], $2::bigint[], $3::int[], $4::bytea[]) on conflict do nothing`,
      values: [
        series.map(({ listing }) => listing),
        series.map(({ fromTick }) => fromTick),
        series.map(({ minutes }) => minutes),
        blocks,
      ],
    })
  })
