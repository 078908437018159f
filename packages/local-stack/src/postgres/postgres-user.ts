import { readFileSync, statSync } from 'node:fs'
import { StartError } from '../start-error.js'

/** The system user PostgreSQL runs as when we are root, which it refuses to be. */
export interface PostgresUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Undefined when we are not root: then Postgres runs as the current user. As root, it runs as the owner of an existing
 * data directory (made by a plain user before), otherwise as `nobody`. Either way the user must have an entry in
 * /etc/passwd, or initdb fails with "could not look up effective user ID".
 */
export function choosePostgresUser(dataDir: string, passwdFile = '/etc/passwd'): PostgresUser | undefined {
  const ownUid = process.getuid?.() ?? 0
  const users = readUsers(passwdFile)
  if (ownUid !== 0) {
    if (process.platform === 'linux' && !users.some((user) => user.uid === ownUid))
      throw new StartError(unknownUser(ownUid))
    return undefined
  }
  const ownerUid = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0
  const user = users.find((candidate) => (ownerUid === 0 ? candidate.name === 'nobody' : candidate.uid === ownerUid))
  if (user === undefined) throw new StartError(ownerUid === 0 ? NO_NOBODY : unknownUser(ownerUid))
  return user
}

const OTHER_SERVERS = 'or set WALLET_DATABASE_URL and ENGINE_DATABASE_URL to servers of your own'
const NO_NOBODY = `PostgreSQL does not run as root and there is no user "nobody" to run it as: start as a plain user, ${OTHER_SERVERS}`
const unknownUser = (uid: number) =>
  `PostgreSQL needs its user (uid ${uid}) to have an entry in /etc/passwd: add one, ${OTHER_SERVERS}`

function readUsers(passwdFile: string): readonly PostgresUser[] {
  return readFileSync(passwdFile, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && Number.isInteger(uid) && uid > 0)
}
