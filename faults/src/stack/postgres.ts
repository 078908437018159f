import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort, startPostgres, type Guardian } from '@ats/local-stack'
import { killAtOnce, processTree } from './process-tree.js'

/** PostgreSQL that keeps what it confirmed (fsync on), can be killed, and comes back on the same port. */
export interface KillablePostgres {
  readonly superuserUrl: string
  readonly version: string
  /** SIGKILL to the postmaster and every backend; resolves when it has recovered and answers again. */
  killAndRestart(): Promise<void>
}

export async function startKillablePostgres(guardian: Guardian, directory: string): Promise<KillablePostgres> {
  const options = {
    guardian,
    homeDir: join(directory, 'postgres'),
    logFile: join(directory, 'postgres.log'),
    superuserPassword: randomBytes(24).toString('hex'),
    isDurable: true,
    report: () => undefined,
    port: await findFreePort(),
  }
  let running = await startPostgres(options)
  return {
    superuserUrl: running.url,
    version: running.version,
    async killAndRestart() {
      for (const pid of processTree(running.child.process.pid)) killAtOnce(pid)
      await running.child.exited
      running = await startPostgres(options)
    },
  }
}
