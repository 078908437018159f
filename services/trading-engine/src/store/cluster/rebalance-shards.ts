/**
 * Decides what one worker does to come closer to its fair share, from the holders of all shards: it releases shards
 * beyond its quota, and takes free ones up to it. Quotas add up to all shards and differ by one at most, so once the
 * workers agree on who they are, every shard is held, and none moves any more.
 */
import { SHARDS } from '../../core/values/shard.js'

/** The holders of the shards at one moment. Workers are numbered. */
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

export function rebalanceShards({ me, workers, holders }: ShardHolders): ShardMoves {
  const rank = workers.filter((worker) => worker < me).length
  const quota = Math.floor(SHARDS / workers.length) + (rank < SHARDS % workers.length ? 1 : 0)
  const shards = from(Math.floor((rank * SHARDS) / workers.length))
  const mine = shards.filter((shard) => holders.get(shard) === me)
  const free = shards.filter((shard) => !holders.has(shard))
  return { release: mine.slice(quota), take: free.slice(0, Math.max(0, quota - mine.length)) }
}

/** All shards, beginning where the worker's part would be if it came first: newcomers seldom reach for the same one. */
const from = (start: number): readonly number[] => Array.from({ length: SHARDS }, (_, step) => (start + step) % SHARDS)
