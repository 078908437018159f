import type { Route } from '@ats/service-kit/http'
import { grantChallenge, removeChallengeGrant } from '../../../commands/operator/grant-challenge.js'
import type { PlanImportDependencies } from '../../../commands/operator/import-plans.js'
import { listChallengeGrants, listChallenges } from '../../../queries/operator-lists.js'
import { challengeGrantCodec, operatedChallengeCodec } from '../../../wire/account/challenge-codec.js'
import { asNumber } from '../../../wire/decimals.js'
import { listReply, windowOf } from '../../list-reply.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import * as schemas from '../schemas/challenges.js'

const tags = ['challenges']

export const operatorChallengeRoutes = (dependencies: PlanImportDependencies): readonly Route<Operator>[] => [
  route('change', {
    method: 'POST',
    path: '/operator/v1/challenge-grants',
    operationId: 'grantChallenge',
    summary: 'Let a user begin one challenge of a program as it is now, or reset one challenge',
    description: 'With the same `reference` it is the same grant: a retry sells nothing twice.',
    tags,
    body: schemas.challengeGrantBody,
    responses: {
      200: { description: 'It was granted already.', schema: schemas.challengeGrant },
      201: { description: 'The grant.', schema: schemas.challengeGrant },
    },
    errors: ['conflict'],
    handler: async ({ principal, body }) => {
      const { reference, user_id: userId, program_id, challenge_id } = body
      const asked = {
        reference,
        userId,
        programId: program_id ?? null,
        challengeId: challenge_id ?? null,
        referral: body.referral ?? null,
      }
      const { grant, isNew } = await grantChallenge(dependencies, asked, { ...principal, request: { ...body } })
      return { status: isNew ? 201 : 200, body: challengeGrantCodec.value(grant, asNumber) }
    },
  }),
  route('read', {
    method: 'GET',
    path: '/operator/v1/challenge-grants',
    operationId: 'findChallengeGrants',
    summary: 'Grants of challenges and resets, used and unused, newest first',
    tags,
    query: schemas.findChallengeGrantsQuery,
    responses: { 200: { description: 'Those that match.', schema: schemas.challengeGrants } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { user_id = null, program_id = null, used } = query
      const is_used = used === undefined ? null : String(used)
      const page = await listChallengeGrants(dependencies.pool, { user_id, program_id, is_used }, window)
      const json = (grant: (typeof page.rows)[number]) => challengeGrantCodec.json(grant, asNumber)
      return listReply(page, window, query, ({ createdAt }) => createdAt, json, operatorVisit(isGone))
    },
  }),
  route('change', {
    method: 'DELETE',
    path: '/operator/v1/challenge-grants/:grant_id',
    operationId: 'removeChallengeGrant',
    summary: 'Take back a grant that nobody has used',
    tags,
    params: { grant_id: 'uuid' },
    responses: { 200: { description: 'The grant as it was.', schema: schemas.challengeGrant } },
    errors: ['conflict'],
    handler: async ({ principal, params }) => {
      const grant = await removeChallengeGrant(dependencies, params.grant_id, { ...principal, request: {} })
      return { status: 200, body: challengeGrantCodec.value(grant, asNumber) }
    },
  }),
  route('read', {
    method: 'GET',
    path: '/operator/v1/challenges',
    operationId: 'findChallenges',
    summary: 'Challenges of all users, newest first',
    tags,
    query: schemas.findChallengesQuery,
    responses: { 200: { description: 'Those that match.', schema: schemas.operatedChallenges } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { user_id = null, program_id = null, status = null } = query
      const page = await listChallenges(dependencies.pool, { user_id, program_id, status }, window)
      const json = (row: (typeof page.rows)[number]) => operatedChallengeCodec.json(row, asNumber)
      return listReply(page, window, query, ({ createdAt }) => createdAt, json, operatorVisit(isGone))
    },
  }),
]
