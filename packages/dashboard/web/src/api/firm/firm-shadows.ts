import type { AnswerOf } from '@ats/sdk/types'
import { bodyOf, operator } from '../clients.js'
import { SHADOWED_MAX, type ShadowQuestion } from '../../firm/shadow-question.js'
import type { operations } from '../generated/operator.js'

export type Shadows = AnswerOf<operations['previewShadows']>

/** Asks what accounts would have come to under the plan. @throws ApiError with the issues of the plan */
export const askShadows = ({ plan, ...asked }: ShadowQuestion): Promise<Shadows> =>
  bodyOf(
    operator.POST('/operator/v1/shadows', {
      body: { ...asked, accounts: [...asked.accounts], plan: {} as never },
      bodySerializer: () => `${JSON.stringify(asked).slice(0, -1)},"plan":${plan}}`,
    }),
  )

/** The ids of the newest accounts of a plan. */
export async function readIdsOfPlan(plan: string): Promise<readonly string[]> {
  const query = { plan_id: plan, sort: 'created_at', limit: SHADOWED_MAX } as const
  const rows = await bodyOf(operator.GET('/operator/v1/accounts', { params: { query } }))
  return rows.map(({ id }) => id)
}
