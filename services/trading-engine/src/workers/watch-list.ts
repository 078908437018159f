/**
 * The accounts of this worker's shards that the market or the clock can do something to, by level and by deadline, as
 * they are after each of their changes. Changes made in this process are told, those of others are heard of; what was
 * missed all the same is found by listing: all accounts of a shard when it comes, and again whenever changes may have
 * gone by unheard.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { Logger } from '@ats/service-kit'
import type { Account } from '../core/model/account.js'
import { dueAt } from '../core/execution/advance.js'
import { levelsOf } from '../core/read/trigger-levels.js'
import type { Micros } from '../core/values/time.js'
import { releaseAt } from '../core/calendar/news.js'
import type { Usd } from '../core/values/decimal.js'
import { riskActionFor } from '../core/risk/supervise.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { AccountContexts } from '../store/accounts/account-contexts.js'
import type { AccountInMarket } from '../store/accounts/accounts-in-market.js'
import { shardOf } from '../store/cluster/shards.js'
import { createDeadlines } from './account-timers.js'
import { createLevelIndex } from './level-index.js'
import { createMarks } from './mark-monitor.js'

export interface WatchList {
  /** Accounts watched. */
  readonly size: number
  /** Takes note of an account that was committed here. */
  readonly recordCommitted: (account: Account) => void
  /** The account was moved elsewhere: it is read anew. */
  readonly invalidate: (accountId: string) => void
  /** Goes on watching an account that was reached. */
  readonly rearm: (accountId: string) => void
  /** Any account may have moved unheard: those that have are found. */
  readonly invalidateAll: () => void
  /** Follows the shards, and watches what has changed as it now is. Never rejects. */
  refresh(): Promise<void>
  /** Accounts that the market or the clock has reached. Each is not watched any more where it was, until it is again. */
  reached(): ReadonlySet<string>
  /** Whether the account was reached while nobody watched it: longer ago than a worker takes to follow another. */
  readonly isLate: (accountId: string) => boolean
  /** Whatever of the account had been reached by now has had its turn: what is reached from here on is not late. */
  readonly clearLate: (accountId: string) => void
  /** The highest equity of the account above its high-water mark, without capital; null when there is none. */
  readonly peakOf: (accountId: string) => Usd | null
  /** New highs since the last call. */
  readonly takeHighs: () => ReadonlyMap<string, Usd>
  /** Resolves once the listing under way has ended. */
  stop(): Promise<void>
}

export interface WatchListOptions {
  readonly contexts: AccountContexts
  readonly getContext: () => DecisionContext
  readonly logger: Logger
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  /** Accounts of the shards with working orders or open positions, from the database. */
  readonly list: (shards: readonly number[]) => Promise<readonly AccountInMarket[]>
  /** Notes that the shards are watched now, and returns those that nobody had been watching. */
  readonly recordHeartbeat: (shards: readonly number[]) => Promise<ReadonlySet<number>>
  /** Whether others move accounts: then what they do may go by unheard. */
  readonly hasOthers: () => boolean
  /** How often it is looked for. */
  readonly sweepMs: number
}

/** Accounts read side by side before requests get their turn again. */
const SLICE = 100
const NONE: ReadonlySet<number> = new Set()
const RELIST_MS = 1_000
const NOTE_MS = 5_000
/** What news holds back is looked at again this often: the calendar may have changed. */
const NEWS_MICROS = 5_000_000

export function createWatchList(options: WatchListOptions): WatchList {
  const { contexts, getContext, logger, shards, list, recordHeartbeat, hasOthers, sweepMs } = options
  const levels = createLevelIndex()
  const marks = createMarks()
  const deadlines = createDeadlines()
  /** The watched accounts of each shard followed, with the version they were watched at. */
  const followed = new Map<number, Map<string, number>>()
  /** Followed, but to be listed. */
  const unlisted = new Set<number>()
  /** Followed, but not yet noted as watched. */
  const unnoted = new Set<number>()
  /** Listed in shards that nobody had been watching, and not yet found to be where they were. */
  const late = new Set<string>()
  /** Changed since they were looked at last; null: not known how. */
  const changed = new Map<string, Account | null>()
  let listing: Promise<void> | undefined
  /** Moments of `performance.now()`. */
  let sweptAt = -Infinity
  let listsFrom = -Infinity
  let notedAt = -Infinity

  const versionsOf = (accountId: string) => followed.get(shardOf(accountId))

  const register = (account: Account): void => {
    const versions = versionsOf(account.id)
    if (versions === undefined) return
    const isQuiet = account.orders.size === 0 && account.positions.size === 0
    const context = getContext()
    levels.set(account.id, isQuiet ? [] : levelsOf(account, context))
    marks.set(account, context.instruments)
    // What a fill has done may have to be acted on though nothing is left that a mark could change.
    const isOver = account.positions.size === 0 && riskActionFor(account, context) !== null
    deadlines.set(account.id, isOver ? context.now : isQuiet ? null : nextLookAt(account, context))
    if (isQuiet) versions.delete(account.id)
    else versions.set(account.id, account.version)
  }

  const registerAsItIs = async (accountId: string, noted: Account | null): Promise<void> => {
    try {
      const isLatest = noted !== null && noted.version >= (versionsOf(accountId)?.get(accountId) ?? 0)
      const account = isLatest ? noted : await contexts.getCurrent(accountId)
      if (account !== null) register(account)
    } catch (error) {
      logger.warn({ err: error, account_id: accountId }, 'an account could not be read; the next tick tries again')
      invalidate(accountId)
    }
  }

  const registerChanged = async (): Promise<void> => {
    const before = [...changed]
    changed.clear()
    for (let start = 0; start < before.length; start += SLICE) {
      const slice = before.slice(start, start + SLICE)
      await Promise.all(slice.map(([accountId, noted]) => registerAsItIs(accountId, noted)))
      await yieldToEvents()
    }
  }

  const invalidate = (accountId: string): void => {
    if (versionsOf(accountId) !== undefined) changed.set(accountId, null)
  }

  const invalidateAll = (): void => {
    for (const shard of followed.keys()) unlisted.add(shard)
  }

  const followShards = (): void => {
    const held = shards()
    for (const [shard, versions] of followed) {
      if (held.has(shard)) continue
      followed.delete(shard)
      unlisted.delete(shard)
      unnoted.delete(shard)
      for (const accountId of versions.keys()) {
        levels.set(accountId, [])
        marks.forget(accountId)
        deadlines.set(accountId, null)
      }
    }
    for (const shard of held) {
      if (followed.has(shard)) continue
      // Changes are heard from here on, so that none falls between the listing and them.
      followed.set(shard, new Map())
      unlisted.add(shard)
      unnoted.add(shard)
    }
  }

  const listUnlisted = async (): Promise<void> => {
    const requested = [...unlisted]
    unlisted.clear()
    try {
      const unwatched = await noteNew(requested)
      compare(requested, await list(requested), unwatched)
    } catch (error) {
      logger.warn({ err: error }, 'the accounts of some shards could not be listed; it is tried again in a second')
      listsFrom = performance.now() + RELIST_MS
      for (const shard of requested) unlisted.add(shard)
    }
  }

  const noteNew = async (requested: readonly number[]): Promise<ReadonlySet<number>> => {
    const fresh = requested.filter((shard) => unnoted.has(shard))
    if (fresh.length === 0) return NONE
    notedAt = performance.now()
    const unwatched = await recordHeartbeat(fresh)
    for (const shard of fresh) unnoted.delete(shard)
    return unwatched
  }

  /** What is not noted in time looks as if nobody had watched: that is said too often rather than too seldom. */
  const noteWhereDue = (): void => {
    const now = performance.now()
    const noted = [...followed.keys()].filter((shard) => !unnoted.has(shard))
    if (now - notedAt < NOTE_MS || noted.length === 0) return
    notedAt = now
    void recordHeartbeat(noted).catch(() => undefined)
  }

  const compare = (
    requested: readonly number[],
    listed: readonly AccountInMarket[],
    unwatched: ReadonlySet<number>,
  ): void => {
    const inMarket = new Set<string>()
    for (const { id, version } of listed) {
      inMarket.add(id)
      if (unwatched.has(shardOf(id))) late.add(id)
      if ((versionsOf(id)?.get(id) ?? 0) < version) invalidate(id)
    }
    for (const shard of requested) {
      for (const accountId of followed.get(shard)?.keys() ?? []) if (!inMarket.has(accountId)) invalidate(accountId)
    }
  }

  const listWhereDue = (): void => {
    const now = performance.now()
    if (hasOthers() && now - sweptAt >= sweepMs) {
      sweptAt = now
      invalidateAll()
    }
    if (unlisted.size === 0 || listing !== undefined || now < listsFrom) return
    listing = listUnlisted().finally(() => {
      listing = undefined
    })
  }

  return {
    get size() {
      let size = 0
      for (const versions of followed.values()) size += versions.size
      return size
    },
    recordCommitted(account) {
      // What was moved elsewhere as well is read: only the database knows what came last.
      if (versionsOf(account.id) !== undefined && changed.get(account.id) !== null) changed.set(account.id, account)
    },
    invalidate,
    rearm(accountId) {
      if (!changed.has(accountId)) invalidate(accountId)
    },
    invalidateAll,
    async refresh() {
      followShards()
      listWhereDue()
      noteWhereDue()
      await registerChanged()
    },
    reached() {
      const context = getContext()
      const found = new Set(deadlines.take(context.now))
      for (const symbol of levels.symbols()) {
        const quote = context.market.quote(symbol)
        const instrument = context.instruments.find(symbol)
        if (quote === undefined || quote.isStale || instrument === undefined) continue
        if (!context.isMarketOpen(instrument)) continue
        for (const accountId of levels.reached(quote)) found.add(accountId)
      }
      for (const accountId of marks.reached(context)) found.add(accountId)
      for (const accountId of late) if (!found.has(accountId) && !changed.has(accountId)) late.delete(accountId)
      return found
    },
    peakOf: marks.peakOf,
    takeHighs: marks.takeHighs,
    isLate: (accountId) => late.has(accountId),
    clearLate: (accountId) => void late.delete(accountId),
    async stop() {
      await listing
    },
  }
}

/** When time alone does something to the account, or lets its orders fill again. */
function nextLookAt(account: Account, context: DecisionContext): Micros {
  const released = releaseAt(account, context)
  const due = dueAt(account, context)
  return released === null ? due : Math.min(due, released, context.now + NEWS_MICROS)
}
