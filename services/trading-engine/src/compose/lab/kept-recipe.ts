/** The recipe of a run as its report has it, and read again. */
import { definitionOf, planOf, type PlanRow } from '../../store/accounts/plan-rows.js'
import { programDefinitionOf, programOf, type ProgramRow } from '../../store/accounts/program-rows.js'
import { readCopied, writeCopied } from '../../lab/run/copied-account.js'
import type { KeptRecipe } from '../../lab/run/lab-report.js'
import type { NewRun, RuleSources } from '../../lab/run/new-run.js'
import type { RunRecipe } from '../../lab/run/recipe.js'
import { runBodyOf } from '../../wire/lab/run-body.js'

export const keptRecipeOf = (wanted: NewRun, recipe: RunRecipe): KeptRecipe => ({
  request: runBodyOf(wanted, recipe),
  plans: recipe.plans.map((plan) => ({ id: plan.id, version: plan.version, definition: definitionOf(plan) })),
  program: recipe.program && {
    ...{ id: recipe.program.id, version: recipe.program.version },
    definition: programDefinitionOf(recipe.program),
  },
  copied: recipe.copied && writeCopied(recipe.copied),
})

/** The rules that a run had, whatever has become of them since. */
export function rulesOfReport({ plans, program, copied = null }: Omit<KeptRecipe, 'request'>): RuleSources {
  const known = plans.map(({ id, version, definition }) =>
    planOf({ plan_id: id, plan_version: version, definition: definition as PlanRow['definition'] }),
  )
  const [plan] = known
  return {
    findPlan: (id, version) =>
      Promise.resolve(known.find((plan) => plan.id === id && plan.version === (version ?? plan.version)) ?? null),
    findProgram: () =>
      Promise.resolve(
        program && {
          program: programOf({
            ...{ program_id: program.id, program_version: program.version },
            program: program.definition as ProgramRow['program'],
          }),
          plans: known,
        },
      ),
    findAccount: () => Promise.resolve(copied === null || plan === undefined ? null : readCopied(copied, plan)),
  }
}
