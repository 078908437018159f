import type { ExecutionName, Plan } from '../model/plan/plan.js'
import { profileOf } from '../model/plan/execution-profile.js'
import type { AccountExecution } from './account-execution.js'
import { LIVE_EXECUTION } from './live/live-execution.js'
import { SIMULATED_EXECUTION } from './simulated/simulated-execution.js'

const EXECUTIONS: Readonly<Record<ExecutionName, AccountExecution>> = {
  PAPER: SIMULATED_EXECUTION,
  LIVE: LIVE_EXECUTION,
}

export const executionOf = (account: { readonly plan: Pick<Plan, 'live'> }): AccountExecution =>
  EXECUTIONS[profileOf(account).name]
