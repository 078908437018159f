import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createHeapCache } from '@ats/service-kit/process'
import type { CookieJar } from './cookies.js'
import type { EndedByProvider, RevokedSessions } from './revoked-sessions.js'
import type { Sealer } from './sealer.js'
import { asSession, expiresAt, isLive, SESSION_SECONDS, type Role, type Session } from './session.js'

/** The sessions of users, kept by their browsers. */
export interface Sessions {
  /** The session of a request; null when there is none, it is over, or the page that sends it shows another user. */
  read(headers: IncomingHttpHeaders): Promise<Session | null>
  /** A new session, never one that the browser came with, and its cookie. */
  begin(login: Omit<Session, 'sid' | 'createdAt' | 'seenAt'>): Promise<{ session: Session; cookie: string }>
  /** The cookie that says that the user is still there; null while the one they have says so. */
  renew(session: Session): Promise<string | null>
  /** Ends it for good; returns what takes the cookie away. */
  end(session: Session | null): Promise<string>
  /** Ends what the provider has ended. @throws DependencyError when other replicas cannot be informed */
  endAll(ended: EndedByProvider): Promise<void>
}

export interface SessionsOptions {
  readonly sealer: Sealer
  readonly jar: CookieJar
  readonly revoked: RevokedSessions
  readonly now: () => Date
  /** The roles that a user may have in this deployment, whatever they are elsewhere. */
  readonly allowedRoles: (user: string) => readonly Role[]
}

/** The user whom a page shows. Another tab may have logged in as somebody else: the cookie is then theirs. */
const FOR_USER = 'x-dashboard-user'

/** Whether the page that sends a request knows its user, and needs that one's session. */
export const namesUser = (headers: IncomingHttpHeaders): boolean => headers[FOR_USER] !== undefined

const isForUser = (headers: IncomingHttpHeaders, user: string): boolean =>
  !namesUser(headers) || headers[FOR_USER] === user

/** How old what a cookie says of the last request may become. */
const RENEW_SECONDS = 60

export function createSessions({ sealer, jar, revoked, now, allowedRoles }: SessionsOptions): Sessions {
  /** By cookie: opening one costs more than all else about a request, and a page sends many with the same one. */
  const opened = createHeapCache<Session>('open sessions')
  const seconds = (): number => Math.floor(now().getTime() / 1000)
  const seal = async (session: Session): Promise<string> =>
    jar.write(await sealer.seal(session), expiresAt(session) - seconds())

  const withAllowed = (session: Session): Session => ({
    ...session,
    roles: session.roles.filter((role) => allowedRoles(session.user).includes(role)),
  })

  async function open(sealed: string): Promise<Session | null> {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const content = asSession(await sealer.open(sealed))
    if (content === null) return null
    const session = withAllowed(content)
    opened.set(sealed, session)
    return session
  }

  return {
    async read(headers) {
      const sealed = jar.read(headers)
      const session = sealed === null ? null : await open(sealed)
      if (
        session === null ||
        !isForUser(headers, session.user) ||
        !isLive(session, seconds()) ||
        (await revoked.isRevoked(session))
      )
        return null
      return session
    },
    async begin(login) {
      const sid = randomBytes(16).toString('base64url')
      const session = withAllowed({ ...login, sid, createdAt: seconds(), seenAt: seconds() })
      return { session, cookie: await seal(session) }
    },
    async renew(session) {
      if (seconds() - session.seenAt < RENEW_SECONDS) return null
      return seal({ ...session, seenAt: seconds() })
    },
    async end(session) {
      if (session !== null) await revoked.revoke(session.sid, SESSION_SECONDS)
      return jar.clear
    },
    endAll: (ended) => revoked.revokeAll(ended, SESSION_SECONDS),
  }
}
