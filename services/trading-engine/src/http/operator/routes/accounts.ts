import { notFound, type Route } from '@ats/service-kit'
import type { Pool } from 'pg'
import {
  closeAccount,
  haltAccount,
  moveCapital,
  releaseAccount,
  type OperateAccount,
  type OperateDependencies,
} from '../../../commands/operate-account.js'
import type { Answer } from '../../../commands/pipeline/idempotency.js'
import { formatDecimal, usd } from '../../../core/values/decimal.js'
import type { ReadAccount } from '../../../queries/read-account.js'
import { findAccounts } from '../../../queries/operator-lists.js'
import { decimalWriter } from '../../../wire/decimals.js'
import { foundAccountBody, operatorAccountBody } from '../../../wire/operator-body.js'
import { answerReply } from '../../answer-reply.js'
import { listReply, windowOf } from '../../list-reply.js'
import { decimalsQuery } from '../../schemas/queries.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { capitalBody, findAccountsQuery, noBody, reasonBody, type ReasonBody } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

export interface OperatedAccountDependencies extends OperateDependencies {
  readonly pool: Pool
  readonly readAccount: ReadAccount
}

const params = { account_id: 'uuid' } as const
const tags = ['accounts']
const responses = { 200: { description: 'The account as it then is.', schema: answers.operatedAccount } }

export function operatedAccountRoutes(dependencies: OperatedAccountDependencies): readonly Route<Operator>[] {
  const { pool, contexts, readAccount } = dependencies
  const reasoned = (
    verb: string,
    summary: string,
    operate: (request: OperateAccount & ReasonBody) => Promise<Answer>,
  ): Route<Operator> =>
    route('change', {
      ...{ method: 'POST', path: `/operator/v1/accounts/:account_id/${verb}`, operationId: `${verb}Account`, summary },
      ...{ tags, params, query: decimalsQuery, body: reasonBody, responses, errors: ['conflict'] },
      handler: async ({ principal, params, query, body }) => {
        const operator = { ...principal, request: { ...body } }
        const write = decimalWriter(query.decimals)
        return answerReply(await operate({ ...body, accountId: params.account_id, operator, write }))
      },
    })
  return [
    route('read', {
      method: 'GET',
      path: '/operator/v1/accounts',
      operationId: 'findAccounts',
      summary: 'Accounts of all users, newest first, as last written',
      tags,
      query: findAccountsQuery,
      responses: { 200: { description: 'Those that match.', schema: answers.foundAccounts } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const window = windowOf(query)
        const { user_id = null, plan_id = null, state = null } = query
        const page = await findAccounts(pool, { user_id, plan_id, state }, window)
        const write = decimalWriter(query.decimals)
        return listReply(
          page,
          window,
          query,
          ({ createdAt }) => createdAt,
          (found) => foundAccountBody(found, write),
          operatorVisit(isGone),
        )
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/accounts/:account_id',
      operationId: 'getOperatedAccount',
      summary: 'An account with its owner and its figures',
      ...{ tags, params, query: decimalsQuery, responses, errors: [] },
      handler: async ({ params, query }) => {
        const known = await contexts.get(params.account_id)
        if (known === null) throw notFound('account')
        const { account, context } = await readAccount(known.userId, params.account_id)
        return { status: 200, body: operatorAccountBody(account, context, decimalWriter(query.decimals)) }
      },
    }),
    reasoned('halt', 'Let it only reduce until it is released: its opening orders are cancelled', (request) =>
      haltAccount(dependencies, request),
    ),
    route('change', {
      method: 'POST',
      path: '/operator/v1/accounts/:account_id/release',
      operationId: 'releaseAccount',
      summary: 'Let a halted account trade again, or lift the lock of its day early',
      ...{ tags, params, query: decimalsQuery, body: noBody, bodyOptional: true, responses, errors: ['conflict'] },
      handler: async ({ principal, params, query }) => {
        const operator = { ...principal, request: {} }
        const write = decimalWriter(query.decimals)
        return answerReply(await releaseAccount(dependencies, { accountId: params.account_id, operator, write }))
      },
    }),
    reasoned('close', 'End it for good: orders cancelled, positions closed at what the market gives', (request) =>
      closeAccount(dependencies, request),
    ),
    route('change', {
      method: 'POST',
      path: '/operator/v1/accounts/:account_id/capital',
      operationId: 'moveCapital',
      summary: 'Add capital, or pay out what is free',
      description:
        'Moves the balance and all it is measured against: no profit, no loss. Repeating a `reference` gives the first answer.',
      ...{ tags, params, query: decimalsQuery, body: capitalBody, responses, errors: ['conflict'] },
      handler: async ({ principal, params, query, body }) => {
        const operator = { ...principal, request: { ...body, amount: formatDecimal(body.amount) } }
        const moved = { ...body, amount: usd(body.amount), accountId: params.account_id }
        return answerReply(
          await moveCapital(dependencies, { ...moved, operator, write: decimalWriter(query.decimals) }),
        )
      },
    }),
  ]
}
