/** Finds what is wrong with a program, beyond what each of its fields says by itself. */
import { profileOf } from '../plan/execution-profile.js'
import type { Plan } from '../plan/plan.js'
import type { WrittenProgram } from './program.js'

export interface ProgramIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  /** Goes on from the name of the field. */
  readonly message: string
}

/** `plans`: the newest version of each, which the program would pin. */
export function programIssues(program: WrittenProgram, plans: ReadonlyMap<string, Plan>): readonly ProgramIssue[] {
  const { phases, currency } = program
  return phases.flatMap((phase, index): readonly ProgramIssue[] => {
    const at = (field: string, code: string, message: string): ProgramIssue => ({
      path: ['phases', index, field],
      code: `program.${code}`,
      message,
    })
    const isLast = index === phases.length - 1
    const next = phases[index + 1]
    const nextPlan = next === undefined ? undefined : plans.get(next.planId)
    const plan = plans.get(phase.planId)
    const found: ProgramIssue[] = []
    if ((phase.kind === 'FUNDED') !== isLast)
      found.push(
        at(
          'kind',
          'kind',
          isLast ? 'must be FUNDED: the last phase is' : 'must be EVALUATION: only the last phase is FUNDED',
        ),
      )
    if (isLast && phase.promotion !== null)
      found.push(at('promotion', 'promotion', 'belongs to phases that another follows: leave it out'))
    if (!isLast && phase.promotion === null)
      found.push(at('promotion', 'promotion', 'is required: AUTO or REVIEW, of how the next phase is reached'))
    if (phase.promotion === 'AUTO' && nextPlan !== undefined && profileOf({ plan: nextPlan }).name === 'LIVE')
      found.push(at('promotion', 'promotion', `must be REVIEW: plan ${nextPlan.id} of the next phase is LIVE`))
    if (plan === undefined) return [...found, at('plan_id', 'plan', `names ${phase.planId}, which is not a plan`)]
    if (plan.currency !== currency)
      found.push(at('plan_id', 'currency', `names a plan in ${plan.currency}: the program is in ${currency}`))
    if (phase.kind === 'EVALUATION' && plan.risk.objective === null)
      found.push(
        at('plan_id', 'objective', `names ${plan.id}, which has no objective: the phase could never be passed`),
      )
    if (phase.kind === 'FUNDED' && plan.risk.objective !== null)
      found.push(
        at(
          'plan_id',
          'objective',
          `names ${plan.id}, which has an objective: a FUNDED account would end by meeting it`,
        ),
      )
    return found
  })
}
