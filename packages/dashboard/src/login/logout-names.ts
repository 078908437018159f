import { createHash } from 'node:crypto'

/** The claims of an ID token, and of a logout token, that say whose session at the provider it is. */
interface WhoseSession {
  readonly sid?: unknown
  readonly sub?: unknown
}

/**
 * The names by which the provider may end a session: of its own session with the user first, then of the user. They are
 * digests, all of one length, for it goes into a cookie and providers name things as they like.
 */
export const logoutNames = (issuer: string, { sid, sub }: WhoseSession): readonly string[] =>
  Object.entries({ sid, sub })
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([claim, value]) => digestOf(`${issuer} ${claim} ${String(value)}`))

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
