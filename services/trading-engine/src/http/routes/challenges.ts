import type { Route } from '@ats/service-kit/http'
import type { CreateAccountDependencies } from '../../commands/create-account.js'
import { createChallenge } from '../../commands/challenges/create-challenge.js'
import { requireOwnChallenge, resetChallenge } from '../../commands/challenges/reset-challenge.js'
import { findChallenge, listChallengeGrants, listChallenges } from '../../queries/operator-lists.js'
import { challengeCodec, challengeGrantCodec } from '../../wire/account/challenge-codec.js'
import { asNumber } from '../../wire/decimals.js'
import { answerReply } from '../answer-reply.js'
import { commanderOf, route, visitorOf, type Caller } from '../caller.js'
import { listReply, windowOf } from '../list-reply.js'
import { challengesQuery, grantsQuery } from '../schemas/queries.js'
import { createChallengeBody, resetChallengeBody } from '../schemas/requests.js'
import { challenge, challengeGrants, challenges } from '../schemas/responses/challenge.js'

const tags = ['challenges']

export const challengeRoutes = (dependencies: CreateAccountDependencies): readonly Route<Caller>[] => [
  route('any', {
    method: 'POST',
    path: '/v1/challenges',
    operationId: 'createChallenge',
    summary: 'Begin a challenge: the account of the first phase of a program is opened',
    description:
      'With a grant where the service sells them, of the version that was granted. Its accounts count neither among ' +
      'the 100 of a user nor as the one live account of a plan; a user may have 100 challenges under way.',
    tags,
    body: createChallengeBody,
    responses: { 201: { description: 'The challenge.', schema: challenge } },
    errors: ['conflict'],
    handler: async ({ principal, body }) =>
      answerReply(
        await createChallenge(dependencies, {
          ...commanderOf(principal),
          programId: body.program_id,
          name: body.name ?? null,
          defaultVenue: body.default_venue ?? null,
          clientId: body.client_id ?? null,
        }),
      ),
  }),
  route('any', {
    method: 'GET',
    path: '/v1/challenges',
    operationId: 'listChallenges',
    hasEtag: true,
    summary: "The caller's challenges, newest first",
    tags,
    query: challengesQuery,
    responses: { 200: { description: 'Each with all of its accounts.', schema: challenges } },
    errors: [],
    handler: async (request) => {
      const { principal, query } = request
      const window = windowOf(query)
      const filter = { user_id: principal.userId, status: query.status ?? null }
      const page = await listChallenges(dependencies.pool, filter, window)
      const json = (row: (typeof page.rows)[number]) => challengeCodec.json(row, asNumber)
      return listReply(page, window, query, ({ createdAt }) => createdAt, json, visitorOf(request))
    },
  }),
  route('any', {
    method: 'GET',
    path: '/v1/challenges/:challenge_id',
    operationId: 'getChallenge',
    hasEtag: true,
    summary: 'A challenge with all of its accounts',
    tags,
    params: { challenge_id: 'uuid' },
    responses: { 200: { description: 'As it is now.', schema: challenge } },
    errors: [],
    handler: async ({ principal, params }) => {
      const found = await findChallenge(dependencies.pool, params.challenge_id)
      return { status: 200, text: challengeCodec.json(requireOwnChallenge(principal.userId, found), asNumber) }
    },
  }),
  route('any', {
    method: 'POST',
    path: '/v1/challenges/:challenge_id/reset',
    operationId: 'resetChallenge',
    summary: 'Begin the phase of a challenge that has ended again, with a grant for it',
    description:
      'A new account of the same phase; the old one stays as it is. 409 while the challenge is under way, where its ' +
      'program allows no reset, without a RESET grant of this challenge, and where the phase asks for a check ' +
      'or a contract that is not APPROVED.',
    tags,
    params: { challenge_id: 'uuid' },
    body: resetChallengeBody,
    bodyOptional: true,
    responses: { 201: { description: 'The challenge as it then is.', schema: challenge } },
    errors: ['conflict'],
    handler: async ({ principal, params, body }) => {
      const request = { challengeId: params.challenge_id, clientId: body.client_id ?? null }
      return answerReply(await resetChallenge(dependencies, { ...commanderOf(principal), ...request }))
    },
  }),
  route('any', {
    method: 'GET',
    path: '/v1/challenge-grants',
    operationId: 'listChallengeGrants',
    summary: "The caller's rights to begin or reset a challenge, newest first",
    description: 'Each opens one account: `account_id` is null until it has.',
    tags,
    query: grantsQuery,
    responses: { 200: { description: 'Used ones, too.', schema: challengeGrants } },
    errors: [],
    handler: async (request) => {
      const { principal, query } = request
      const window = windowOf(query)
      const page = await listChallengeGrants(dependencies.pool, { user_id: principal.userId }, window)
      const json = (grant: (typeof page.rows)[number]) => challengeGrantCodec.json(grant, asNumber)
      return listReply(page, window, query, ({ createdAt }) => createdAt, json, visitorOf(request))
    },
  }),
]
