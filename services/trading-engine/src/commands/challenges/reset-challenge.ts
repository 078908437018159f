/** Begins the phase of a challenge that has ended again: a new account beside the old one, for a RESET grant. */
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { PoolClient } from 'pg'
import type { Origin } from '../../core/model/order/origin.js'
import type { Challenge } from '../../core/model/program/challenge.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import { InvariantError } from '../../core/values/invariant.js'
import { findUnusedResetGrant, useChallengeGrant } from '../../store/operator/challenge-grants.js'
import { countChallenges, findChallenge, lockChallenge, moveChallenge } from '../../store/operator/challenges.js'
import { findProgram } from '../../store/operator/programs.js'
import { findReferral, insertAccount, lockUser } from '../../store/write/insert-account.js'
import { challengeCodec } from '../../wire/account/challenge-codec.js'
import { asNumber } from '../../wire/decimals.js'
import { requirePossible, type CreateAccountDependencies } from '../create-account.js'
import type { Answer } from '../pipeline/idempotency.js'
import { recordOpening } from '../pipeline/record-opening.js'
import { CHALLENGES_UNDER_WAY_MAX } from './create-challenge.js'
import { memberOf, openMember, phaseOf, planOfPhase, requireChecks, writeMember } from './open-member.js'

export interface ResetChallengeRequest {
  readonly userId: string
  readonly origin: Origin
  readonly challengeId: string
  readonly clientId: string | null
}

export async function resetChallenge(
  dependencies: CreateAccountDependencies,
  request: ResetChallengeRequest,
): Promise<Answer> {
  const { pool, idempotency } = dependencies
  const { userId, challengeId, clientId } = request
  // Ownership goes before what the client_id says.
  requireOwnChallenge(userId, await findChallenge(pool, challengeId))
  const print = fingerprint('POST /v1/challenges reset', { challenge_id: challengeId })
  const attempt = { userId, clientId, fingerprint: print }
  return idempotency.once(attempt, () =>
    inTransaction(pool, async (client) => {
      await lockUser(client, userId)
      const stored = await idempotency.replay(attempt, client)
      return stored ?? (await decideAndInsert(client, dependencies, request, print))
    }),
  )
}

export function requireOwnChallenge(userId: string, challenge: Challenge | null): Challenge {
  if (challenge === null || challenge.userId !== userId) throw notFound('challenge')
  return challenge
}

async function decideAndInsert(
  client: PoolClient,
  { contexts, getContext, liveProblems }: CreateAccountDependencies,
  { userId, origin, challengeId, clientId }: ResetChallengeRequest,
  print: Buffer,
): Promise<Answer> {
  await lockChallenge(client, challengeId)
  const challenge = requireOwnChallenge(userId, await findChallenge(client, challengeId))
  const program = await findProgram(client, challenge.programId, challenge.programVersion)
  if (program === null) throw new InvariantError(`the program of challenge ${challengeId} is not there`)
  if (!program.isResetAllowed)
    throw new RequestError('conflict', 'the program allows no reset', { reason: 'reset_not_allowed' })
  if (challenge.endedAt === null)
    throw new RequestError('conflict', 'the account of the challenge has not ended', { reason: 'challenge_under_way' })
  const grant = await findUnusedResetGrant(client, challengeId)
  if (grant === null)
    throw new RequestError('conflict', 'no reset of this challenge was granted', { reason: 'not_entitled' })
  if ((await countChallenges(client, userId)).underWay >= CHALLENGES_UNDER_WAY_MAX)
    throw new RequestError('conflict', `a user may have ${CHALLENGES_UNDER_WAY_MAX} challenges under way`, {
      reason: 'challenge_limit',
    })
  const phase = phaseOf(program, challenge.phase)
  await requireChecks(client, phase, userId)
  const plan = await planOfPhase(client, phase)
  requirePossible(plan, liveProblems)
  const context = getContext()
  const referral = await findReferral(client, challenge.accountId)
  const { account, funding } = openMember({ ...challenge, referral }, phase, plan, context)
  const attempt = 1 + challenge.accounts.filter((member) => member.phase === phase.id).length
  const after: Challenge = {
    ...challenge,
    ...{ accountId: account.id, endedAt: null, status: phase.kind === 'FUNDED' ? 'FUNDED' : 'IN_PROGRESS' },
    accounts: [...challenge.accounts, memberOf(account, attempt)],
  }
  const text = challengeCodec.json(after, asNumber)
  const commandId = context.newId()
  await insertAccount(client, account, funding, {
    ...{ id: commandId, userId, origin, clientId, accountId: account.id, kind: 'reset_challenge' },
    ...{ fingerprint: print, moves: true, status: 201, response: text, at: account.createdAt },
    recorded: recordOpening(account, funding, commandId),
  })
  await writeMember(client, program, challengeId, account)
  await moveChallenge(client, challengeId, account.id)
  await useChallengeGrant(client, grant.id, challengeId, account.id)
  contexts.drop(account.id)
  return { status: 201, text, isReplay: false }
}
