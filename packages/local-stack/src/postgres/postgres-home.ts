/**
 * Where PostgreSQL's data is: `homeDir`, or, when we are root and the user Postgres runs as cannot get there (a
 * clone under a directory of mode 700), a new directory under /var/lib that `homeDir` then links to. The link makes the
 * choice the same at every later start.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.js'
import type { PostgresBinaries } from './binaries.js'
import type { PostgresUser } from './postgres-user.js'
import { canEnter, canRead } from './reachable.js'

const PERSISTENT_BASES = ['/var/lib', '/var/tmp']

/** Returns the real directory, owned by the user Postgres runs as. */
export function preparePostgresHome(
  homeDir: string,
  user: PostgresUser | undefined,
  report: (line: string) => void,
): string {
  const entry = lstatSync(homeDir, { throwIfNoEntry: false })
  if (entry === undefined) return createHome(homeDir, user, report)
  if (!existsSync(homeDir)) {
    throw new StartError(
      `${homeDir} links to a directory that is gone, and the data with it: remove the link to begin with an empty database`,
    )
  }
  const home = realpathSync(homeDir)
  if (user !== undefined && !canEnter(home, user)) {
    throw new StartError(
      `PostgreSQL (as user ${user.name}) cannot reach ${home}: give every directory above it mode 711 or more`,
    )
  }
  return home
}

/** A new directory the user can reach, in the first of `bases` that serves. */
export function makeReachableDirectory(
  bases: readonly string[],
  prefix: string,
  user: PostgresUser | undefined,
): string {
  const base =
    user === undefined ? bases[0] : bases.find((candidate) => existsSync(candidate) && canEnter(candidate, user))
  if (base === undefined)
    throw new StartError(`none of ${bases.join(', ')} can be reached by the user PostgreSQL runs as`)
  const directory = mkdtempSync(join(base, prefix))
  giveTo(directory, user)
  return directory
}

/**
 * The programs as the user Postgres runs as can reach them: where they were installed, or a copy (60 MB) beside the
 * data. Files of the system's server in other places (Debian: share) are not used.
 */
export function placeBinaries(
  { nativeDir, version }: PostgresBinaries,
  home: string,
  user: PostgresUser | undefined,
): string {
  if (
    user === undefined ||
    ['bin/postgres', 'lib', 'share/postgresql']
      .map((part) => join(nativeDir, part))
      .every((part) => !existsSync(part) || canRead(part, user))
  )
    return nativeDir
  const copy = join(home, `native-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true })
  handOver(unfinished, user)
  renameSync(unfinished, copy)
  return copy
}

function createHome(homeDir: string, user: PostgresUser | undefined, report: (line: string) => void): string {
  if (user === undefined || canEnter(dirname(homeDir), user)) {
    mkdirSync(homeDir)
    giveTo(homeDir, user)
    return realpathSync(homeDir)
  }
  const home = makeReachableDirectory(PERSISTENT_BASES, 'algorithmic-trading-postgres-', user)
  symlinkSync(home, homeDir)
  report(`PostgreSQL runs as ${user.name}, who cannot enter ${dirname(homeDir)}: its data is in ${home}`)
  return home
}

/** Gives a whole directory to the user Postgres runs as. */
export function handOver(path: string, user: PostgresUser): void {
  lchownSync(path, user.uid, user.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) handOver(join(path, name), user)
}

function giveTo(directory: string, user: PostgresUser | undefined): void {
  chmodSync(directory, 0o700)
  if (user !== undefined) chownSync(directory, user.uid, user.gid)
}
