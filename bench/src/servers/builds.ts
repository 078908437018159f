/** Directories in which a revision of this repository is built. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The one that this file is of. */
export const WORK_TREE = join(__dirname, '..', '..', '..')

const distOf = (build: string, service: 'trading-engine' | 'wallet'): string => join(build, 'services', service, 'dist')

/** Applies the migrations of a service as that revision does it. */
export async function migrate(build: string, service: 'trading-engine' | 'wallet', databaseUrl: string): Promise<void> {
  await run(process.execPath, [join(distOf(build, service), 'migrate.js')], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl },
  })
}
