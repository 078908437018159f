import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '@ats/sdk/types'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'

/** A version of a program, with the plan versions that it pins. */
export type ProgramVersion = AnswerOf<operations['listProgramVersions']>[number]
export type WrittenProgram = BodyOf<operations['importPrograms']>['programs'][number]
export type ProgramOutcome = AnswerOf<operations['importPrograms']>['programs'][number]

/** Every version of every program, by id, the newest first. */
export const programVersionsQuery = queryOptions({
  queryKey: ['firm', 'programs'],
  queryFn: ({ signal }): Promise<readonly ProgramVersion[]> =>
    bodyOf(operator.GET('/operator/v1/programs', { signal })),
})

async function sendProgram(program: WrittenProgram, isDryRun: boolean): Promise<ProgramOutcome> {
  const query = isDryRun ? { dry_run: 'true' as const } : {}
  const { programs } = await bodyOf(
    operator.PUT('/operator/v1/programs', { params: { query }, body: { programs: [program] } }),
  )
  const [outcome] = programs
  if (outcome === undefined) throw new Error('the engine named no program')
  return outcome
}

/** Asks what saving the program would change. @throws ApiError with what is wrong with it */
export const previewProgram = (program: WrittenProgram): Promise<ProgramOutcome> => sendProgram(program, true)

/** Makes the program its next version. */
export const saveProgram = (program: WrittenProgram): Promise<ProgramOutcome> => sendProgram(program, false)
