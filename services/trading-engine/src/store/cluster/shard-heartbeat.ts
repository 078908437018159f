/**
 * Records when each shard was last watched, so that the next worker to hold it knows whether it was unwatched in
 * between.
 */
import type { Pool } from 'pg'

/** Longer than workers take to hand a shard over, and to find that another has died. */
const UNWATCHED_AFTER = '15 seconds'

/**
 * Records that the shards are watched now. Returns those that were unwatched so long that the market may have moved on
 * without them.
 */
export async function recordHeartbeat(pool: Pool, shards: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ shard: number }>({
    name: 'note_watched',
    // Both parts see the table as it was before.
    text: `with noted as (
        insert into shard_watch (shard, seen_at) select shard, now() from unnest($1::int[]) as shard order by shard
        on conflict (shard) do update set seen_at = excluded.seen_at)
      select shard::int as shard from shard_watch
      where shard = any($1) and seen_at < now() - interval '${UNWATCHED_AFTER}'`,
    values: [shards],
  })
  return new Set(rows.map(({ shard }) => shard))
}
