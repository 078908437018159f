/**
 * Grants a user one challenge of a program, as it is now, or one reset of a challenge. The reference is the seller's:
 * asked again with the same one, it is the same grant.
 */
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { PoolClient } from 'pg'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { ChallengeGrant } from '../../core/model/program/challenge.js'
import {
  deleteChallengeGrant,
  findGrantOfReference,
  insertChallengeGrant,
} from '../../store/operator/challenge-grants.js'
import { findChallenge } from '../../store/operator/challenges.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { findProgram } from '../../store/operator/programs.js'
import { lockUser } from '../../store/write/insert-account.js'
import { challengeGrantCodec } from '../../wire/account/challenge-codec.js'
import { asNumber } from '../../wire/decimals.js'
import type { PlanImportDependencies } from './import-plans.js'
import { requireUserId } from './require-user-id.js'

export interface GrantChallenge {
  readonly reference: string
  readonly userId: string
  /** The program of a new challenge, or the challenge to be reset: one of them. */
  readonly programId: string | null
  readonly challengeId: string | null
  readonly referral: string | null
}

export interface GrantedChallenge {
  readonly grant: ChallengeGrant
  /** False when it was there already. */
  readonly isNew: boolean
}

export const grantChallenge = (
  { pool, now, newId }: PlanImportDependencies,
  request: GrantChallenge,
  operator: OperatorAction,
): Promise<GrantedChallenge> =>
  inTransaction(pool, async (client) => {
    const { reference, userId, referral } = request
    const { programId, programVersion, challengeId } = await subjectOf(client, request)
    await lockUser(client, userId)
    const at = now()
    const kind = challengeId === null ? 'CHALLENGE' : 'RESET'
    const grant: ChallengeGrant = {
      ...{ id: newId(), reference, userId, kind, programId, programVersion, challengeId },
      ...{ createdAt: at, referral, accountId: null },
    }
    if (!(await insertChallengeGrant(client, grant))) {
      const known = await findGrantOfReference(client, reference)
      if (known === null || !isSame(known, grant)) throw reused(reference)
      return { grant: known, isNew: false }
    }
    requireUserId(userId)
    await audit(client, { id: newId(), at, action: 'grant_challenge' }, grant, operator)
    return { grant, isNew: true }
  })

/** Takes a grant back, unless it was used. Answers with it as it was. */
export const removeChallengeGrant = (
  { pool, now, newId }: PlanImportDependencies,
  grantId: string,
  operator: OperatorAction,
): Promise<ChallengeGrant> =>
  inTransaction(pool, async (client) => {
    const grant = await deleteChallengeGrant(client, grantId)
    if (grant === null) throw notFound('grant')
    if (grant.accountId !== null) {
      const message = `the grant was used for account ${grant.accountId}`
      throw new RequestError('conflict', message, { reason: 'grant_used', account_id: grant.accountId })
    }
    await audit(client, { id: newId(), at: now(), action: 'remove_challenge_grant' }, grant, operator)
    return grant
  })

/** A grant of before may be of an earlier version of the program. */
const isSame = (known: ChallengeGrant, asked: ChallengeGrant): boolean =>
  known.userId === asked.userId &&
  known.kind === asked.kind &&
  known.programId === asked.programId &&
  (known.kind === 'CHALLENGE' || known.challengeId === asked.challengeId)

function reused(reference: string): RequestError {
  const message = `reference ${reference} was used for another grant; a new one needs a new reference`
  return new RequestError('conflict', message, { reason: 'reference_reuse' })
}

async function subjectOf(
  client: PoolClient,
  { userId, programId, challengeId }: GrantChallenge,
): Promise<Pick<ChallengeGrant, 'programId' | 'programVersion' | 'challengeId'>> {
  if (challengeId === null) {
    const program = await findProgram(client, programId ?? '', null)
    if (program !== null) return { programId: program.id, programVersion: program.version, challengeId: null }
    const message = `${programId} is not a program; see GET /v1/programs`
    throw invalidPayload([{ path: ['program_id'], code: 'program_id.unknown', message }], message)
  }
  const challenge = await findChallenge(client, challengeId)
  if (challenge?.userId === userId)
    return { programId: challenge.programId, programVersion: challenge.programVersion, challengeId }
  const message = `${challengeId} is not a challenge of this user`
  throw invalidPayload([{ path: ['challenge_id'], code: 'challenge_id.unknown', message }], message)
}

const audit = (
  client: PoolClient,
  about: { readonly id: string; readonly at: number; readonly action: string },
  grant: ChallengeGrant,
  operator: OperatorAction,
): Promise<void> =>
  insertAudit(client, {
    ...about,
    subject: grant.id,
    outcome: challengeGrantCodec.value(grant, asNumber),
    ...operator,
  })
