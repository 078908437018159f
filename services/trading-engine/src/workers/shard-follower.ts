/**
 * Follows the shards that this worker holds: the version at which each of their accounts is watched, the listing of all
 * accounts of a shard when it comes and whenever changes may have been missed, and the heartbeat of the shards watched.
 */
import type { Logger } from '@ats/service-kit/process'
import type { AccountInMarket } from '../core/model/account/account.js'
import { shardOf } from '../core/values/shard.js'

export interface ShardFollowerOptions {
  readonly logger: Logger
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  /** Accounts of the shards with working orders or open positions, from the database. */
  readonly list: (shards: readonly number[]) => Promise<readonly AccountInMarket[]>
  /** Records that the shards are watched now, and returns those that nobody had been watching. */
  readonly recordHeartbeat: (shards: readonly number[]) => Promise<ReadonlySet<number>>
  /** Whether others move accounts: then their changes may be missed. */
  readonly hasOthers: () => boolean
  /** How often missed changes are looked for. */
  readonly sweepMs: number
  /** Told that an account is no longer as it is watched. */
  readonly onChanged: (accountId: string) => void
  /** Told of an account in a shard that nobody had been watching. */
  readonly onUnwatched: (accountId: string) => void
  /** Told of a watched account whose shard is lost. */
  readonly onLost: (accountId: string) => void
}

export interface ShardFollower {
  /** Accounts watched. */
  readonly size: () => number
  /** The versions at which the accounts of this one's shard are watched; undefined where the shard is not followed. */
  readonly versionsOf: (accountId: string) => Map<string, number> | undefined
  /** All shards are listed again. */
  readonly invalidateAll: () => void
  /** Takes on the shards held now, drops the others, and starts what is due: a listing, a heartbeat. */
  readonly follow: () => void
  /** Resolves once the listing under way has ended. */
  readonly stop: () => Promise<void>
}

const NONE: ReadonlySet<number> = new Set()
const RETRY_MS = 1_000
const HEARTBEAT_MS = 5_000

export function createShardFollower(options: ShardFollowerOptions): ShardFollower {
  const { logger, shards, list, recordHeartbeat, hasOthers, sweepMs, onChanged, onUnwatched, onLost } = options
  /** The watched accounts of each shard followed, with the version they are watched at. */
  const followed = new Map<number, Map<string, number>>()
  const unlisted = new Set<number>()
  /** Followed, but not yet recorded as watched. */
  const unrecorded = new Set<number>()
  let listing: Promise<void> | undefined
  /** Moments of `performance.now()`. */
  let sweptAt = -Infinity
  let listsFrom = -Infinity
  let heartbeatAt = -Infinity

  const invalidateAll = (): void => {
    for (const shard of followed.keys()) unlisted.add(shard)
  }

  const followHeld = (): void => {
    const held = shards()
    for (const [shard, versions] of followed) {
      if (held.has(shard)) continue
      followed.delete(shard)
      unlisted.delete(shard)
      unrecorded.delete(shard)
      for (const accountId of versions.keys()) onLost(accountId)
    }
    for (const shard of held) {
      if (followed.has(shard)) continue
      // Changes are taken in from here on, so that none falls between the listing and them.
      followed.set(shard, new Map())
      unlisted.add(shard)
      unrecorded.add(shard)
    }
  }

  const listUnlisted = async (): Promise<void> => {
    const requested = [...unlisted]
    unlisted.clear()
    try {
      const unwatched = await recordNew(requested)
      compare(requested, await list(requested), unwatched)
    } catch (error) {
      logger.warn({ err: error }, 'the accounts of some shards could not be listed; it is tried again in a second')
      listsFrom = performance.now() + RETRY_MS
      for (const shard of requested) unlisted.add(shard)
    }
  }

  const recordNew = async (requested: readonly number[]): Promise<ReadonlySet<number>> => {
    const fresh = requested.filter((shard) => unrecorded.has(shard))
    if (fresh.length === 0) return NONE
    heartbeatAt = performance.now()
    const unwatched = await recordHeartbeat(fresh)
    for (const shard of fresh) unrecorded.delete(shard)
    return unwatched
  }

  const versionsOf = (accountId: string) => followed.get(shardOf(accountId))

  const compare = (
    requested: readonly number[],
    listed: readonly AccountInMarket[],
    unwatched: ReadonlySet<number>,
  ): void => {
    const inMarket = new Set<string>()
    for (const { id, version } of listed) {
      inMarket.add(id)
      if (unwatched.has(shardOf(id))) onUnwatched(id)
      if ((versionsOf(id)?.get(id) ?? 0) < version) onChanged(id)
    }
    for (const shard of requested) {
      for (const accountId of followed.get(shard)?.keys() ?? []) if (!inMarket.has(accountId)) onChanged(accountId)
    }
  }

  const listWhereDue = (now: number): void => {
    if (hasOthers() && now - sweptAt >= sweepMs) {
      sweptAt = now
      invalidateAll()
    }
    if (unlisted.size === 0 || listing !== undefined || now < listsFrom) return
    listing = listUnlisted().finally(() => {
      listing = undefined
    })
  }

  /** A late heartbeat looks as if nobody had watched: that is said too often rather than too seldom. */
  const beatWhereDue = (now: number): void => {
    const watched = [...followed.keys()].filter((shard) => !unrecorded.has(shard))
    if (now - heartbeatAt < HEARTBEAT_MS || watched.length === 0) return
    heartbeatAt = now
    void recordHeartbeat(watched).catch(() => undefined)
  }

  return {
    size: () => [...followed.values()].reduce((size, versions) => size + versions.size, 0),
    versionsOf,
    invalidateAll,
    follow() {
      followHeld()
      listWhereDue(performance.now())
      beatWhereDue(performance.now())
    },
    async stop() {
      await listing
    },
  }
}
