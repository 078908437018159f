/**
 * What one worker does to come closer to its fair share, from who holds what: it gives up what is more than its quota,
 * and takes what is free up to it. Quotas add up to all shards and differ by one at most, so once the workers agree on
 * who they are, everything is held, and nothing moves any more.
 */
import { SHARDS } from './shards.js'

/** Who holds what, at one moment. Workers have numbers of their own. */
export interface ShardHolders {
  readonly me: number
  /** All that are alive, this one included. */
  readonly workers: readonly number[]
  /** By shard; a shard that nobody holds is missing. */
  readonly holders: ReadonlyMap<number, number>
}

export interface ShardMoves {
  readonly release: readonly number[]
  readonly take: readonly number[]
}

export function shareShards({ me, workers, holders }: ShardHolders): ShardMoves {
  const rank = workers.filter((worker) => worker < me).length
  const quota = Math.floor(SHARDS / workers.length) + (rank < SHARDS % workers.length ? 1 : 0)
  const shards = from(Math.floor((rank * SHARDS) / workers.length))
  const mine = shards.filter((shard) => holders.get(shard) === me)
  const free = shards.filter((shard) => !holders.has(shard))
  return { release: mine.slice(quota), take: free.slice(0, Math.max(0, quota - mine.length)) }
}

/** All shards, beginning where the worker's part would be if it came first: newcomers seldom reach for the same one. */
const from = (start: number): readonly number[] => Array.from({ length: SHARDS }, (_, step) => (start + step) % SHARDS)
