/**
 * The accounts of this worker's shards that the market or the clock can do something to, by level and by deadline, as
 * they are after their latest change. Changes of this process arrive by calls, those of others by notifications;
 * what was missed is found by listing (shard-follower.ts).
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { chunksOf } from '@ats/service-kit/async'
import type { Account } from '../core/model/account/account.js'
import type { Highs } from '../core/model/account/peak.js'
import type { Reached } from '../core/decide/market/market-event.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { createShardFollower, type ShardFollowerOptions } from './shard-follower.js'
import { createWatchRegistry, type NotedPeak } from './watch-registry.js'

export interface WatchList {
  /** Accounts watched. */
  readonly size: number
  /** Takes in an account that was committed here. */
  readonly recordCommitted: (account: Account) => void
  /** The account was changed elsewhere: it is read again. */
  readonly invalidate: (accountId: string) => void
  /** Goes on watching an account that was reached. */
  readonly rearm: (accountId: string) => void
  /** Changes of any account may have been missed: all are listed again. */
  readonly invalidateAll: () => void
  /** Follows the shards, and watches what has changed as it now is. Never rejects. */
  refresh(): Promise<void>
  /**
   * Accounts that the market, at any tick since the last call, or the clock has reached; their reached triggers are off
   * until `rearm`. Requests get their turn after each missed tick.
   */
  reached(): Promise<ReadonlySet<string>>
  /** Returns the orders and marks of the account that ticks have reached, until they are cleared. */
  readonly reachedOf: (accountId: string) => Reached
  readonly clearReached: (accountId: string, processed: Reached) => void
  /** Whether the account was reached while nobody watched it: longer ago than a worker takes to follow another. */
  readonly isLate: (accountId: string) => boolean
  /** Marks the reached account as processed: triggers reached from now on are not late. */
  readonly clearLate: (accountId: string) => void
  /** The highest equity of the account above its high-water mark, without capital; null when there is none. */
  readonly seenOf: (accountId: string) => Highs | null
  /** New highs since the last call. */
  readonly takeHighs: () => ReadonlyMap<string, Highs>
  /** The peak of each stop that trails, where it is to be noted; else null. */
  readonly takePeaks: () => Iterable<NotedPeak | null>
  /** Resolves once the listing under way has ended. */
  readonly stop: () => Promise<void>
}

export interface WatchListOptions extends Omit<ShardFollowerOptions, 'onChanged' | 'onUnwatched' | 'onLost'> {
  readonly contexts: { getCurrent(accountId: string): Promise<Account | null> }
  readonly getContext: () => DecisionContext
}

/** Accounts read side by side. */
const SLICE = 50
/** Orders, positions, and comparisons of them with ticks, before requests get their turn again. */
const WORK_A_TURN = 2_000
/** A quote of the past, which the market makes, takes as long as so many comparisons. */
const WORK_OF_QUOTE = 50

export function createWatchList({ contexts, getContext, ...options }: WatchListOptions): WatchList {
  const { logger } = options
  const registry = createWatchRegistry()
  /** Listed in shards that nobody had been watching, and not yet found to be where they were. */
  const late = new Set<string>()
  /** Changed since they were looked at last; null: not known how. */
  const changed = new Map<string, Account | null>()
  /** The calendar that the accounts were looked at with. */
  let calendar: DecisionContext['news'] = []

  const invalidate = (accountId: string): void => {
    if (follower.versionsOf(accountId) !== undefined) changed.set(accountId, null)
  }

  const follower = createShardFollower({
    ...options,
    onChanged: invalidate,
    onUnwatched: (accountId) => void late.add(accountId),
    onLost: registry.forget,
  })

  const failed = (accountId: string, error: unknown): void => {
    logger.warn({ err: error, account_id: accountId }, 'an account could not be read; the next tick tries again')
    invalidate(accountId)
  }

  /** Registers an account; yields the work that each step of it was. */
  function* register(account: Account): Generator<number> {
    const isLate = late.has(account.id)
    let context: DecisionContext | null = getContext()
    const quotes = registry.readAhead(account, context, isLate)
    for (let read = quotes.next(); read.done !== true; read = quotes.next()) {
      yield WORK_OF_QUOTE
      context = null
    }
    // By now its shard may be lost, and ticks have passed.
    const versions = follower.versionsOf(account.id)
    if (versions === undefined) return
    const { isWatched, work } = registry.register(account, context ?? getContext(), isLate)
    if (isWatched) versions.set(account.id, account.version)
    else versions.delete(account.id)
    yield work
  }

  const readLatest = async (accountId: string, recorded: Account | null): Promise<Account | null> => {
    const version = follower.versionsOf(accountId)?.get(accountId) ?? 0
    if (recorded !== null && recorded.version >= version) return recorded
    try {
      return await contexts.getCurrent(accountId)
    } catch (error) {
      failed(accountId, error)
      return null
    }
  }

  const registerChanged = async (): Promise<void> => {
    const before = [...changed]
    changed.clear()
    for (const slice of chunksOf(before, SLICE)) {
      const accounts = await Promise.all(slice.map(([id, recorded]) => readLatest(id, recorded)))
      await inTurns(accounts, register, failed)
      await yieldToEvents()
    }
  }

  return {
    get size() {
      return follower.size()
    },
    recordCommitted(account) {
      // What was changed elsewhere as well is read: only the database knows which change came last.
      if (follower.versionsOf(account.id) === undefined || changed.get(account.id) === null) return
      changed.set(account.id, account)
    },
    invalidate,
    rearm(accountId) {
      if (!changed.has(accountId)) invalidate(accountId)
    },
    invalidateAll: follower.invalidateAll,
    async refresh() {
      follower.follow()
      const { news } = getContext()
      if (news !== calendar) registry.heldByNews().forEach(invalidate)
      calendar = news
      await registerChanged()
    },
    async reached() {
      const context = getContext()
      for (const at of registry.missed(context.now)) {
        registry.look(context.earlier(at))
        await yieldToEvents()
      }
      registry.look(context)
      const found = registry.reached(context.now)
      for (const accountId of late) if (!found.has(accountId) && !changed.has(accountId)) late.delete(accountId)
      return found
    },
    reachedOf: registry.reachedOf,
    clearReached: registry.clearReached,
    seenOf: registry.seenOf,
    takeHighs: registry.takeHighs,
    takePeaks: () => registry.takePeaks(getContext()),
    isLate: (accountId) => late.has(accountId),
    clearLate: (accountId) => void late.delete(accountId),
    stop: follower.stop,
  }
}

/** Does the work on each account; requests get their turn after so much of it. */
async function inTurns(
  accounts: readonly (Account | null)[],
  stepsOf: (account: Account) => Iterable<number>,
  onFailed: (accountId: string, error: unknown) => void,
): Promise<void> {
  let work = 0
  for (const account of accounts.filter((found) => found !== null)) {
    try {
      for (const step of stepsOf(account)) {
        work += step
        if (work < WORK_A_TURN) continue
        work = 0
        await yieldToEvents()
      }
    } catch (error) {
      onFailed(account.id, error)
    }
  }
}
