/**
 * Begins a challenge: its row, the account of the first phase and the use of a grant are one transaction, under the
 * lock on the user that all accounts are opened under.
 */
import { inTransaction } from '@ats/service-kit/db'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { PoolClient } from 'pg'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Origin } from '../../core/model/order/origin.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { Challenge, ChallengeGrant } from '../../core/model/program/challenge.js'
import type { Program } from '../../core/model/program/program.js'
import { InvariantError } from '../../core/values/invariant.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import { findUnusedChallengeGrant, useChallengeGrant } from '../../store/operator/challenge-grants.js'
import { countChallenges, insertChallenge } from '../../store/operator/challenges.js'
import { findProgram } from '../../store/operator/programs.js'
import { insertAccount, lockUser } from '../../store/write/insert-account.js'
import { challengeCodec } from '../../wire/account/challenge-codec.js'
import { asNumber } from '../../wire/decimals.js'
import { requirePossible, requireVenue, type CreateAccountDependencies } from '../create-account.js'
import type { Answer } from '../pipeline/idempotency.js'
import { recordOpening } from '../pipeline/record-opening.js'
import { requireVisibleName } from '../require-visible-name.js'
import { memberOf, openMember, planOfPhase, requireChecks, writeMember } from './open-member.js'

/** Challenges a user may have under way. */
export const CHALLENGES_UNDER_WAY_MAX = 100
/** Challenges a user may have, under way or ended, before each further one needs a grant. */
const CHALLENGES_WITHOUT_GRANT_MAX = 1_000

export interface CreateChallengeRequest {
  readonly userId: string
  readonly origin: Origin
  readonly programId: string
  readonly name: string | null
  readonly defaultVenue: VenueId | null
  readonly clientId: string | null
}

export function createChallenge(
  dependencies: CreateAccountDependencies,
  request: CreateChallengeRequest,
): Promise<Answer> {
  const { userId, clientId, programId, name, defaultVenue } = request
  const print = fingerprint('POST /v1/challenges', { program_id: programId, name, default_venue: defaultVenue })
  const attempt = { userId, clientId, fingerprint: print }
  return dependencies.idempotency.once(attempt, () =>
    inTransaction(dependencies.pool, async (client) => {
      await lockUser(client, userId)
      const stored = await dependencies.idempotency.replay(attempt, client)
      return stored ?? (await decideAndInsert(client, dependencies, request, print))
    }),
  )
}

async function decideAndInsert(
  client: PoolClient,
  { contexts, getContext, creation, liveProblems }: CreateAccountDependencies,
  request: CreateChallengeRequest,
  print: Buffer,
): Promise<Answer> {
  const { userId, origin, programId, defaultVenue, clientId } = request
  requireVisibleName(request.name)
  const grant = await findUnusedChallengeGrant(client, userId, programId)
  const program = await programToSell(client, programId, grant)
  const [phase] = program.phases
  if (phase === undefined) throw new InvariantError(`program ${programId} has no phases`)
  const plan = await planOfPhase(client, phase)
  requirePossible(plan, liveProblems)
  requireVenue(plan, defaultVenue)
  if (grant === null && (creation === 'entitled' || profileOf({ plan }).needsGrant))
    throw new RequestError('conflict', `program ${programId} was not granted to this user`, { reason: 'not_entitled' })
  await requireChecks(client, phase, userId)
  await refuseWhereLimited(client, userId, grant)
  const context = getContext()
  const name = request.name ?? program.name
  const id = context.newId()
  const referral = grant?.referral ?? null
  const { account, funding } = openMember({ id, userId, name, defaultVenue, referral }, phase, plan, context)
  const challenge: Challenge & { readonly status: 'FUNDED' | 'IN_PROGRESS' } = {
    ...{ id, userId, programId, programVersion: program.version, name, defaultVenue },
    status: phase.kind === 'FUNDED' ? 'FUNDED' : 'IN_PROGRESS',
    ...{ phase: phase.id, accountId: account.id, createdAt: account.createdAt, endedAt: null },
    accounts: [memberOf(account, 1)],
  }
  const text = challengeCodec.json(challenge, asNumber)
  const commandId = context.newId()
  await insertAccount(client, account, funding, {
    ...{ id: commandId, userId, origin, clientId, accountId: account.id, kind: 'create_challenge' },
    ...{ fingerprint: print, moves: true, status: 201, response: text, at: account.createdAt },
    recorded: recordOpening(account, funding, commandId),
  })
  await insertChallenge(client, challenge)
  await writeMember(client, program, id, account)
  if (grant !== null) await useChallengeGrant(client, grant.id, id, account.id)
  contexts.drop(account.id)
  return { status: 201, text, isReplay: false }
}

/** As it was when it was granted, else as it is. */
async function programToSell(client: PoolClient, id: string, grant: ChallengeGrant | null): Promise<Program> {
  const program = await findProgram(client, id, grant?.programVersion ?? null)
  if (program !== null) return program
  const message = `${id} is not a program; see GET /v1/programs`
  throw invalidPayload([{ path: ['program_id'], code: 'program_id.unknown', message }], message)
}

async function refuseWhereLimited(client: PoolClient, userId: string, grant: ChallengeGrant | null): Promise<void> {
  const { underWay, all } = await countChallenges(client, userId)
  if (underWay >= CHALLENGES_UNDER_WAY_MAX)
    throw new RequestError('conflict', `a user may have ${CHALLENGES_UNDER_WAY_MAX} challenges under way`, {
      reason: 'challenge_limit',
    })
  if (grant === null && all >= CHALLENGES_WITHOUT_GRANT_MAX)
    throw new RequestError(
      'conflict',
      `after ${CHALLENGES_WITHOUT_GRANT_MAX} challenges each further one needs a grant`,
      { reason: 'challenge_limit' },
    )
}
