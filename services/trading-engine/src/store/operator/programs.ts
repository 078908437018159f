import type { PoolClient } from 'pg'
import type { Program, ProgramVersion } from '../../core/model/program/program.js'
import { programDefinitionOf, programOf, type ProgramRow } from '../accounts/program-rows.js'
import type { Queryable } from '../read/queryable.js'
import { microsOf } from '../tables/column.js'

const COLUMNS = 'id as program_id, version as program_version, definition as program'

/** The newest version of every program, by id. */
export async function listPrograms(db: Queryable): Promise<readonly Program[]> {
  const { rows } = await db.query<ProgramRow>({
    name: 'list_programs',
    text: `select distinct on (id) ${COLUMNS} from programs order by id, version desc`,
  })
  return rows.map(programOf)
}

/** All versions of all programs, by id, newest version first. */
export async function listProgramVersions(db: Queryable): Promise<readonly ProgramVersion[]> {
  const { rows } = await db.query<ProgramRow & { readonly created_at: string }>({
    text: `select ${COLUMNS}, created_at from programs order by id, version desc`,
  })
  return rows.map((row) => ({ program: programOf(row), createdAt: microsOf(row.created_at) }))
}

/** A version of a program; without one the newest. */
export async function findProgram(db: Queryable, id: string, version: number | null): Promise<Program | null> {
  const { rows } = await db.query<ProgramRow>({
    name: 'find_program',
    text: `select ${COLUMNS} from programs where id = $1 and version = coalesce($2::int, version)
      order by version desc limit 1`,
    values: [id, version],
  })
  return rows[0] === undefined ? null : programOf(rows[0])
}

/** Blocks other changes of programs until the transaction ends; reading and selling them is not blocked. */
export async function lockPrograms(client: PoolClient): Promise<void> {
  await client.query('lock table programs in share row exclusive mode')
}

export async function insertProgram(db: Queryable, program: Program): Promise<void> {
  await db.query({
    text: 'insert into programs (id, version, definition) values ($1, $2, $3)',
    values: [program.id, program.version, JSON.stringify(programDefinitionOf(program))],
  })
}
