import { notFound, type Route } from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'
import type { Plan } from '../../../core/model/plan/plan.js'
import type { VenueCosts } from '../../../core/model/market/venue-costs.js'
import type { Micros } from '../../../core/values/time.js'
import { planIssues } from '../../../core/risk/plan-issues.js'
import { asNumber } from '../../../wire/decimals.js'
import { shadowCodec, type ShadowAnswer } from '../../../wire/operator/shadow-codec.js'
import { route, type Operator } from '../operator.js'
import { plansOf } from '../schemas/plan-file.js'
import { shadowBody, type ShadowBody } from '../schemas/shadow.js'

export interface ShadowRouteDependencies {
  /** Apart from the event loop; null: one of the accounts is not there. */
  readonly shadow: (question: {
    readonly accounts: readonly string[]
    readonly plan: Plan
    readonly from: Micros | null
    readonly to: Micros | null
  }) => Promise<ShadowAnswer | null>
  /** The costs of a plan that does not say. */
  readonly venueCosts: VenueCosts
}

/** They wait for replays before them. */
const ANSWERED_WITHIN_MS = 150_000

export const shadowRoutes = ({ shadow, venueCosts }: ShadowRouteDependencies): readonly Route<Operator>[] => [
  route('read', {
    method: 'POST',
    path: '/operator/v1/shadows',
    operationId: 'previewShadows',
    summary: 'Decide all commands of accounts under another plan beside their own',
    description:
      'The plan is not stored and not sold; nothing is changed (docs/LABORATORY.md). All accounts have 40 seconds: ' +
      'those that did not fit are UNKNOWN. One request is answered at a time, replays among them, and three may wait.',
    tags: ['reports'],
    body: shadowBody,
    responses: { 200: { description: 'What each would have come to, and all of them.', schema: shadowCodec.schema } },
    errors: ['not_found'],
    answerWithinMs: ANSWERED_WITHIN_MS,
    handler: async ({ body }) => {
      const { accounts, from = null, to = null } = body
      const found = await shadow({ accounts, plan: candidateOf(body, venueCosts), from, to })
      if (found === null) throw notFound('account')
      return { status: 200, text: shadowCodec.json(found, asNumber) }
    },
  }),
]

function candidateOf({ plan }: ShadowBody, venueCosts: VenueCosts): Plan {
  const [written] = plansOf({ plans: [plan] }, venueCosts)
  if (written === undefined) throw new Error('a body with a plan has one')
  const issues = planIssues(written).map(({ path, code, message }) => {
    const at = ['plan', 'risk_config', ...path]
    return { path: at, code, message: `${at.join('.')} ${message}` }
  })
  if (issues.length > 0) throw invalidPayload(issues)
  return { ...written.plan, version: 1 }
}
