import { invalidPayload, type RequestError } from '@ats/service-kit/process'

export function unknownPlan(planId: string): RequestError {
  const message = `${planId} is not a plan; see GET /v1/plans`
  return invalidPayload([{ path: ['plan_id'], code: 'plan_id.unknown', message }], message)
}
