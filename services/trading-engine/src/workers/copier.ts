/**
 * Copies the fills of leaders. Each is a command on the account of each follower, which is carried out once however
 * often it is asked for and by however many workers: the cursor of a leader, moved once all of its links have copied,
 * only spares them that. A leader is found by the commit that filled it, or by a sweep; its fills are copied in order,
 * link by link, some links at a time.
 */
import { createSemaphore, createTurns, periodic, type Schedule } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import { isWanted, type CopyingLink, type LeaderFill, type FillsToCopy } from '../core/model/copied.js'
import { shardOf } from '../core/values/shard.js'
import type { Micros } from '../core/values/time.js'
import type { CopyIndex } from './copy-index.js'
import type { ProtectionCopier } from './protection-copier.js'

export interface CopierOptions {
  readonly index: CopyIndex
  /** The shards of accounts this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly store: {
    listBehind(leaderIds: readonly string[]): Promise<readonly string[]>
    readFills(leaderId: string, limit: number): Promise<FillsToCopy>
    /** False: the links have changed since the revision. */
    advance(leaderId: string, copiedTo: Micros, revision: number): Promise<boolean>
  }
  readonly copy: (link: CopyingLink, fill: LeaderFill) => Promise<void>
  /** When it looks for changed links. */
  readonly schedule: Schedule
  readonly protection: ProtectionCopier
  readonly logger: Logger
  readonly onFailed: () => void
  readonly spans?: CopierSpans
}

export interface CopierSpans {
  /** From one look for changed links to the next. */
  readonly refreshMs: number
  readonly sweepMs: number
  readonly retryMs: number
}

export interface Copier {
  /** An account has changed. */
  readonly recordChanged: (accountId: string) => void
  readonly start: () => void
  /** Resolves once the copies under way have ended. */
  readonly stop: () => Promise<void>
}

const SPANS: CopierSpans = { refreshMs: 250, sweepMs: 2_000, retryMs: 250 }
const FILLS_AT_A_TIME = 50
/** Commands under way at a time: of all leaders, and of one, so that one with many followers leaves room for others. */
const COPIES = { all: 48, ofLeader: 32 }
/**
 * A decision in a turn of the event loop, of each leader in turn, and a rest: orders of others do not wait for many.
 */
const TURNS = { share: 0.3, burstMs: 1 }

export function createCopier(options: CopierOptions): Copier {
  const { index, shards, store, copy, protection, logger, onFailed, spans = SPANS } = options
  const stopping = new AbortController()
  const inTurn = createLeaderTurns(stopping.signal)
  /** Up to where a link has copied, while its leader's cursor is behind. */
  const copiedTo = new Map<string, Micros>()
  /** Leaders under way; true: once more when it has ended. */
  const running = new Map<string, boolean>()
  const ended = new Set<Promise<void>>()

  const isMine = (leaderId: string): boolean => shards().has(shardOf(leaderId))

  function begin(leaderId: string): void {
    if (stopping.signal.aborted || !index.isLeader(leaderId) || !isMine(leaderId)) return
    if (running.has(leaderId)) return void running.set(leaderId, true)
    running.set(leaderId, false)
    const end = run(leaderId).finally(() => ended.delete(end))
    ended.add(end)
  }

  async function run(leaderId: string): Promise<void> {
    const isDone = await copyWhole(leaderId).catch(async (error: unknown) => {
      await refresh().catch(() => undefined)
      onFailed()
      logger.warn({ err: error, account_id: leaderId }, 'the fills of a leader could not be copied; will retry')
      return false
    })
    const isAgain = running.get(leaderId) === true
    running.delete(leaderId)
    if (isDone && isAgain) begin(leaderId)
    else if (!isDone) setTimeout(() => begin(leaderId), spans.retryMs).unref()
  }

  async function copyWhole(leaderId: string): Promise<boolean> {
    const isDone = await copyAll(leaderId)
    if (isDone) await protection.copyAll(leaderId, index.linksOf(leaderId), (work) => inTurn(leaderId, work))
    return isDone
  }

  /** Whether all that there was is copied. */
  async function copyAll(leaderId: string): Promise<boolean> {
    while (!stopping.signal.aborted) {
      running.set(leaderId, false)
      const { fills, readTo } = await store.readFills(leaderId, FILLS_AT_A_TIME)
      if (readTo === null) return true
      // Read after the fills: it has every link that is older than one of them, or its revision is not the latest.
      const revision = index.revision()
      const links = index.linksOf(leaderId)
      const areCopied = await copyToEach(links, (link) => copyTo(link, fills))
      if (!areCopied) {
        await refresh()
        return false
      }
      if (await store.advance(leaderId, readTo, revision)) links.forEach(({ link }) => copiedTo.delete(link.id))
      else await refresh()
    }
    return true
  }

  /** In order: an exit comes after the entry that it is of. */
  async function copyTo(copying: CopyingLink, fills: readonly LeaderFill[]): Promise<boolean> {
    const { link } = copying
    for (const fill of fills) {
      if (fill.at <= (copiedTo.get(link.id) ?? 0)) continue
      try {
        if (isWanted(copying, fill)) await inTurn(copying.link.leaderAccountId, () => copy(copying, fill))
      } catch (error) {
        if (stopping.signal.aborted) return false
        onFailed()
        logger.warn({ err: error, copy_link_id: link.id }, 'a fill could not be copied; will retry')
        return false
      }
      copiedTo.set(link.id, fill.at)
    }
    return true
  }

  async function refresh(): Promise<void> {
    const changed = await index.refresh()
    // What it did not want before its change it may want now; what it has copied is not copied again.
    for (const { link } of changed) copiedTo.delete(link.id)
    new Set(changed.map(({ link }) => link.leaderAccountId)).forEach(begin)
  }

  async function sweep(): Promise<void> {
    const mine = [...index.leaders()].filter(isMine)
    if (mine.length > 0) (await store.listBehind(mine)).forEach(begin)
  }

  const onError = (error: unknown): void => logger.warn({ err: error }, 'links could not be read; will retry')
  const refreshing = options.schedule(refresh, { everyMs: spans.refreshMs, firstAfterMs: 0, onError })
  const sweeping = periodic(sweep, { everyMs: spans.sweepMs, onError })

  return {
    recordChanged: begin,
    start() {
      refreshing.start()
      sweeping.start()
    },
    async stop() {
      stopping.abort()
      await Promise.all([refreshing.stop(), sweeping.stop()])
      await Promise.allSettled(ended)
    },
  }
}

/** Several links at a time, each from the first fill to the last. Whether all of them are copied. */
async function copyToEach(
  links: readonly CopyingLink[],
  copyTo: (link: CopyingLink) => Promise<boolean>,
): Promise<boolean> {
  const waiting = links.values()
  let areCopied = true
  const take = async (): Promise<void> => {
    for (const link of waiting) areCopied = (await copyTo(link)) && areCopied
  }
  await Promise.all(Array.from({ length: Math.min(COPIES.ofLeader, links.length) }, take))
  return areCopied
}

type InTurn = (leaderId: string, work: () => Promise<void>) => Promise<void>

/** So many commands at a time, and turns of the event loop that leaders share. */
function createLeaderTurns(stopping: AbortSignal): InTurn {
  const semaphore = createSemaphore(COPIES.all)
  const takeTurn = createTurns(TURNS)
  return (leaderId, work) =>
    semaphore.use(stopping, async () => {
      await takeTurn({ owner: leaderId, isGone: () => stopping.aborted })
      await work()
    })
}
