import type { IncomingHttpHeaders } from 'node:http'

/** A cookie of ours: its name, and how the browser has to keep it. */
export interface CookieJar {
  /** Null when it is missing, or there twice: then another site of the domain may have set one of them. */
  read(headers: IncomingHttpHeaders): string | null
  write(value: string, maxAgeSeconds: number): string
  readonly clear: string
}

interface CookieTerms {
  readonly name: string
  readonly isSecure: boolean
  /** Lax cookies come along when another site sends the user here. */
  readonly sameSite: 'Strict' | 'Lax'
}

/** On https its name begins with `__Host-`, which no other site under the same domain can set. */
export function createCookieJar({ name: plainName, isSecure, sameSite }: CookieTerms): CookieJar {
  const name = isSecure ? `__Host-${plainName}` : plainName
  const attributes = ['Path=/', 'HttpOnly', `SameSite=${sameSite}`, ...(isSecure ? ['Secure'] : [])].join('; ')
  const write = (value: string, maxAgeSeconds: number): string =>
    `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`
  return {
    read({ cookie = '' }) {
      const values = cookie
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
      const [value] = values
      return value === undefined || values.length > 1 ? null : value.slice(name.length + 1)
    },
    write,
    clear: write('', 0),
  }
}
