/** FIRM_TOKENS: the users of the firm, each with a token of the engine's OPERATORS. */
import { canOperate, isUserId } from './session/session.js'

export interface FirmToken {
  /** As OIDC_USER_CLAIM says. */
  readonly user: string
  readonly token: string
}

const TOKEN = /^\S{32,}$/

/**
 * Entries are `user:token`, separated by commas or lines; a user may have colons.
 * @throws Error that names the entry
 */
export function parseFirmTokens(text: string): readonly FirmToken[] {
  const entries = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, index): FirmToken => {
      const end = line.lastIndexOf(':')
      const [user, token] = [line.slice(0, Math.max(0, end)).trim(), line.slice(end + 1).trim()]
      const of = `entry ${index + 1}`
      if (!isUserId(user) || !canOperate(user))
        throw new Error(`${of} must be user:token, with a user of 1 to 64 characters`)
      if (!TOKEN.test(token)) throw new Error(`${of}: a token has at least 32 characters, none of them blank`)
      return { user, token }
    })
  if (new Set(entries.map(({ user }) => user)).size < entries.length) throw new Error('a user is there twice')
  if (new Set(entries.map(({ token }) => token)).size < entries.length) throw new Error('two users have one token')
  return entries
}

/** None where the setting was not usable. */
export const tokensOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly FirmToken[]).map(({ token }) => token) : []
