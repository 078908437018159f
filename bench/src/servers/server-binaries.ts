/**
 * Chooses the Postgres that is measured. The embedded one has no pgbench, so a system server with postgres, initdb and
 * pgbench is used where there is one.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PostgresBinaries } from '@ats/local-stack'
import type { Flags } from '../flags.js'

export interface ServerBinaries {
  /** Undefined: the embedded server. */
  readonly binaries: PostgresBinaries | undefined
  /** Undefined: pgbench of the server's version is not installed. */
  readonly pgbench: string | undefined
}

const DEBIAN = '/usr/lib/postgresql'
const PROGRAMS = ['postgres', 'initdb', 'pgbench']

/** Throws an Error when a server of the system is asked for and there is none. */
export function chooseServerBinaries(server: Flags['server']): ServerBinaries {
  if (server === 'embedded') return { binaries: undefined, pgbench: undefined }
  const binDir = candidates().find((directory) => PROGRAMS.every((program) => existsSync(join(directory, program))))
  if (binDir !== undefined) {
    const binaries = { nativeDir: dirname(binDir), version: versionOf(binDir) }
    return { binaries, pgbench: join(binDir, 'pgbench') }
  }
  if (server === 'any') return { binaries: undefined, pgbench: undefined }
  throw new Error(
    `--server system: no directory with ${PROGRAMS.join(', ')}: install Debian's postgresql and postgresql-contrib, or name it in BENCH_PG_BIN`,
  )
}

/** The newest version first. */
function candidates(): readonly string[] {
  const chosen = process.env['BENCH_PG_BIN']
  if (chosen !== undefined && chosen !== '') return [chosen]
  if (!existsSync(DEBIAN)) return []
  return readdirSync(DEBIAN)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
}

/** "postgres (PostgreSQL) 15.18 (Debian …)" */
function versionOf(binDir: string): string {
  const line = execFileSync(join(binDir, 'postgres'), ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)*/.exec(line)?.[0] ?? ''
}
