import { invalidPayload, RequestError } from '@ats/service-kit/process'
import { formatDecimal } from '../core/values/decimal.js'
import { assertNever } from '../core/values/assert-never.js'
import type { InvalidProblem, Issue, PayoutRefusal, Problem } from '../core/model/outcome.js'
import type { WriteDecimal } from './decimals.js'
import { payoutConditionCodec } from './account/payout-codec.js'
import { orderCodec } from './order/order-codec.js'
import { violationCodec } from './order/violation-codec.js'

/** The caller's mistake as the API reports it. */
export function requestProblem(problem: Problem, write: WriteDecimal): RequestError {
  switch (problem.kind) {
    case 'invalid':
      return invalidProblem(problem)
    case 'not_found':
      return new RequestError('not_found', problem.message)
    case 'order_not_working':
      return new RequestError('conflict', problem.message, {
        reason: 'order_not_working',
        order: orderCodec.value(problem.order, write),
      })
    case 'version':
      return new RequestError('conflict', problem.message, {
        reason: 'version',
        order: orderCodec.value(problem.order, write),
      })
    case 'account_state':
      return new RequestError('conflict', problem.message, { reason: 'account_state', state: problem.state })
    case 'under_floor': {
      const message = `the account would be under a floor of its plan by ${formatDecimal(problem.missing)} USD`
      return new RequestError('conflict', message, { reason: 'under_floor', missing: write(problem.missing) })
    }
    case 'live_successor': {
      const message = `account ${problem.accountId} has taken the place of this one`
      return new RequestError('conflict', message, { reason: 'live_successor', account_id: problem.accountId })
    }
    case 'not_free': {
      const message = `no more than ${formatDecimal(problem.available)} USD can be paid out`
      const available = write(problem.available)
      return new RequestError('conflict', message, { reason: 'insufficient_free_margin', available })
    }
    case 'not_eligible': {
      const message = problem.conditions.filter(({ isMet }) => !isMet).map((condition) => condition.message)
      return new RequestError('conflict', message.join('; '), {
        reason: 'not_eligible',
        available: write(problem.available),
        conditions: problem.conditions.map((condition) => payoutConditionCodec.value(condition, write)),
      })
    }
    case 'too_many_orders':
      return new RequestError('rate_limited', problem.message, {}, { 'Retry-After': String(problem.retryAfterSeconds) })
    case 'payout':
    case 'write_off':
      return PAYOUT_PROBLEMS[problem.reason](problem.message)
    case 'risk_rejected':
      return new RequestError('risk_rejected', problem.violations.map(({ message }) => message).join('; '), {
        violations: problem.violations.map((violation) => violationCodec.value(violation, write)),
      })
    default:
      return assertNever(problem)
  }
}

const PAYOUT_PROBLEMS: Readonly<Record<PayoutRefusal, (message: string) => RequestError>> = {
  payout_open: (message) => new RequestError('conflict', message, { reason: 'payout_open' }),
  payout_proposed: (message) => new RequestError('conflict', message, { reason: 'payout_proposed' }),
  payout_ended: (message) => new RequestError('conflict', message, { reason: 'payout_ended' }),
  payout_unsplit: (message) => new RequestError('conflict', message, { reason: 'payout_unsplit' }),
  kyc_required: (message) => new RequestError('conflict', message, { reason: 'kyc_required' }),
  same_operator: (message) => new RequestError('conflict', message, { reason: 'same_operator' }),
  version: (message) => new RequestError('conflict', message, { reason: 'version' }),
}

export function invalidProblem(problem: InvalidProblem): RequestError {
  const issues = issuesOf(problem)
  const message = issues.map((issue) => issue.message).join('; ')
  return invalidPayload(issues, message, problem.candidates === undefined ? {} : { candidates: problem.candidates })
}

/** The issues in the words of the API: an unknown symbol with those that may have been meant. */
export const issuesOf = ({ issues, candidates }: InvalidProblem): readonly Issue[] =>
  candidates === undefined
    ? issues
    : issues.map((issue) => ({ ...issue, message: `${issue.message}; ${symbolHint(candidates)}` }))

export const symbolHint = (candidates: readonly string[]): string =>
  candidates.length === 0 ? 'see GET /v1/tickers' : `it could be ${candidates.join(', ')}`
