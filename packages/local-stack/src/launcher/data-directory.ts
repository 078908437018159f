import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The contents of DATA_DIR. Everything that holds a secret has mode 600. */
export interface DataDirectory {
  readonly path: string
  readonly postgresHome: string
  readonly secretsFile: string
  readonly demoFile: string
  /** Address and token of the operator API, for `npm run operator`. */
  readonly operatorFile: string
  readonly lockFile: string
  readonly logsDir: string
  logFile(name: string): string
}

const PASS_THROUGH = 0o011

export function prepareDataDirectory(path: string): DataDirectory {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const logsDir = join(path, 'logs')
  mkdirSync(logsDir, { recursive: true, mode: 0o700 })
  letPostgresUserThrough(path)
  return {
    path,
    postgresHome: join(path, 'postgres'),
    secretsFile: join(path, 'secrets.json'),
    demoFile: join(path, 'demo.json'),
    operatorFile: join(path, 'operator.json'),
    lockFile: join(path, 'lock.json'),
    logsDir,
    logFile: (name) => join(logsDir, `${name}.log`),
  }
}

// As root, Postgres runs as another user, who has to get through to its own directory; this lets nobody list or read
// anything.
function letPostgresUserThrough(path: string): void {
  if (process.getuid?.() === 0) chmodSync(path, (statSync(path).mode & 0o777) | PASS_THROUGH)
}
