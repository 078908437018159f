/** The packages of a checkout, from its package-lock.json. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly resolved?: string; readonly link?: boolean }>
  >
}

const readLock = (root: string): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

/** Whether two checkouts install the same packages of others at the same places. */
export const installSamePackages = (root: string, other: string): boolean =>
  placesOf(readLock(root)) === placesOf(readLock(other))

const placesOf = ({ packages }: Lock): string =>
  Object.entries(packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
    .map(([place, { version }]) => `${place} ${version}`)
    .toSorted()
    .join('\n')

const ROOM = 'node_modules'

/**
 * Gives a checkout links to the packages of others that are installed in another one. Those of the repository itself
 * are its own: each checkout runs what was built in it.
 */
export function linkPackages(from: string, to: string): void {
  const { packages } = readLock(to)
  const own = Object.entries(packages).flatMap(([place, { link, resolved }]) =>
    link === true && resolved !== undefined ? [{ place, folder: resolved }] : [],
  )
  for (const { place, folder } of own) link(join(to, folder), join(to, place))
  const scopes = new Set(own.map(({ place }) => place.split('/')[1]))
  for (const name of readdirSync(join(from, ROOM)))
    if (!scopes.has(name)) link(join(from, ROOM, name), join(to, ROOM, name))
  for (const { folder } of own) {
    const nested = join(folder, ROOM)
    if (existsSync(join(from, nested))) link(join(from, nested), join(to, nested))
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
