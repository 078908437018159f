/** The part of a worker that copies the fills of leaders to the accounts of their followers. */
import type { DueLooks } from '@ats/service-kit/async'
import type { Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { copyFill } from '../commands/copy-fill.js'
import { copyProtection } from '../commands/copy-protection.js'
import type { RunCommand } from '../commands/pipeline/run-command.js'
import { leaderExitOf, type LeaderExit } from '../core/decide/copied-protection.js'
import { computeFigures } from '../core/margin/figures.js'
import type { Account } from '../core/model/account/account.js'
import { openingSide } from '../core/model/account/position.js'
import { protectionOf } from '../core/model/account/protection.js'
import { nearestStop } from '../core/model/account/stops.js'
import type { CopyingLink, LeaderFill } from '../core/model/copied.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { isSameListing, listingKey } from '../core/model/market/listing.js'
import type { CopyLink } from '../core/model/copy-link.js'
import type { Order } from '../core/model/order/order.js'
import type { Price } from '../core/values/decimal.js'
import { assertInvariant } from '../core/values/invariant.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import {
  advanceCopyCursor,
  listLeadersBehind,
  readChangedLinks,
  readFillsToCopy,
} from '../store/accounts/copy-fills.js'
import { findOrder } from '../store/read/history.js'
import { createProtectionCopier } from '../workers/protection-copier.js'
import { createCopier, type Copier } from '../workers/copier.js'
import { createCopyIndex } from '../workers/copy-index.js'
import type { WhatIsDue } from '../store/read/what-is-due.js'

export interface CopyWorkerOptions {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly runCommand: RunCommand
  readonly getContext: () => DecisionContext
  readonly shards: () => ReadonlySet<number>
  readonly looks: Pick<DueLooks<WhatIsDue>, 'when'>
  readonly metrics: Metrics
  readonly logger: Logger
}

export function createCopyWorker({ pool, contexts, runCommand, getContext, ...rest }: CopyWorkerOptions): Copier {
  const { shards, looks, metrics, logger } = rest
  const index = createCopyIndex((after) => readChangedLinks(pool, after))
  const observe = metrics.duration('copy_duration_seconds', 'Time from the fill of a leader until a follower has it.')
  const countFailure = metrics.counter({
    name: 'copy_failures_total',
    help: 'Attempts to copy a fill that failed; each is repeated.',
    label: 'result',
    values: ['failed'],
  })
  /** Not as it was before the fill, which another process may have made. */
  const readLeader = async ({ leaderAccountId }: CopyLink, fill: LeaderFill): Promise<Account> => {
    const known = await contexts.get(leaderAccountId)
    const leader = known !== null && known.clock < fill.at ? await contexts.getCurrent(leaderAccountId) : known
    assertInvariant(leader !== null, 'the leader of a link is there')
    return leader
  }
  const copy = async ({ link }: CopyingLink, fill: LeaderFill): Promise<void> => {
    const leader = await readLeader(link, fill)
    const leaderEquity = computeFigures(leader, getContext()).equity
    const { isReplay } = await copyFill(runCommand, {
      link,
      fill,
      leader: { leaderEquity, stop: stopOf(leader, fill), exits: exitsWith(leader, link, fill) },
    })
    if (!isReplay) observe(Math.max(0, getContext().now - fill.at) / 1e6)
  }
  const protection = createProtectionCopier({
    readExits: async (leaderId) => exitsOf(await contexts.getCurrent(leaderId)),
    listGone: async (link, exits) => {
      const [leader, follower] = [await contexts.get(link.leaderAccountId), await contexts.get(link.followerAccountId)]
      if (leader === null || follower === null) return []
      const gone = goneOf(link, leader, follower, exits)
      const ended = await Promise.all(gone.map((orderId) => findOrder(pool, leader.id, orderId)))
      return ended.filter((exit) => exit !== null)
    },
    copy: async (link, exit) => void (await copyProtection(runCommand, { link, exit })),
  })
  return createCopier({
    index,
    shards,
    store: {
      listBehind: (leaderIds) => listLeadersBehind(pool, leaderIds),
      readFills: (leaderId, limit) => readFillsToCopy(pool, leaderId, limit),
      advance: (...args) => advanceCopyCursor(pool, ...args),
    },
    copy,
    schedule: looks.when(({ copyRevision }) => copyRevision !== index.revision()),
    protection,
    logger,
    onFailed: () => countFailure('failed'),
  })
}

const exitsOf = (leader: Account | null): readonly Order[] =>
  leader === null ? [] : [...leader.positions.values()].flatMap((position) => protectionOf(leader, position))

/** The leader's orders of what the link has set, where the leader's position is open and has nothing of the leg now. */
function goneOf(link: CopyLink, leader: Account, follower: Account, exits: readonly Order[]): readonly string[] {
  return [...follower.orders.values()].flatMap(({ copiedFrom, bracketId, kind, ...set }) => {
    const isOfLink = copiedFrom?.linkId === link.id && copiedFrom.fillId === null && bracketId !== null
    if (!isOfLink || copiedFrom.orderId === null || !leader.positions.has(listingKey(set))) return []
    const isOfLeg = (exit: Order): boolean => isSameListing(exit, set) && (exit.kind === 'STOP') === (kind === 'STOP')
    return exits.some(isOfLeg) ? [] : [copiedFrom.orderId]
  })
}

/** The exits of the leader's position, where it is on the side that the fill has opened. */
function exitsWith(leader: Account, { copies }: CopyLink, fill: LeaderFill): readonly LeaderExit[] {
  const position = leader.positions.get(listingKey(fill))
  if (!copies.includes('PROTECTION') || position === undefined || openingSide(position.direction) !== fill.side)
    return []
  return protectionOf(leader, position).map(leaderExitOf)
}

/** Where the leader's position stops; null where it has no stop, or is closed by now. */
function stopOf(leader: Account, fill: LeaderFill): Price | null {
  const position = leader.positions.get(listingKey(fill))
  return position === undefined ? null : nearestStop(leader, position)
}
