import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { Plan } from '../core/model/plan/plan.js'
import type { Program } from '../core/model/program/program.js'
import { findPlan, findProgram } from './operator-lists.js'

/** Ids of programs are made of these; no other text is looked for. */
const PROGRAM_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** The last that Postgres has in an integer. */
const VERSION_MAX = 2 ** 31 - 1

/** A version of a program, or the newest, with the plans that it pins. */
export async function readProgram(
  pool: Pool,
  id: string,
  version: number | null,
): Promise<Program & { readonly plans: readonly Plan[] }> {
  const isPossible = PROGRAM_ID.test(id) && (version ?? 1) <= VERSION_MAX
  const program = isPossible ? await findProgram(pool, id, version) : null
  if (program === null) throw notFound('program')
  const plans = await Promise.all(program.phases.map(({ planId, planVersion }) => findPlan(pool, planId, planVersion)))
  return { ...program, plans: plans.filter((plan) => plan !== null) }
}
