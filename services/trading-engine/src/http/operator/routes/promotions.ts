import type { Route } from '@ats/service-kit/http'
import { approvePromotion, rejectPromotion, type PromotionDependencies } from '../../../commands/challenges/promote.js'
import type { PlanImportDependencies } from '../../../commands/operator/import-plans.js'
import { setIdentityCheck } from '../../../commands/operator/set-identity-check.js'
import { listIdentityChecks, listPromotions } from '../../../queries/operator-lists.js'
import { asNumber } from '../../../wire/decimals.js'
import { identityCheckCodec, promotionCodec } from '../../../wire/operator/promotion-codec.js'
import { answerReply } from '../../answer-reply.js'
import { listReply, windowOf } from '../../list-reply.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import * as schemas from '../schemas/challenges.js'

export type PromotionRouteDependencies = PlanImportDependencies & PromotionDependencies

const tags = ['challenges']
const review = { method: 'POST', tags, params: { promotion_id: 'uuid' }, errors: ['conflict'] } as const
const reviewed = { 200: { description: 'The promotion as it then is.', schema: schemas.promotion } }

export const promotionRoutes = (dependencies: PromotionRouteDependencies): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/promotions',
    operationId: 'findPromotions',
    summary: 'Accounts that have passed their phase and what becomes of them, newest first',
    tags,
    query: schemas.findPromotionsQuery,
    responses: { 200: { description: 'Those that match.', schema: schemas.promotions } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { user_id = null, program_id = null, status = null } = query
      const page = await listPromotions(dependencies.pool, { user_id, program_id, status }, window)
      const json = (row: (typeof page.rows)[number]) => promotionCodec.json(row, asNumber)
      return listReply(page, window, query, ({ passedAt }) => passedAt, json, operatorVisit(isGone))
    },
  }),
  route('approve', {
    ...review,
    path: '/operator/v1/promotions/:promotion_id/approve',
    operationId: 'approvePromotion',
    summary: 'Approve that an account goes on to the next phase, which is opened once',
    description:
      'Immediately, unless it waits for an identity check: then it is opened once that is APPROVED. Approving again ' +
      'changes nothing.',
    body: schemas.promotionApprovalBody,
    bodyOptional: true,
    responses: reviewed,
    handler: async ({ principal, params: { promotion_id: accountId }, body }) => {
      const operator = { ...principal, request: { promotion_id: accountId, ...body } }
      return answerReply(await approvePromotion(dependencies, { accountId, operator, reason: body.reason ?? null }))
    },
  }),
  route('change', {
    ...review,
    path: '/operator/v1/promotions/:promotion_id/reject',
    operationId: 'rejectPromotion',
    summary: 'Reject that an account goes on, with a reason: its challenge has failed',
    body: schemas.promotionRejectionBody,
    responses: reviewed,
    handler: async ({ principal, params: { promotion_id: accountId }, body: { reason } }) => {
      const operator = { ...principal, request: { promotion_id: accountId, reason } }
      return answerReply(await rejectPromotion(dependencies, { accountId, operator, reason }))
    },
  }),
  route('change', {
    method: 'POST',
    path: '/operator/v1/kyc',
    operationId: 'setIdentityCheck',
    summary: 'Record what the identity check of a user has found',
    description: 'The check is made outside. Phases with `requires_kyc` are opened for users who are APPROVED.',
    tags,
    body: schemas.identityCheckBody,
    responses: { 200: { description: 'As it then is.', schema: schemas.identityCheck } },
    errors: [],
    handler: async ({ principal, body }) => {
      const { user_id: userId, status, note = null } = body
      const request = { ...principal, request: { ...body } }
      const check = await setIdentityCheck(dependencies, { userId, status, note }, request)
      return { status: 200, body: identityCheckCodec.value(check, asNumber) }
    },
  }),
  route('read', {
    method: 'GET',
    path: '/operator/v1/kyc',
    operationId: 'listIdentityChecks',
    summary: 'Identity checks of users, the last change first',
    tags,
    query: schemas.findIdentityChecksQuery,
    responses: { 200: { description: 'Those that match.', schema: schemas.identityChecks } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { user_id = null, status = null } = query
      const page = await listIdentityChecks(dependencies.pool, { user_id, status }, window)
      const json = (row: (typeof page.rows)[number]) => identityCheckCodec.json(row, asNumber)
      return listReply(page, window, query, ({ changedAt }) => changedAt, json, operatorVisit(isGone))
    },
  }),
]
