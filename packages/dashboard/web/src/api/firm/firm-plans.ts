import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '@ats/sdk/types'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'

/** A version of a plan, and how many accounts and grants have it. */
export type PlanVersion = AnswerOf<operations['listPlanVersions']>[number]
type ImportedPlans = AnswerOf<operations['importPlans']>
export type PlanOutcome = ImportedPlans['plans'][number]

/** Every version of every plan, by id, the newest first. */
export const planVersionsQuery = queryOptions({
  queryKey: ['firm', 'plans'],
  queryFn: ({ signal }): Promise<readonly PlanVersion[]> => bodyOf(operator.GET('/operator/v1/plans', { signal })),
})

/** Sends a plan as it is written: its numbers reach the engine with all their digits. */
async function sendPlan(plan: string, isDryRun: boolean): Promise<PlanOutcome> {
  const { plans } = await bodyOf(
    operator.PUT('/operator/v1/plans', {
      params: { query: isDryRun ? { dry_run: 'true' } : {} },
      body: { plans: [] },
      bodySerializer: () => `{"plans":[${plan}]}`,
    }),
  )
  const [outcome] = plans
  if (outcome === undefined) throw new Error('the engine named no plan')
  return outcome
}

/** Asks what saving the plan would change. @throws ApiError with the issues of the plan */
export const previewPlan = (plan: string): Promise<PlanOutcome> => sendPlan(plan, true)

/** Makes the plan its next version. */
export const savePlan = (plan: string): Promise<PlanOutcome> => sendPlan(plan, false)
