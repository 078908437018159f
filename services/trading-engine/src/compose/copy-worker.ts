/** The part of a worker that copies the fills of leaders to the accounts of their followers. */
import type { Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { copyFill } from '../commands/copy-fill.js'
import type { RunCommand } from '../commands/pipeline/run-command.js'
import { computeFigures } from '../core/margin/figures.js'
import type { Account } from '../core/model/account/account.js'
import { nearestStop } from '../core/model/account/stops.js'
import type { CopyingLink, LeaderFill } from '../core/model/copied.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { listingKey } from '../core/model/market/listing.js'
import type { Price } from '../core/values/decimal.js'
import { assertInvariant } from '../core/values/invariant.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import {
  advanceCopyCursor,
  listLeadersBehind,
  readChangedLinks,
  readFillsToCopy,
} from '../store/accounts/copy-fills.js'
import { createCopier, type Copier } from '../workers/copier.js'
import { createCopyIndex } from '../workers/copy-index.js'

export interface CopyWorkerOptions {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly runCommand: RunCommand
  readonly getContext: () => DecisionContext
  readonly shards: () => ReadonlySet<number>
  readonly metrics: Metrics
  readonly logger: Logger
}

export function createCopyWorker({ pool, contexts, runCommand, getContext, ...rest }: CopyWorkerOptions): Copier {
  const { shards, metrics, logger } = rest
  const index = createCopyIndex((after) => readChangedLinks(pool, after))
  const observe = metrics.duration('copy_duration_seconds', 'Time from the fill of a leader until a follower has it.')
  const countFailure = metrics.counter({
    name: 'copy_failures_total',
    help: 'Attempts to copy a fill that failed; each is repeated.',
    label: 'result',
    values: ['failed'],
  })
  const copy = async ({ link }: CopyingLink, fill: LeaderFill): Promise<void> => {
    const leader = await contexts.get(link.leaderAccountId)
    assertInvariant(leader !== null, 'the leader of a link is there')
    const leaderEquity = computeFigures(leader, getContext()).equity
    const { isReplay } = await copyFill(runCommand, {
      link,
      fill,
      leader: { leaderEquity, stop: stopOf(leader, fill) },
    })
    if (!isReplay) observe(Math.max(0, getContext().now - fill.at) / 1e6)
  }
  return createCopier({
    index,
    shards,
    store: {
      listBehind: (leaderIds) => listLeadersBehind(pool, leaderIds),
      readFills: (leaderId, limit) => readFillsToCopy(pool, leaderId, limit),
      advance: (...args) => advanceCopyCursor(pool, ...args),
    },
    copy,
    logger,
    onFailed: () => countFailure('failed'),
  })
}

/** Where the leader's position stops; null where it has no stop, or is closed by now. */
function stopOf(leader: Account, fill: LeaderFill): Price | null {
  const position = leader.positions.get(listingKey(fill))
  return position === undefined ? null : nearestStop(leader, position)
}
