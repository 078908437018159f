/**
 * The accounts with events that may not be with every key yet. They are known from the commands of this process and of
 * others; what was missed is found by listing the accounts of the shards held whose events go beyond what was relayed.
 * Moments are those of `performance.now()`.
 */
import { createHeapCache } from '@ats/service-kit/process'
import type { Account } from '../core/model/account/account.js'
import { shardOf } from '../core/values/shard.js'
import type { AccountEvents, Cursor } from '../core/model/webhook-delivery.js'

export interface PendingAccount {
  readonly accountId: string
  /** Null until it was read. */
  userId: string | null
  sequence: number | null
  /** When the latest of its events was known to be there. */
  since: number
  notBefore: number
  /** Its deliveries to `keys` are written up to here, though its cursor may be behind. */
  relayedTo: number
  keys: string
}

/** The result of a round for an account. */
export interface RelayProgress {
  readonly pending: PendingAccount
  /** As the round found it. */
  readonly since: number
  readonly relayedTo: number
  readonly cursor: Cursor | null
  readonly isOver: boolean
  /** When the account is due again. */
  readonly againAt: number
}

export interface RelayBacklog {
  readonly recordCommitted: (account: Account) => void
  readonly invalidate: (accountId: string) => void
  readonly invalidateAll: () => void
  readonly size: () => number
  /** Lists the accounts behind: when a shard has come, and every `sweepMs`. */
  readonly sweep: () => Promise<void>
  readonly due: (limit: number) => readonly PendingAccount[]
  /** Reads the owners and events that are not known. */
  readonly read: (accounts: readonly PendingAccount[]) => Promise<void>
  readonly record: (progress: RelayProgress) => void
}

export interface RelayBacklogOptions {
  readonly store: BacklogStore
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly sweepMs: number
}

export interface BacklogStore {
  listAccountsBehind(shards: readonly number[], limit: number): Promise<readonly AccountEvents[]>
  readAccountEvents(accountIds: readonly string[]): Promise<readonly AccountEvents[]>
}

const BEHIND_MAX = 5_000

export function createRelayBacklog({ store, shards, sweepMs }: RelayBacklogOptions): RelayBacklog {
  const accounts = new Map<string, PendingAccount>()
  /** Up to where accounts are relayed: most of their changes bring no event. */
  const finished = createHeapCache<number>('relayed accounts')
  /** Shards whose accounts were listed since they came. */
  let listed: ReadonlySet<number> = new Set()
  let sweptAt = -Infinity

  const add = (accountId: string, userId: string | null, sequence: number | null): void => {
    const since = performance.now()
    const pending = accounts.get(accountId)
    if (pending === undefined) {
      accounts.set(accountId, { accountId, userId, sequence, since, notBefore: 0, relayedTo: 0, keys: '' })
      return
    }
    if (sequence !== null && sequence === pending.sequence) return
    pending.userId ??= userId
    pending.sequence = sequence
    pending.since = since
    pending.notBefore = Math.min(pending.notBefore, since)
  }

  const invalidateAll = (): void => void (sweptAt = -Infinity)

  return {
    recordCommitted({ id, userId, eventSequence }) {
      if (eventSequence > (finished.get(id) ?? 0)) add(id, userId, eventSequence)
    },
    invalidate: (accountId) => add(accountId, null, null),
    invalidateAll,
    size: () => accounts.size,
    async sweep() {
      const held = shards()
      const isNew = [...held].some((shard) => !listed.has(shard))
      listed = held
      if (held.size === 0) return
      if (!isNew && performance.now() - sweptAt < sweepMs) return
      sweptAt = performance.now()
      const behind = await store.listAccountsBehind([...held], BEHIND_MAX)
      for (const { accountId, userId, sequence } of behind) add(accountId, userId, sequence)
      if (behind.length === BEHIND_MAX) invalidateAll()
    },
    due(limit) {
      const at = performance.now()
      const held = shards()
      const due: PendingAccount[] = []
      for (const pending of accounts.values()) {
        if (!held.has(shardOf(pending.accountId))) accounts.delete(pending.accountId)
        else if (pending.notBefore <= at && due.push(pending) === limit) break
      }
      return due
    },
    async read(due) {
      const unread = due.filter(({ userId, sequence }) => userId === null || sequence === null)
      if (unread.length === 0) return
      const readAt = performance.now()
      const before = unread.map((pending) => ({ pending, since: pending.since }))
      const found = await store.readAccountEvents(unread.map(({ accountId }) => accountId))
      const byId = new Map(found.map((account) => [account.accountId, account]))
      for (const { pending, since } of before) {
        const account = byId.get(pending.accountId)
        if (account === undefined) accounts.delete(pending.accountId)
        // It has changed while it was read: the next round reads it again.
        else if (pending.since === since) Object.assign(pending, account, { since: readAt })
      }
    },
    record({ pending, since, relayedTo, isOver, againAt }) {
      const { accountId } = pending
      pending.relayedTo = Math.max(pending.relayedTo, relayedTo)
      accounts.delete(accountId)
      const hasChanged = pending.since !== since
      if (isOver && !hasChanged) {
        finished.set(accountId, pending.sequence ?? 0)
        return
      }
      // What is left of it is due after all others.
      accounts.set(accountId, pending)
      // It has changed during the round and is due again.
      if (!hasChanged) pending.notBefore = againAt
    },
  }
}
