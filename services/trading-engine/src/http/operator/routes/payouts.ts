import type { Route } from '@ats/service-kit/http'
import { adjustProfit } from '../../../commands/operator/adjust-profit.js'
import type { OperateDependencies } from '../../../commands/operator/operate-account.js'
import {
  approvePayout,
  proposePayout,
  rejectPayout,
  type PayoutDependencies,
} from '../../../commands/operator/payouts.js'
import type { Payout } from '../../../core/model/account/payout.js'
import { formatDecimal, rate, usd } from '../../../core/values/decimal.js'
import { listPayouts } from '../../../queries/operator-lists.js'
import { decimalWriter } from '../../../wire/decimals.js'
import { operatorPayoutCodec } from '../../../wire/account/payout-codec.js'
import { answerReply } from '../../answer-reply.js'
import { listReply, windowOf } from '../../list-reply.js'
import { decimalsQuery } from '../../schemas/queries.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { adjustmentBody, approvalBody, findPayoutsQuery, proposalBody, rejectionBody } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

const tags = ['payouts']
const params = { payout_id: 'uuid' } as const
const responses = { 200: { description: 'The payout as it then is.', schema: answers.payout } }
const about = { method: 'POST', tags, params, query: decimalsQuery, responses } as const

export const operatorPayoutRoutes = (
  dependencies: PayoutDependencies & OperateDependencies,
): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/payouts',
    operationId: 'findPayouts',
    summary: 'Payouts asked for by all users, newest first',
    tags,
    query: findPayoutsQuery,
    responses: { 200: { description: 'Those that match.', schema: answers.payouts } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { user_id = null, account_id = null, status = null } = query
      const page = await listPayouts(dependencies.pool, { user_id, account_id, status }, window)
      const write = decimalWriter(query.decimals)
      const json = (payout: Payout) => operatorPayoutCodec.json(payout, write)
      return listReply(page, window, query, ({ requestedAt }) => requestedAt, json, operatorVisit(isGone))
    },
  }),
  route('change', {
    ...about,
    path: '/operator/v1/payouts/:payout_id/propose',
    operationId: 'proposePayout',
    summary: 'Say how a payout is split, for another operator to approve',
    description: 'Until it is decided it can be said again, by any operator; it is then the newest proposal’s.',
    body: proposalBody,
    errors: ['conflict'],
    handler: async ({ principal, params, query, body }) => {
      const sharePct = body.trader_share_pct === undefined ? null : rate(body.trader_share_pct)
      const share = sharePct === null ? {} : { trader_share_pct: formatDecimal(sharePct) }
      const request = { payout_id: params.payout_id, ...share }
      const operator = { ...principal, request }
      const write = decimalWriter(query.decimals)
      return answerReply(await proposePayout(dependencies, { payoutId: params.payout_id, operator, write, sharePct }))
    },
  }),
  route('approve', {
    ...about,
    path: '/operator/v1/payouts/:payout_id/approve',
    operationId: 'approvePayout',
    summary: 'Approve a payout that another operator has proposed: the account is debited, once',
    description: 'Compared with what the account can spare at that moment. Approving again gives the first answer.',
    body: approvalBody,
    errors: ['conflict'],
    handler: async ({ principal, params, query, body }) => {
      const operator = { ...principal, request: { payout_id: params.payout_id, ...body } }
      const write = decimalWriter(query.decimals)
      const { version } = body
      return answerReply(await approvePayout(dependencies, { payoutId: params.payout_id, operator, write, version }))
    },
  }),
  route('change', {
    ...about,
    path: '/operator/v1/payouts/:payout_id/reject',
    operationId: 'rejectPayout',
    summary: 'Reject a payout with a reason',
    body: rejectionBody,
    errors: ['conflict'],
    handler: async ({ principal, params, query, body }) => {
      const request = { payout_id: params.payout_id, ...body }
      const operator = { ...principal, request }
      const write = decimalWriter(query.decimals)
      return answerReply(
        await rejectPayout(dependencies, { code: null, payoutId: params.payout_id, operator, write, ...body }),
      )
    },
  }),
  route('change', {
    method: 'POST',
    path: '/operator/v1/accounts/:account_id/profit-adjustments',
    operationId: 'adjustProfit',
    summary: 'Take something off the profit that can be paid, or give it back',
    description: 'Balance, equity and floors stay. The trader sees it. Repeating a `reference` gives the first answer.',
    tags,
    params: { account_id: 'uuid' },
    query: decimalsQuery,
    body: adjustmentBody,
    errors: ['conflict'],
    responses: { 201: { description: 'The adjustment.', schema: answers.profitAdjustment } },
    handler: async ({ principal, params, query, body }) => {
      const operator = { ...principal, request: { ...body, amount: formatDecimal(body.amount) } }
      const { direction = 'TAKE', position_id: positionId = null, reason, reference } = body
      const adjustment = { direction, positionId, reason, reference, amount: usd(body.amount) }
      const about = { accountId: params.account_id, operator, write: decimalWriter(query.decimals) }
      return answerReply(await adjustProfit(dependencies, { ...adjustment, ...about }))
    },
  }),
]
