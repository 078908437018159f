import type { Pool } from 'pg'
import type { Route } from '@ats/service-kit'
import { createAccount, type CreateAccountDependencies } from '../../commands/create-account.js'
import { computeFigures } from '../../core/figures.js'
import { readAccounts } from '../../queries/read-accounts.js'
import { readAnalytics } from '../../queries/read-analytics.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { listClosedPositions, listFills } from '../../store/history.js'
import { listPlans } from '../../store/plans.js'
import { accountBody, planBody, summaryBody } from '../../wire/account-body.js'
import { analyticsBody } from '../../wire/analytics-body.js'
import { decimalWriter, type WriteDecimal } from '../../wire/decimals.js'
import { fundingBody } from '../../wire/funding-body.js'
import { closedPositionBody, openPositionBodies } from '../../wire/position-body.js'
import { tradeBody } from '../../wire/trade-body.js'
import { answerReply } from '../answer-reply.js'
import { keyRoute, publicRoute, type Caller } from '../caller.js'
import { limitHeader, listReply, windowOf } from '../list-reply.js'
import { HISTORY_LIMIT } from '../schemas/limits.js'
import {
  decimalsQuery,
  listQuery,
  openPositionsQuery,
  timeRangeQuery,
  type DecimalsQuery,
  type ListQuery,
  type OpenPositionsQuery,
  type TimeRangeQuery,
} from '../schemas/queries.js'
import { createAccountBody, type CreateAccountBody } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

export interface AccountRouteDependencies extends CreateAccountDependencies {
  readonly pool: Pool
  readonly readAccount: ReadAccount
}

/** Spec 4.2, and the additions around it. */
export function accountRoutes(dependencies: AccountRouteDependencies): readonly Route<Caller>[] {
  const { pool, readAccount } = dependencies
  return [
    publicRoute({
      method: 'GET',
      path: '/v1/plans',
      operationId: 'listPlans',
      summary: 'The plans an account can be opened on',
      tags: ['accounts'],
      query: decimalsQuery,
      responses: { 200: { description: 'The newest version of each plan.', schema: answers.plans } },
      errors: [],
      handler: async ({ query }) => {
        const write = writerOf(query)
        return { status: 200, body: (await listPlans(pool)).map((plan) => planBody(plan, write)) }
      },
    }),
    keyRoute('any', {
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
        const asked = body as unknown as CreateAccountBody
        const answer = await createAccount(dependencies, {
          userId: principal.userId,
          planId: asked.plan_id,
          challengeId: asked.challenge_id ?? null,
          name: asked.name ?? null,
          defaultVenue: asked.default_venue ?? null,
          clientId: asked.client_id ?? null,
          write: writerOf(query),
        })
        return answerReply(answer)
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/accounts',
      operationId: 'listAccounts',
      summary: "The caller's accounts, newest first",
      tags: ['accounts'],
      query: decimalsQuery,
      responses: { 200: { description: 'All of them, ended ones too.', schema: answers.accountsList } },
      errors: [],
      handler: async ({ principal, query }) => {
        const write = writerOf(query)
        const found = await readAccounts(pool, readAccount, principal.userId)
        return {
          status: 200,
          body: found.map(({ account, world }) => accountBody(account, computeFigures(account, world), write)),
        }
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id',
      operationId: 'getAccount',
      summary: 'The account record',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      responses: { 200: { description: 'The account.', schema: answers.account } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { account, world } = await readAccount(principal.userId, accountIdOf(params))
        return { status: 200, body: accountBody(account, computeFigures(account, world), writerOf(query)) }
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/summary',
      operationId: 'getAccountSummary',
      summary: 'Equity, margin and PnL at this moment',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      responses: { 200: { description: 'The live snapshot.', schema: answers.summary } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { account, world } = await readAccount(principal.userId, accountIdOf(params))
        return { status: 200, body: summaryBody(account, computeFigures(account, world), writerOf(query)) }
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/positions',
      operationId: 'listPositions',
      summary: 'Open positions',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: openPositionsQuery,
      responses: {
        200: { description: 'Newest first; all of them unless a limit is sent.', schema: answers.positions },
      },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { limit } = query as OpenPositionsQuery
        const { account, world } = await readAccount(principal.userId, accountIdOf(params))
        const rows = openPositionBodies(account, world, writerOf(query))
        if (limit === undefined) return { status: 200, body: rows }
        const applied = Math.min(limit, HISTORY_LIMIT.max)
        return { status: 200, body: rows.slice(0, applied), headers: limitHeader(applied, limit) }
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/positions/history',
      operationId: 'listClosedPositions',
      summary: 'Closed positions, by the time they closed',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: listQuery,
      responses: { 200: { description: 'Newest first.', schema: answers.closedPositions } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { account } = await readAccount(principal.userId, accountIdOf(params))
        const asked = query as unknown as ListQuery
        const window = windowOf(asked)
        const write = writerOf(query)
        const page = await listClosedPositions(pool, account.id, window)
        return listReply(
          page,
          window,
          asked,
          (row) => row.closedAt ?? 0,
          (row) => closedPositionBody(row, write),
        )
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/trades',
      operationId: 'listTrades',
      summary: 'Fills',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: listQuery,
      responses: { 200: { description: 'Newest first.', schema: answers.trades } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { account } = await readAccount(principal.userId, accountIdOf(params))
        const asked = query as unknown as ListQuery
        const window = windowOf(asked)
        const write = writerOf(query)
        const page = await listFills(pool, account.id, window)
        return listReply(
          page,
          window,
          asked,
          (row) => row.at,
          (row) => tradeBody(row, write),
        )
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/funding',
      operationId: 'getFunding',
      summary: 'Funding paid and received, by asset class',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: timeRangeQuery,
      responses: { 200: { description: 'Amounts above 0 were received.', schema: answers.funding } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { account } = await readAccount(principal.userId, accountIdOf(params))
        const { from = null, to = null } = query as TimeRangeQuery
        return { status: 200, body: fundingBody(account, { from, to }, writerOf(query)) }
      },
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/breaches',
      operationId: 'listBreaches',
      summary: 'Breaches of the rules of the plan',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: listQuery,
      responses: { 200: { description: 'Newest first.', schema: answers.breaches } },
      errors: [],
      handler: async ({ principal, params, query }) =>
        emptyList(await readAccount(principal.userId, accountIdOf(params)), query),
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/violations',
      operationId: 'listViolations',
      summary: 'Hard violations, which terminate the account',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: listQuery,
      responses: { 200: { description: 'Newest first.', schema: answers.hardViolations } },
      errors: [],
      handler: async ({ principal, params, query }) =>
        emptyList(await readAccount(principal.userId, accountIdOf(params)), query),
    }),
    keyRoute('any', {
      method: 'GET',
      path: '/v1/account/:account_id/analytics',
      operationId: 'getAnalytics',
      summary: 'Trading results over all closed positions',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      responses: { 200: { description: 'Net of fees and funding.', schema: answers.analytics } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const read = await readAccount(principal.userId, accountIdOf(params))
        return { status: 200, body: analyticsBody(await readAnalytics(pool, read), writerOf(query)) }
      },
    }),
  ]
}

const accountIdOf = (params: Readonly<Record<string, string>>): string => params['account_id'] ?? ''

const writerOf = (query: Readonly<Record<string, unknown>>): WriteDecimal =>
  decimalWriter((query as DecimalsQuery).decimals)

/** Breaches come with the rules that are watched after every tick; until then no account has any. */
function emptyList(_owned: unknown, query: Readonly<Record<string, unknown>>) {
  const asked = query as unknown as ListQuery
  return listReply(
    { rows: [], hasMore: false },
    windowOf(asked),
    asked,
    () => 0,
    () => null,
  )
}
