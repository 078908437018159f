import { computeFigures } from '../../../core/margin/figures.js'
import { writeInTurns, type Visitor } from '@ats/service-kit/async'
import { notFound, type Reply, type Route } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import {
  closeAccount,
  haltAccount,
  moveCapital,
  releaseAccount,
  reverseBreach,
  type OperateAccount,
  type OperateDependencies,
} from '../../../commands/operator/operate-account.js'
import { sweepHolding, type SweepDependencies } from '../../../commands/operator/sweep-holding.js'
import { approveWriteOff, proposeWriteOff } from '../../../commands/operator/write-off.js'
import type { Answer } from '../../../commands/pipeline/idempotency.js'
import { formatDecimal, quantity, usd } from '../../../core/values/decimal.js'
import type { FirmAccounts, ReadFirmAccounts } from '../../../queries/firm-accounts.js'
import type { Account } from '../../../core/model/account/account.js'
import type { ReadAccount } from '../../../queries/read-account.js'
import { findAccounts } from '../../../queries/operator-lists.js'
import { decimalWriter } from '../../../wire/decimals.js'
import { rankedAccountCodec } from '../../../wire/operator/firm-codec.js'
import { foundAccountCodec, operatedAccountCodec } from '../../../wire/operator/account-codec.js'
import { answerReply } from '../../answer-reply.js'
import { limitHeader, listReply, windowOf } from '../../list-reply.js'
import { decimalsQuery } from '../../schemas/queries.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import {
  capitalBody,
  findAccountsQuery,
  noBody,
  reasonBody,
  reversalBody,
  sweepBody,
  writeOffApprovalBody,
  writeOffBody,
  type FindAccountsQuery,
  type ReasonBody,
} from '../schemas/requests.js'
import { foundOrRankedAccounts } from '../schemas/firm.js'
import * as answers from '../schemas/responses.js'

export interface OperatedAccountDependencies extends SweepDependencies {
  readonly pool: Pool
  readonly readAccount: ReadAccount
  readonly firmAccounts: ReadFirmAccounts
}

const params = { account_id: 'uuid' } as const
const tags = ['accounts']
const responses = { 200: { description: 'The account as it then is.', schema: answers.operatedAccount } }

const reversalRoute = (dependencies: OperatedAccountDependencies): Route<Operator> =>
  route('change', {
    method: 'POST',
    path: '/operator/v1/accounts/:account_id/reverse-breach',
    operationId: 'reverseBreach',
    summary: 'Take back the breach that ended it',
    description:
      'The account is as it was before. Its losses stay; a compensation may lift it over its floors, else 409 ' +
      '`under_floor` with what is `missing`. 409 `live_successor` once another account has taken its place.',
    ...{ tags, params, query: decimalsQuery, body: reversalBody, responses, errors: ['conflict'] },
    handler: async ({ principal, params, query, body: { reason, compensation = 0n } }) => {
      const operator = { ...principal, request: { reason, compensation: formatDecimal(compensation) } }
      const asked = { accountId: params.account_id, reason, compensation: usd(compensation), operator }
      return answerReply(await reverseBreach(dependencies, { ...asked, write: decimalWriter(query.decimals) }))
    },
  })

export function operatedAccountRoutes(dependencies: OperatedAccountDependencies): readonly Route<Operator>[] {
  const { pool, contexts, readAccount, firmAccounts } = dependencies
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
      summary: 'Accounts of all users, newest first, as last written; or those nearest to their floor first',
      description:
        'With `sort=headroom` equity and floor are in each row, and the next page begins at `offset` + rows while ' +
        '`X-Has-More` is true. Equity moves: an account may change places between pages. As of a second ago at most.',
      tags,
      query: findAccountsQuery,
      responses: { 200: { description: 'Those that match.', schema: foundOrRankedAccounts } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const window = windowOf(query)
        if (query.sort === 'headroom') return rankedReply(await firmAccounts(), query, operatorVisit(isGone))
        const { user_id = null, plan_id = null, state = null } = query
        const page = await findAccounts(pool, { user_id, plan_id, state }, window)
        const write = decimalWriter(query.decimals)
        return listReply(
          page,
          window,
          query,
          ({ createdAt }) => createdAt,
          (found) => foundAccountCodec.json(found, write),
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
        const valued = { account, figures: computeFigures(account, context) }
        return { status: 200, body: operatedAccountCodec.value(valued, decimalWriter(query.decimals)) }
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
    reversalRoute(dependencies),
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
    sweepRoute(dependencies),
    ...writeOffRoutes(dependencies),
  ]
}

const sweepRoute = (dependencies: SweepDependencies): Route<Operator> =>
  route('change', {
    method: 'POST',
    path: '/operator/v1/accounts/:account_id/sweep',
    operationId: 'sweepHolding',
    summary: 'Book that a token which a LIVE account holds has become USDC',
    description:
      'The balance gets the USDC, with all it is measured against: no profit, no loss. Where the chain can be asked, ' +
      'the transaction must have brought the wallet that USDC, and have taken that amount of the token out of it, or ' +
      'none. Repeating it gives the first answer. It releases no account.',
    ...{ tags, params, query: decimalsQuery, body: sweepBody, responses, errors: ['conflict'] },
    handler: async ({ principal, params, query, body }) => {
      const { token, tx_hash: txHash, reason } = body
      const [amount, received] = [quantity(body.amount), usd(body.received)]
      const request = { ...body, amount: formatDecimal(amount), received: formatDecimal(received) }
      const swept = { token, amount, received, txHash, reason, accountId: params.account_id }
      const operator = { ...principal, request }
      return answerReply(await sweepHolding(dependencies, { ...swept, operator, write: decimalWriter(query.decimals) }))
    },
  })

const writeOffRoutes = (dependencies: OperateDependencies): readonly Route<Operator>[] => [
  route('change', {
    method: 'POST',
    path: '/operator/v1/accounts/:account_id/write-off/propose',
    operationId: 'proposeWriteOff',
    summary: 'Propose to write off a token that a LIVE account holds and that nothing will come for',
    description:
      'All that is held of it, once another operator approves. A new proposal takes the place of the one before; a ' +
      'sweep of the token, or more of it, ends it.',
    ...{ tags, params, query: decimalsQuery, body: writeOffBody, responses, errors: [] },
    handler: async ({ principal, params, query, body }) => {
      const operator = { ...principal, request: { ...body } }
      const asked = { ...body, accountId: params.account_id, operator, write: decimalWriter(query.decimals) }
      return answerReply(await proposeWriteOff(dependencies, asked))
    },
  }),
  route('approve', {
    method: 'POST',
    path: '/operator/v1/accounts/:account_id/write-off/approve',
    operationId: 'approveWriteOff',
    summary: 'Write off a token as another operator has proposed, once',
    description:
      'Its value comes back as `capital` and is lost as `write_off`: the balance stays, and the profit that was paid ' +
      'with it is none. Refused while the account would be under a floor of its plan without it (`under_floor`), and ' +
      'after another proposal (`version`). It releases no account. Approving again gives the first answer.',
    ...{ tags, params, query: decimalsQuery, body: writeOffApprovalBody, responses, errors: ['conflict'] },
    handler: async ({ principal, params, query, body }) => {
      const operator = { ...principal, request: { ...body } }
      const asked = { proposalId: body.proposal_id, accountId: params.account_id, operator }
      return answerReply(await approveWriteOff(dependencies, { ...asked, write: decimalWriter(query.decimals) }))
    },
  }),
]

/** A page of accounts by their distance from the floor. */
async function rankedReply(firm: FirmAccounts, query: FindAccountsQuery, visitor: Visitor): Promise<Reply> {
  const { user_id: userId, plan_id: planId, state, from = 0, to = Infinity, offset } = query
  const { limit } = windowOf(query)
  const found = firm.ranked.filter(
    (account) =>
      (userId === undefined || account.userId === userId) &&
      (planId === undefined || account.plan.id === planId) &&
      (state === undefined || account.state === state) &&
      account.createdAt >= from &&
      account.createdAt <= to,
  )
  const write = decimalWriter(query.decimals)
  const page = found.slice(offset, offset + limit)
  const json = (account: Account) => rankedAccountCodec.json({ account, distance: firm.distanceOf(account) }, write)
  return {
    status: 200,
    ...(await writeInTurns(page, json, visitor)),
    headers: { 'X-Has-More': String(found.length > offset + page.length), ...limitHeader(limit, query.limit) },
  }
}
