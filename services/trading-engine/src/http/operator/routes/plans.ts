import { writeInTurns } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import { importPlans, type PlanRouteDependencies } from '../../../commands/operator/import-plans.js'
import { previewPlans } from '../../../commands/operator/preview-imports.js'
import { definitionOf } from '../../../queries/operator-lists.js'
import { listPlanVersionUses, type UsedPlanVersion } from '../../../queries/plan-versions.js'
import { listOf } from '../../../wire/codec/kinds.js'
import { asNumber, decimalWriter } from '../../../wire/decimals.js'
import { importedPlanCodec } from '../../../wire/operator/preview-imports-codec.js'
import { planVersionCodec } from '../../../wire/operator/account-codec.js'
import { decimalsQuery } from '../../schemas/queries.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { planFileBody, planFileList, plansOf } from '../schemas/plan-file.js'
import { dryRunQuery } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

const PLAN_FILE_BYTES_MAX = 256 * 1024

const importedPlans = listOf(importedPlanCodec)

export function planRoutes(dependencies: PlanRouteDependencies): readonly Route<Operator>[] {
  return [
    route('change', {
      method: 'PUT',
      path: '/operator/v1/plans',
      operationId: 'importPlans',
      summary: 'Take over a file of plans, whole or not at all',
      description:
        'A plan that differs from its newest version becomes the next one; accounts and grants keep the version they were sold.',
      tags: ['plans'],
      query: dryRunQuery,
      body: planFileBody,
      bodyList: planFileList,
      bodyBytesMax: PLAN_FILE_BYTES_MAX,
      responses: { 200: { description: 'What became of each plan.', schema: answers.importedPlans } },
      errors: [],
      handler: async ({ principal, query, body }) => {
        const plans = plansOf(body, dependencies.venueCosts)
        if (query.dry_run === 'true') {
          const previewed = await previewPlans(dependencies, plans)
          return { status: 200, body: { dry_run: true, plans: importedPlans.value(previewed, asNumber) } }
        }
        const request = {
          plans: plans.map(({ plan }) => ({ id: plan.id, ...definitionOf(plan) })),
        }
        const imported = await importPlans(dependencies, plans, { ...principal, request })
        return { status: 200, body: { plans: importedPlans.value(imported, asNumber) } }
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/plans',
      operationId: 'listPlanVersions',
      summary: 'Every version of every plan, by id, the newest first, and how many accounts have it',
      tags: ['plans'],
      query: decimalsQuery,
      responses: { 200: { description: 'All of them.', schema: answers.planVersions } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const write = decimalWriter(query.decimals)
        const versions = await listPlanVersionUses(dependencies.pool)
        const json = ({ plan, ...use }: UsedPlanVersion) => planVersionCodec.json({ ...plan, ...use }, write)
        return { status: 200, ...(await writeInTurns(versions, json, operatorVisit(isGone))) }
      },
    }),
  ]
}
