/**
 * Makes a database what it was before a run: to open another one takes as long as a run. Tables that were written are
 * truncated, so that no row that was deleted leaves a gap which another fills; rows that migrations brought come back.
 */
import type { PGlite } from '@electric-sql/pglite'

/** The tables that there are, and the rows of those that have some, as JSON. */
export interface Seeds {
  readonly tables: string
  readonly rows: ReadonlyMap<string, string>
}

interface Table {
  readonly name: string
  readonly isWritten: boolean
}

export async function readSeeds(database: PGlite): Promise<Seeds> {
  const tables = await listTables(database)
  const rows = new Map<string, string>()
  for (const { name, isWritten } of tables)
    if (isWritten) {
      const {
        rows: [found],
      } = await database.query<{ json: string | null }>(`select json_agg(t)::text as json from ${name} t`)
      if (found?.json !== null && found !== undefined) rows.set(name, found.json)
    }
  return { tables: namesOf(tables), rows }
}

/** @throws Error where a run has made or dropped a table */
export async function restoreTables(database: PGlite, { tables, rows }: Seeds): Promise<void> {
  // Neither triggers nor references: rows come back as they were.
  for (const text of ['rollback', 'discard all', 'set session_replication_role = replica']) await database.exec(text)
  const present = await listTables(database)
  if (namesOf(present) !== tables) throw new Error('the run has changed which tables there are')
  const written = present.filter(({ isWritten }) => isWritten).map(({ name }) => name)
  if (written.length > 0) await database.exec(`truncate ${written.join(', ')} restart identity cascade`)
  for (const [name, json] of rows)
    await database.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [json])
  await database.exec('discard all')
}

const namesOf = (tables: readonly Table[]): string => tables.map(({ name }) => name).join(' ')

async function listTables(database: PGlite): Promise<readonly Table[]> {
  const { rows } = await database.query<Table>(`
    select name, pg_relation_size(name::regclass) > 0 as "isWritten" from (
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')) t
    order by name`)
  return rows
}
