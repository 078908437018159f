/**
 * Imports a file of programs, whole or not at all. Each version pins the newest version of its phases' plans: the same
 * file is another version once one of these has a new one. Challenges keep the version they were sold.
 */
import { inTransaction } from '@ats/service-kit/db'
import { invalidPayload } from '@ats/service-kit/process'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { issueWithin, nameIssues, sourceIssues } from '../../core/model/plan/shown-issues.js'
import { programIssues } from '../../core/model/program/program-issues.js'
import type { Program, WrittenProgram } from '../../core/model/program/program.js'
import type { Micros } from '../../core/values/time.js'
import { programDefinitionOf } from '../../store/accounts/program-rows.js'
import { insertAudit } from '../../store/operator/operator-audit.js'
import { listPlans, lockPlans } from '../../store/operator/plans.js'
import { insertProgram, listPrograms, lockPrograms } from '../../store/operator/programs.js'
import type { PlanImportDependencies } from './import-plans.js'
import { differences, type PlanChange } from './preview-imports.js'

export interface ImportedProgram {
  readonly id: string
  /** Its newest one now. */
  readonly version: number
  readonly outcome: 'created' | 'changed' | 'unchanged'
}

export interface PreviewedProgram extends ImportedProgram {
  /** Against its newest version; empty for a program that is new. */
  readonly changes: readonly PlanChange[]
}

export const importPrograms = (
  { pool, now, newId }: PlanImportDependencies,
  written: readonly WrittenProgram[],
  operator: OperatorAction,
): Promise<readonly ImportedProgram[]> =>
  inTransaction(pool, async (client) => {
    // The plan versions that are pinned stay the newest ones until this is committed.
    await lockPlans(client)
    await lockPrograms(client)
    const programs = pin(written, await listPlans(client))
    const newest = byId(await listPrograms(client))
    checkShown(programs, newest, now())
    const imported: ImportedProgram[] = []
    for (const program of programs) {
      const next = nextProgram(newest.get(program.id), program)
      if (next.outcome !== 'unchanged') await insertProgram(client, { ...program, version: next.version })
      imported.push(next)
    }
    if (imported.some(({ outcome }) => outcome !== 'unchanged')) {
      const done = { id: newId(), at: now(), action: 'import_programs', subject: 'programs' }
      await insertAudit(client, { ...done, outcome: { programs: imported }, ...operator })
    }
    return imported
  })

/** Tells what an import would do, from what is stored: nothing is locked or written. */
export async function previewPrograms(
  { pool, now }: Pick<PlanImportDependencies, 'pool' | 'now'>,
  written: readonly WrittenProgram[],
): Promise<readonly PreviewedProgram[]> {
  const programs = pin(written, await listPlans(pool))
  const newest = byId(await listPrograms(pool))
  checkShown(programs, newest, now())
  return programs.map((program) => {
    const before = newest.get(program.id)
    const changes = before === undefined ? [] : differences(programDefinitionOf(before), programDefinitionOf(program))
    return { ...nextProgram(before, program), changes }
  })
}

const byId = <T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.id, one]))

type Unversioned = Omit<Program, 'version'>

/** @throws with every problem of the file */
function pin(written: readonly WrittenProgram[], plans: readonly Plan[]): readonly Unversioned[] {
  const newest = byId(plans)
  const issues = written.flatMap((program, index) =>
    programIssues(program, newest).map(({ path, code, message }) => ({
      path: ['programs', index, ...path],
      code,
      message: `programs[${index}].phases[${path[1]}].${path[2]} ${message}`,
    })),
  )
  if (issues.length > 0) throw invalidPayload(issues)
  return written.map(({ phases, ...program }) => ({
    ...program,
    phases: phases.map((phase) => ({ ...phase, planVersion: newest.get(phase.planId)?.version ?? 0 })),
  }))
}

/** Throws with every problem of what a file shows; a program equal to its stored version has none. */
function checkShown(programs: readonly Unversioned[], newest: ReadonlyMap<string, Program>, now: Micros): void {
  const issues = programs.flatMap((program, index) => {
    if (nextProgram(newest.get(program.id), program).outcome === 'unchanged') return []
    const labels = program.phases.flatMap(({ label }, nth) => nameIssues(label, ['phases', nth, 'label']))
    const found = [...nameIssues(program.name, ['name']), ...labels, ...sourceIssues(program.source, now)]
    return found.map((issue) => issueWithin(['programs', index], issue))
  })
  if (issues.length > 0) throw invalidPayload(issues)
}

function nextProgram(newest: Program | undefined, requested: Unversioned): ImportedProgram {
  const { id } = requested
  if (newest === undefined) return { id, version: 1, outcome: 'created' }
  const isSame = textOf(newest) === textOf(requested)
  return isSame
    ? { id, version: newest.version, outcome: 'unchanged' }
    : { id, version: newest.version + 1, outcome: 'changed' }
}

/** Its fields always come in the same order. */
const textOf = (program: Unversioned): string => JSON.stringify(programDefinitionOf(program))
