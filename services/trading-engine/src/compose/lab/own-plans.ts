/** The database of a laboratory that has no other: in memory, with the plans that the migrations bring. */
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { openMemoryPostgres } from '../../lab/run/memory-postgres.js'
import { keepTemplate, withPlansOf } from '../../lab/run/template.js'

export async function openOwnPlans(migrations: string, folder: string): Promise<Pool> {
  const template = await keepTemplate(migrations, folder)
  const { pool } = await openMemoryPostgres(await readFile(withPlansOf(template)), () => Date.now() * 1_000)
  return pool
}
