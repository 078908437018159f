/**
 * Opens an account: one live account per user, plan and challenge. Decided under a lock on the user, so that the limits
 * hold for concurrent requests; account, funding, stored response and the use of a grant are one transaction.
 */
import type { Origin } from '../core/model/order/origin.js'
import { inTransaction } from '@ats/service-kit/db'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { Pool, PoolClient } from 'pg'
import type { Account } from '../core/model/account/account.js'
import { computeFigures } from '../core/margin/figures.js'
import { fingerprint } from '../core/values/fingerprint.js'
import type { VenueId } from '../core/model/market/instrument.js'
import { openAccount } from '../core/decide/open-account.js'
import type { Grant } from '../core/model/account/grant.js'
import { profileOf } from '../core/model/plan/execution-profile.js'
import type { Plan } from '../core/model/plan/plan.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { insertAccount, lockUser, findLiveAccount, countAccounts } from '../store/write/insert-account.js'
import { isChallengeOf } from '../store/operator/challenges.js'
import { findUnusedGrant, useGrant } from '../store/operator/grants.js'
import { findPlan, listPlans } from '../store/operator/plans.js'
import { accountCodec } from '../wire/account/account-codec.js'
import type { WriteDecimal } from '../wire/decimals.js'
import type { Answer, Idempotency } from './pipeline/idempotency.js'
import { recordOpening } from './pipeline/record-opening.js'
import { requireVisibleName } from './require-visible-name.js'
import { unknownPlan } from './unknown-plan.js'

/** Accounts a user may have, living or ended, beside those of challenges. */
export const ACCOUNTS_PER_USER_MAX = 100

export interface CreateAccountRequest {
  readonly userId: string
  readonly origin: Origin
  readonly planId: string
  readonly challengeId: string | null
  readonly name: string | null
  readonly defaultVenue: VenueId | null
  readonly clientId: string | null
  readonly write: WriteDecimal
}

export interface CreateAccountDependencies {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly idempotency: Idempotency
  readonly getContext: () => DecisionContext
  /**
   * `open`: anybody may take any plan but a LIVE one; `entitled`: only plans granted by the operator, each grant once.
   */
  readonly creation: 'open' | 'entitled'
  /** Settings for which this service can have no LIVE accounts. */
  readonly liveProblems: readonly string[]
}

export function createAccount(dependencies: CreateAccountDependencies, request: CreateAccountRequest): Promise<Answer> {
  const attempt = { userId: request.userId, clientId: request.clientId, fingerprint: fingerprintOf(request) }
  return dependencies.idempotency.once(attempt, () =>
    inTransaction(dependencies.pool, async (client) => {
      await lockUser(client, request.userId)
      const stored = await dependencies.idempotency.replay(attempt, client)
      return stored ?? (await decideAndInsert(client, dependencies, request, attempt.fingerprint))
    }),
  )
}

const fingerprintOf = (request: CreateAccountRequest): Buffer =>
  fingerprint('POST /v1/accounts', {
    plan_id: request.planId,
    challenge_id: request.challengeId,
    name: request.name,
    default_venue: request.defaultVenue,
  })

async function decideAndInsert(
  client: PoolClient,
  { contexts, getContext, creation, liveProblems }: CreateAccountDependencies,
  request: CreateAccountRequest,
  print: Buffer,
): Promise<Answer> {
  requireVisibleName(request.name)
  const needsGrant = (plan: Plan): boolean => creation === 'entitled' || profileOf({ plan }).needsGrant
  const mayHaveGrant = creation === 'entitled' || needsGrant(await planToSell(client, request.planId, null))
  const grant = mayHaveGrant ? await findUnusedGrant(client, request) : null
  const plan = await planToSell(client, request.planId, grant)
  requirePossible(plan, liveProblems)
  await refuseWhereLimited(client, request, plan, grant === null && needsGrant(plan))
  const context = getContext()
  const { account, funding } = openAccount({ ...request, plan, referral: grant?.referral ?? null }, context)
  const text = JSON.stringify(accountCodec.value({ account, figures: computeFigures(account, context) }, request.write))
  const id = context.newId()
  const command = {
    id,
    userId: request.userId,
    origin: request.origin,
    clientId: request.clientId,
    accountId: account.id,
    kind: 'create_account',
    fingerprint: print,
    moves: true,
    status: 201,
    response: text,
    at: account.createdAt,
    recorded: recordOpening(account, funding, id, request.write),
  }
  await insertAccount(client, account, funding, command)
  if (grant !== null) await useGrant(client, grant.id, account.id)
  contexts.drop(account.id)
  return { status: 201, text, isReplay: false }
}

/** @throws where the plan is LIVE and this service can have no such accounts */
export function requirePossible(plan: Plan, liveProblems: readonly string[]): void {
  if (!profileOf({ plan }).needsWallet || liveProblems.length === 0) return
  const message = `plan ${plan.id} is LIVE, and this service has no LIVE accounts: ${liveProblems.join('; ')}`
  throw new RequestError('conflict', message, { reason: 'no_live_accounts' })
}

/** @throws where an account of the plan cannot have the venue as its default */
export function requireVenue(plan: Plan, defaultVenue: VenueId | null): void {
  if (defaultVenue === null || plan.allowedVenues.includes(defaultVenue)) return
  const message = `${plan.id} does not allow ${defaultVenue}; it allows ${plan.allowedVenues.join(', ')}`
  throw invalidPayload([{ path: ['default_venue'], code: 'default_venue.not_allowed', message }], message)
}

/** As it was when it was granted, else as it is. */
async function planToSell(client: PoolClient, planId: string, grant: Grant | null): Promise<Plan> {
  const plan =
    grant === null
      ? (await listPlans(client)).find(({ id }) => id === planId)
      : await findPlan(client, planId, grant.planVersion)
  if (plan === undefined || plan === null) throw unknownPlan(planId)
  return plan
}

async function refuseWhereLimited(
  client: PoolClient,
  { userId, planId, challengeId, defaultVenue }: CreateAccountRequest,
  plan: Plan,
  lacksGrant: boolean,
): Promise<void> {
  requireVenue(plan, defaultVenue)
  if (challengeId !== null && (await isChallengeOf(client, userId, challengeId))) {
    const message = `${challengeId} is the id of a challenge, which opens its accounts itself: name this one differently`
    throw invalidPayload([{ path: ['challenge_id'], code: 'challenge_id.challenge', message }], message)
  }
  const existing: Account['id'] | null = await findLiveAccount(client, userId, planId, challengeId)
  if (existing !== null) {
    const message = 'there is a live account for this plan and challenge already'
    throw new RequestError('conflict', message, { reason: 'account_exists', account_id: existing })
  }
  if (lacksGrant) {
    const message = `plan ${planId} was not granted to this user`
    throw new RequestError('conflict', message, { reason: 'not_entitled' })
  }
  if ((await countAccounts(client, userId)) >= ACCOUNTS_PER_USER_MAX) {
    const message = `a user may have ${ACCOUNTS_PER_USER_MAX} accounts`
    throw new RequestError('conflict', message, { reason: 'account_limit' })
  }
}
