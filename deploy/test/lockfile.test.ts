/** `npm ci` installs exactly the locked packages, from any registry. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPOSITORY } from './support/repository.js'

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
}

let locked: readonly (readonly [string, LockedPackage])[]

beforeAll(async () => {
  const lockfile = JSON.parse(await readFile(join(REPOSITORY, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  locked = Object.entries(lockfile.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
})

it('has the hash of every package, of every platform', () => {
  expect(locked.length).toBeGreaterThan(500)
  const unhashed = locked.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
  expect(unhashed.map(([path, { version }]) => `${path} ${version}`)).toEqual([])
})

it('names no registry: each machine asks its own', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})
