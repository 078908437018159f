import { takeTurn, writeInTurns } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import { createAccount, type CreateAccountDependencies } from '../../commands/create-account.js'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import { renameAccount } from '../../commands/rename-account.js'
import { readAccounts } from '../../queries/read-accounts.js'
import { listGrants, listPlans } from '../../queries/operator-lists.js'
import { planCodec } from '../../wire/account/plan-codec.js'
import { grantCodec } from '../../wire/account/grant-codec.js'
import { asNumber, decimalWriter } from '../../wire/decimals.js'
import { answerReply } from '../answer-reply.js'
import { commanderOf, route, visitorOf, type Caller } from '../caller.js'
import { listReply, windowOf } from '../list-reply.js'
import { accountsQuery, decimalsQuery, grantsQuery } from '../schemas/queries.js'
import { createAccountBody, renameAccountBody } from '../schemas/requests.js'
import * as answers from '../schemas/responses/account.js'
import { grants } from '../schemas/responses/grant.js'
import { accountReads, type AccountReadDependencies } from './account-reads.js'

export type AccountRouteDependencies = CreateAccountDependencies &
  AccountReadDependencies & { readonly runCommand: RunCommand }

/** Spec 4.2, and the additions around it. */
export function accountRoutes(dependencies: AccountRouteDependencies): readonly Route<Caller>[] {
  const { pool, readAccount, accountTexts } = dependencies
  return [
    route('public', {
      method: 'GET',
      path: '/v1/plans',
      operationId: 'listPlans',
      hasEtag: true,
      summary: 'The plans an account can be opened on',
      tags: ['accounts'],
      query: decimalsQuery,
      responses: { 200: { description: 'The newest version of each, `standard-100k` first.', schema: answers.plans } },
      errors: [],
      handler: async (request) => {
        const write = decimalWriter(request.query.decimals)
        const plans = await listPlans(pool)
        return {
          status: 200,
          ...(await writeInTurns(plans, (plan) => planCodec.json(plan, write), visitorOf(request))),
        }
      },
    }),
    route('any', {
      method: 'GET',
      path: '/v1/grants',
      operationId: 'listGrants',
      summary: "The caller's rights to open an account on a plan, newest first",
      description: 'Each opens one account: `account_id` is null until it has. Needed where plans are not open to all.',
      tags: ['accounts'],
      query: grantsQuery,
      responses: { 200: { description: 'Used ones, too.', schema: grants } },
      errors: [],
      handler: async (request) => {
        const { principal, query } = request
        const window = windowOf(query)
        const page = await listGrants(pool, { user_id: principal.userId }, window)
        return listReply(
          page,
          window,
          query,
          ({ createdAt }) => createdAt,
          (grant) => grantCodec.json(grant, asNumber),
          visitorOf(request),
        )
      },
    }),
    route('any', {
      method: 'GET',
      path: '/v1/accounts',
      operationId: 'listAccounts',
      hasEtag: true,
      summary: "The caller's accounts, newest first",
      tags: ['accounts'],
      query: accountsQuery,
      responses: { 200: { description: 'All of them, ended ones too.', schema: answers.accountsList } },
      errors: [],
      handler: async (request) => {
        const { principal, query } = request
        const visitor = visitorOf(request)
        const write = decimalWriter(query.decimals)
        const bodies: string[] = []
        for (const read of await readAccounts(pool, readAccount, principal.userId, visitor)) {
          await takeTurn(visitor)
          const { text } = accountTexts('account', read, write)
          const isPlain = query.include === undefined
          bodies.push(isPlain ? text : `${text.slice(0, -1)},"risk":${accountTexts('riskOfHeld', read, write).text}}`)
        }
        return { status: 200, text: `[${bodies.join(',')}]` }
      },
    }),
    ...accountChanges(dependencies),
    ...accountReads(dependencies),
  ]
}

const accountChanges = (dependencies: AccountRouteDependencies): readonly Route<Caller>[] => [
  route('any', {
    method: 'POST',
    path: '/v1/accounts',
    operationId: 'createAccount',
    summary: 'Open a trading account: one per plan and challenge',
    tags: ['accounts'],
    query: decimalsQuery,
    body: createAccountBody,
    responses: { 201: { description: 'The account, funded.', schema: answers.account } },
    errors: ['conflict'],
    handler: async ({ principal, body, query }) => {
      const answer = await createAccount(dependencies, {
        ...commanderOf(principal),
        planId: body.plan_id,
        challengeId: body.challenge_id ?? null,
        name: body.name ?? null,
        defaultVenue: body.default_venue ?? null,
        clientId: body.client_id ?? null,
        write: decimalWriter(query.decimals),
      })
      return answerReply(answer)
    },
  }),
  route('MANAGE_ORDERS', {
    method: 'PATCH',
    path: '/v1/account/:account_id',
    operationId: 'renameAccount',
    summary: 'Rename the account',
    description: 'An ended one, too. Repeating it is safe.',
    tags: ['accounts'],
    params: { account_id: 'uuid' },
    query: decimalsQuery,
    body: renameAccountBody,
    responses: { 200: { description: 'The account under its new name.', schema: answers.account } },
    errors: [],
    handler: async ({ principal, params, body, query }) =>
      answerReply(
        await renameAccount(dependencies.runCommand, {
          ...commanderOf(principal),
          accountId: params.account_id,
          name: body.name,
          write: decimalWriter(query.decimals),
        }),
      ),
  }),
]
