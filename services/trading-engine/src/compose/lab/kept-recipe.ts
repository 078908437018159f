/** The recipe of a run as its report has it, and read again. */
import { definitionOf, planOf, type PlanRow } from '../../store/accounts/plan-rows.js'
import { programDefinitionOf, programOf, type ProgramRow } from '../../store/accounts/program-rows.js'
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
})

/** The rules that a run had, whatever has become of them since. */
export function rulesOfReport({ plans, program }: Omit<KeptRecipe, 'request'>): RuleSources {
  const known = plans.map(({ id, version, definition }) =>
    planOf({ plan_id: id, plan_version: version, definition: definition as PlanRow['definition'] }),
  )
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
  }
}
