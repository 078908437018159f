import type { Route } from '@ats/service-kit/http'
import { grantPlan, removeGrant } from '../../../commands/operator/grant-plan.js'
import type { PlanImportDependencies } from '../../../commands/operator/import-plans.js'
import { listGrants } from '../../../queries/operator-lists.js'
import { asNumber } from '../../../wire/decimals.js'
import { grantCodec } from '../../../wire/account/grant-codec.js'
import { listReply, windowOf } from '../../list-reply.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { findGrantsQuery, grantBody as grantRequest } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

const tags = ['grants']

export function grantRoutes(dependencies: PlanImportDependencies): readonly Route<Operator>[] {
  return [
    route('change', {
      method: 'POST',
      path: '/operator/v1/grants',
      operationId: 'grantPlan',
      summary: 'Let a user open one account on a plan, as it is now',
      description: 'Asked again while it is unused, or while the account opened with it lives, it is the same grant.',
      tags,
      body: grantRequest,
      responses: {
        200: { description: 'It was granted already.', schema: answers.grant },
        201: { description: 'The grant.', schema: answers.grant },
      },
      errors: [],
      handler: async ({ principal, body }) => {
        const entitlement = {
          userId: body.user_id,
          planId: body.plan_id,
          challengeId: body.challenge_id ?? null,
          referral: body.referral ?? null,
        }
        const { grant, isNew } = await grantPlan(dependencies, entitlement, { ...principal, request: { ...body } })
        return { status: isNew ? 201 : 200, body: grantCodec.value(grant, asNumber) }
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/grants',
      operationId: 'listGrants',
      summary: 'Grants, used and unused, newest first',
      tags,
      query: findGrantsQuery,
      responses: { 200: { description: 'Those that match.', schema: answers.grants } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const window = windowOf(query)
        const { user_id = null, plan_id = null, used } = query
        const is_used = used === undefined ? null : String(used)
        const page = await listGrants(dependencies.pool, { user_id, plan_id, is_used }, window)
        return listReply(
          page,
          window,
          query,
          ({ createdAt }) => createdAt,
          (grant) => grantCodec.json(grant, asNumber),
          operatorVisit(isGone),
        )
      },
    }),
    route('change', {
      method: 'DELETE',
      path: '/operator/v1/grants/:grant_id',
      operationId: 'removeGrant',
      summary: 'Take back a grant that nobody has used',
      tags,
      params: { grant_id: 'uuid' },
      responses: { 200: { description: 'The grant as it was.', schema: answers.grant } },
      errors: ['conflict'],
      handler: async ({ principal, params }) => {
        const grant = await removeGrant(dependencies, params.grant_id, { ...principal, request: {} })
        return { status: 200, body: grantCodec.value(grant, asNumber) }
      },
    }),
  ]
}
