import { realpathSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import type { PostgresUser } from './postgres-user.js'

const EXECUTE = 1
const READ_EXECUTE = 5

/** True when `user` can get into the directory: it and every directory above it let the user through. */
export function canEnter(directory: string, user: PostgresUser): boolean {
  const real = realpathSync(directory)
  return [real, ...ancestorsOf(real)].every((path) => allows(path, user, EXECUTE))
}

/** True when `user` can get to the program or directory and also read it. */
export function canRead(path: string, user: PostgresUser): boolean {
  const real = realpathSync(path)
  return canEnter(dirname(real), user) && allows(real, user, READ_EXECUTE)
}

function allows(path: string, user: PostgresUser, wanted: number): boolean {
  return (bitsFor(statSync(path), user) & wanted) === wanted
}

function bitsFor({ mode, uid, gid }: Stats, user: PostgresUser): number {
  if (uid === user.uid) return mode >> 6
  return gid === user.gid ? mode >> 3 : mode
}

function ancestorsOf(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...ancestorsOf(parent)]
}
