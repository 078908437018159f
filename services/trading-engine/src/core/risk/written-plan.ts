import type { Plan } from '../model/plan/plan.js'
import type { WrittenRules } from '../model/plan/risk-config.js'

/** A plan of a file, and its rules as they are written there. */
export interface WrittenPlan {
  readonly plan: Omit<Plan, 'version'>
  readonly rules: WrittenRules<bigint>
}

/** The message follows the name of the field. */
export type Check = readonly [isWrong: boolean, path: readonly string[], code: string, message: string]
