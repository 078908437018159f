import type { Pool } from 'pg'
import type { PublishedTick } from '../../core/model/market/published-tick.js'

/** One that is already there is not changed. */
export async function insertKeptTicks(pool: Pool, ticks: readonly PublishedTick[]): Promise<void> {
  await pool.query({
    name: 'insert_kept_ticks',
    text: `insert into kept_ticks (number, is_snapshot, block)
      select * from unnest($1::bigint[], $2::boolean[], $3::bytea[]) on conflict do nothing`,
    values: [
      ticks.map(({ number }) => number),
      ticks.map(({ isSnapshot }) => isSnapshot),
      ticks.map(({ block }) => Buffer.from(block)),
    ],
  })
}
