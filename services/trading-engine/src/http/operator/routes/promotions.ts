import type { Route } from '@ats/service-kit/http'
import { approvePromotion, rejectPromotion, type PromotionDependencies } from '../../../commands/challenges/promote.js'
import type { PlanImportDependencies } from '../../../commands/operator/import-plans.js'
import { setUserCheck } from '../../../commands/operator/set-user-check.js'
import { listPromotions, listUserChecks } from '../../../queries/operator-lists.js'
import type { UserCheckKind } from '../../../core/model/program/challenge.js'
import { asNumber } from '../../../wire/decimals.js'
import { contractCodec, identityCheckCodec, promotionCodec } from '../../../wire/operator/promotion-codec.js'
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
      'Immediately, unless it waits for an identity check or a contract: then it is opened once that is APPROVED. Approving again ' +
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
  ...checkRoutes(dependencies, {
    ...{ kind: 'IDENTITY', path: '/operator/v1/kyc', setId: 'setIdentityCheck', listId: 'listIdentityChecks' },
    ...{ one: schemas.identityCheck, many: schemas.identityChecks, codec: identityCheckCodec },
    set: 'Record what the identity check of a user has found',
    description: 'The check is made outside. Phases with `requires_kyc` are opened for users who are APPROVED.',
    list: 'Identity checks of users, the last change first',
  }),
  ...checkRoutes(dependencies, {
    ...{ kind: 'CONTRACT', path: '/operator/v1/contracts', setId: 'setContract', listId: 'listContracts' },
    ...{ one: schemas.contract, many: schemas.contracts, codec: contractCodec },
    set: 'Record whether the contract of a user is signed',
    description: 'It is signed outside. Phases with `requires_contract` are opened for users who are APPROVED.',
    list: 'Contracts of users, the last change first',
  }),
]

interface CheckTerms {
  readonly kind: UserCheckKind
  readonly path: string
  readonly setId: string
  readonly listId: string
  readonly set: string
  readonly description: string
  readonly list: string
  readonly one: typeof schemas.identityCheck
  readonly many: typeof schemas.identityChecks
  readonly codec: typeof identityCheckCodec
}

/** Sets and lists a kind of check of users. */
const checkRoutes = (dependencies: PromotionRouteDependencies, terms: CheckTerms): readonly Route<Operator>[] => [
  route('change', {
    method: 'POST',
    path: terms.path,
    operationId: terms.setId,
    summary: terms.set,
    description: terms.description,
    tags,
    body: schemas.userCheckBody,
    responses: { 200: { description: 'As it then is.', schema: terms.one } },
    errors: [],
    handler: async ({ principal, body }) => {
      const { user_id: userId, status, note = null } = body
      const request = { ...principal, request: { ...body } }
      const check = await setUserCheck(dependencies, terms.kind, { userId, status, note }, request)
      return { status: 200, body: terms.codec.value(check, asNumber) }
    },
  }),
  route('read', {
    method: 'GET',
    path: terms.path,
    operationId: terms.listId,
    summary: terms.list,
    tags,
    query: schemas.findUserChecksQuery,
    responses: { 200: { description: 'Those that match.', schema: terms.many } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { user_id = null, status = null } = query
      const page = await listUserChecks(dependencies.pool, terms.kind, { user_id, status }, window)
      const json = (row: (typeof page.rows)[number]) => terms.codec.json(row, asNumber)
      return listReply(page, window, query, ({ changedAt }) => changedAt, json, operatorVisit(isGone))
    },
  }),
]
