/** The files that each database of a run begins with, made once for each set of migrations and kept in a folder. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '@ats/service-kit/db'
import { createTemplates } from './memory-postgres.js'

/** Raised with the version of PGlite and with what `createTemplates` does: files of before are made again. */
const FORMAT = 'pglite 0.5.17, 3'

/** @returns the path of the files. The folder is the service's own: the one who writes there decides what runs do. */
export async function keepTemplate(migrations: string, folder: string): Promise<string> {
  const hash = createHash('sha256').update(FORMAT)
  for (const { sha256 } of await readMigrations(migrations)) hash.update(sha256)
  const path = join(folder, `${hash.digest('hex').slice(0, 32)}.tar`)
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { empty, withPlans } = await createTemplates(migrations)
  await write(withPlansOf(path), withPlans)
  await write(path, empty)
  return path
}

/** The same with the plans that the migrations bring, which lies beside it. */
export const withPlansOf = (path: string): string => path.replace(/\.tar$/, '.plans.tar')

/** Two that make it together each end with a whole one. */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  const own = `${path}.${process.pid}`
  await writeFile(own, bytes, { mode: 0o600 })
  await rename(own, path)
}
