/**
 * Links between accounts are made, accepted and changed under locks on both accounts, the lower id first: limits hold
 * for concurrent requests, and a link begins at a moment of the leader's clock that no later fill is before.
 */
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Pool, PoolClient } from 'pg'
import {
  FOLLOWERS_MAX,
  LEADERS_MAX,
  LINKS_EVER_MAX,
  roleOf,
  type CopyLink,
  type CopyTerms,
} from '../core/model/copy-link.js'
import type { Copying } from '../core/model/plan/order-rules.js'
import type { Plan } from '../core/model/plan/plan.js'
import type { Micros } from '../core/values/time.js'
import { beginCopyCursor } from '../store/accounts/copy-fills.js'
import {
  countLinks,
  findCopyLink,
  findLinkOf,
  insertCopyLink,
  lockCopyLink,
  lockLinkedAccounts,
  updateCopyLink,
  type LinkedAccount,
} from '../store/accounts/copy-links.js'
import { readCopyTargets } from '../store/accounts/copy-targets.js'
import type { RunCommand } from './pipeline/run-command.js'
import { syncCopy } from './sync-copy.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { requireOwned } from '../store/accounts/owned-account.js'

export interface CopyLinkDependencies {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly now: () => Micros
  readonly newId: () => string
}

export interface NewCopyLink extends CopyTerms {
  readonly userId: string
  readonly leaderAccountId: string
  readonly followerAccountId: string
}

/** ACTIVE between accounts of one user, else INVITED: which does not say whether there is such a follower. */
export async function createCopyLink(dependencies: CopyLinkDependencies, wanted: NewCopyLink): Promise<CopyLink> {
  const { pool, contexts, now, newId } = dependencies
  const { userId, leaderAccountId, followerAccountId, ...terms } = wanted
  const leader = await requireOwned(contexts, leaderAccountId, userId)
  const follower = await contexts.get(followerAccountId)
  const isOwn = follower?.userId === userId
  requireCopying(leader.plan, isOwn)
  if (isOwn) requireCopying(follower.plan, true)
  return inTransaction(pool, async (client) => {
    const locked = await lockLinkedAccounts(client, [leaderAccountId, followerAccountId])
    const leading = requireLiving(locked, leaderAccountId)
    if (isOwn) requireLiving(locked, followerAccountId)
    await refuseSecond(client, leaderAccountId, followerAccountId)
    await refuseWhereFollowed(client, wanted)
    if (isOwn) await refuseWhereFollowing(client, wanted)
    const at = now()
    const link: CopyLink = {
      ...{ ...terms, id: newId(), leaderAccountId, followerAccountId, leaderUserId: userId },
      followerUserId: follower?.userId ?? null,
      ...{ status: isOwn ? 'ACTIVE' : 'INVITED', reason: null, createdAt: at, acceptedAt: isOwn ? at : null },
      ...{ updatedAt: at, endedAt: null, version: 1 },
    }
    await insertCopyLink(client, link, isOwn ? fromNow(leading) : UNCHANGED)
    if (isOwn) await beginCopyCursor(client, leaderAccountId, leading.clock)
    return link
  })
}

export interface ChangedCopyLink extends Partial<CopyTerms> {
  readonly userId: string
  readonly id: string
  /** ACTIVE accepts an invitation, or goes on after a pause. */
  readonly status?: 'ACTIVE' | 'PAUSED'
}

/** By the owner of the follower, whose money it is. */
export async function changeCopyLink(dependencies: CopyLinkDependencies, wanted: ChangedCopyLink): Promise<CopyLink> {
  const { pool, contexts, now } = dependencies
  const { userId, id, status, ...terms } = wanted
  const known = await requireCopyLink(pool, userId, id)
  requireFollower(known, userId)
  const follower = await requireOwned(contexts, known.followerAccountId, userId)
  return inTransaction(pool, async (client) => {
    const locked = await lockLinkedAccounts(client, [known.leaderAccountId, known.followerAccountId])
    const link = (await lockCopyLink(client, id)) ?? known
    if (link.status === 'ENDED') throw new RequestError('conflict', 'the link has ended', { reason: 'copy_link_ended' })
    const isAccepted = link.status === 'INVITED' && status === 'ACTIVE'
    const isResumed = link.status === 'PAUSED' && status === 'ACTIVE'
    if (isAccepted) {
      requireCopying(follower.plan, link.leaderUserId === userId)
      requireLiving(locked, follower.id)
      await refuseWhereFollowing(client, link)
    }
    if (link.status === 'INVITED' && status === 'PAUSED')
      throw new RequestError('conflict', 'it is not accepted yet', { reason: 'copy_link_invited' })
    const at = now()
    const changed: CopyLink = {
      ...{ ...link, ...terms, updatedAt: at, version: link.version + 1 },
      ...(status === undefined ? {} : { status, reason: status === 'PAUSED' ? 'USER' : null }),
      ...(isAccepted ? { acceptedAt: at } : {}),
    }
    const leading = requireLiving(locked, link.leaderAccountId)
    const from = fromNow(leading)
    const entriesOnly = { copiesFrom: null, entriesFrom: from.entriesFrom }
    await updateCopyLink(client, changed, isAccepted ? from : isResumed ? entriesOnly : UNCHANGED)
    if (isAccepted) await beginCopyCursor(client, link.leaderAccountId, leading.clock)
    return changed
  })
}

/** By either of the two; once more changes nothing. No copy is written after it. */
export async function endCopyLink({ pool, now }: CopyLinkDependencies, userId: string, id: string): Promise<CopyLink> {
  const known = await requireCopyLink(pool, userId, id)
  return inTransaction(pool, async (client) => {
    const link = (await lockCopyLink(client, id)) ?? known
    if (link.status === 'ENDED') return link
    const at = now()
    const ended: CopyLink = {
      ...{ ...link, status: 'ENDED', reason: 'USER', updatedAt: at, endedAt: at, version: link.version + 1 },
    }
    await updateCopyLink(client, ended, UNCHANGED)
    return ended
  })
}

/** A listing after the other; what the rules of the follower refuse is an event of the link. */
export async function syncCopyLink(
  { pool, runCommand }: CopyLinkDependencies & { readonly runCommand: RunCommand },
  userId: string,
  id: string,
): Promise<CopyLink> {
  const link = await requireCopyLink(pool, userId, id)
  requireFollower(link, userId)
  if (link.status === 'ENDED') throw new RequestError('conflict', 'the link has ended', { reason: 'copy_link_ended' })
  if (link.status === 'INVITED')
    throw new RequestError('conflict', 'accept the link first', { reason: 'copy_link_invited' })
  for (const listing of await readCopyTargets(pool, link)) await syncCopy(runCommand, link, listing)
  return (await findCopyLink(pool, id)) ?? link
}

/** @throws not_found for a link in which the user has no part, as for one that does not exist */
export async function requireCopyLink(pool: Pool, userId: string, id: string): Promise<CopyLink> {
  const link = await findCopyLink(pool, id)
  if (link === null || roleOf(link, userId) === null) throw notFound('copy link')
  return link
}

/** @throws for the owner of the leader alone */
export function requireFollower(link: CopyLink, userId: string): void {
  if (link.followerUserId === userId) return
  throw new RequestError('conflict', 'that is for the owner of the follower', { reason: 'not_follower' })
}

const UNCHANGED = { copiesFrom: null, entriesFrom: null }
const fromNow = ({ clock }: LinkedAccount) => ({ copiesFrom: clock, entriesFrom: clock })

/** The contracts of a LIVE account's venues fill later: an exit could come before the entry that it is to close. */
const copyingOf = ({ live, risk }: Plan): Copying =>
  live === undefined ? (risk.orderRules?.copying ?? 'ALLOWED') : 'FORBIDDEN'

function requireCopying(plan: Plan, isOwn: boolean): void {
  const { id } = plan
  const mode = copyingOf(plan)
  if (mode === 'ALLOWED' || (mode === 'OWN_ONLY' && isOwn)) return
  const why = mode === 'OWN_ONLY' ? 'allows links between accounts of one user only' : 'allows no links'
  throw new RequestError('conflict', `plan ${id} ${why}`, { reason: 'copying_not_allowed' })
}

function requireLiving(locked: readonly LinkedAccount[], accountId: string): LinkedAccount {
  const account = locked.find(({ id }) => id === accountId)
  if (account === undefined) throw notFound('account')
  if (account.isOver) throw new RequestError('conflict', `account ${accountId} has ended`, { reason: 'account_state' })
  return account
}

async function refuseSecond(client: PoolClient, leaderId: string, followerId: string): Promise<void> {
  const existing = await findLinkOf(client, leaderId, followerId)
  if (existing === null) return
  throw new RequestError('conflict', 'there is a link between the two already', {
    reason: 'copy_link_exists',
    copy_link_id: existing,
  })
}

type Parties = Pick<CopyLink, 'leaderAccountId' | 'followerAccountId'>

async function refuseWhereFollowed(client: PoolClient, { leaderAccountId, followerAccountId }: Parties): Promise<void> {
  const { followers, ofLeader } = await countLinks(client, leaderAccountId, followerAccountId)
  if (followers >= FOLLOWERS_MAX)
    throw new RequestError('conflict', `a leader may have ${FOLLOWERS_MAX} followers`, { reason: 'copy_link_limit' })
  if (ofLeader >= LINKS_EVER_MAX)
    throw new RequestError('conflict', `a leader may have had ${LINKS_EVER_MAX} links`, { reason: 'copy_link_limit' })
}

async function refuseWhereFollowing(
  client: PoolClient,
  { leaderAccountId, followerAccountId }: Parties,
): Promise<void> {
  const { leaders } = await countLinks(client, leaderAccountId, followerAccountId)
  if (leaders >= LEADERS_MAX)
    throw new RequestError('conflict', `an account may follow ${LEADERS_MAX} others`, { reason: 'copy_link_limit' })
}
