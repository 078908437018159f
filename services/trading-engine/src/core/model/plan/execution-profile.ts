/**
 * The differences, as data, between accounts whose orders the service itself matches (PAPER) and those whose orders the
 * contracts of the venues execute (LIVE). Those in what is done are in `execution/account-execution.ts`.
 */
import type { ExecutionName, Plan } from './plan.js'
import { RISK_RULES, type RiskRule } from './violation.js'

export interface ExecutionProfile {
  readonly name: ExecutionName
  /** Asked of its orders, in the documented order. */
  readonly rules: readonly RiskRule[]
  /** Else the contracts charge for time and for oracles, liquidate, and end day trading. */
  readonly isSettledByService: boolean
  /** Else all of a position can be closed, whatever the lot size. */
  readonly fillsInLots: boolean
  /** Else its venue confirms cancellations, changes and closes after the decision. */
  readonly isFinalWhenDecided: boolean
  /** Orders go to the venue of the account's trading wallet. */
  readonly needsWallet: boolean
  /** An account of such a plan is opened with a grant of the operator alone. */
  readonly needsGrant: boolean
}

const PROFILES: Readonly<Record<ExecutionName, ExecutionProfile>> = {
  PAPER: {
    name: 'PAPER',
    rules: RISK_RULES,
    isSettledByService: true,
    fillsInLots: true,
    isFinalWhenDecided: true,
    needsWallet: false,
    needsGrant: false,
  },
  LIVE: {
    name: 'LIVE',
    rules: [...RISK_RULES, 'venue_limit'],
    isSettledByService: false,
    fillsInLots: false,
    isFinalWhenDecided: false,
    needsWallet: true,
    needsGrant: true,
  },
}

export const profileOf = ({ plan }: { readonly plan: Pick<Plan, 'live'> }): ExecutionProfile =>
  PROFILES[plan.live === undefined ? 'PAPER' : 'LIVE']
