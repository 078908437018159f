import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { invalidPayload, RequestError } from '../process/errors.js'

/** Tells whether a listener answers for an authority, `name:port` or `[::1]:port`, as a request names it. */
export type HostCheck = (authority: string) => boolean

const AUTHORITY = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{0,5}))?$/i
const PORT_MAX = 65_535

/** The authority of a target in absolute form, which goes before the Host header: RFC 9112, section 3.2.2. */
const ABSOLUTE_FORM = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i

/**
 * Makes the check of a listener: addresses pass, whatever the port; names pass when they are localhost, that of this
 * machine, or listed. A web page can have its own name point at any address, ours too, and the browser then lets it
 * read what that name answers: it sends the name as Host. It cannot do so under an address.
 * @param listed in lower case; `*.example.com` stands for the names below it, at any depth
 */
export function createHostCheck(listed: readonly string[] = []): HostCheck {
  const isSuffix = (entry: string): boolean => entry.startsWith('*.')
  const names = new Set(['localhost', hostname().toLowerCase(), ...listed.filter((entry) => !isSuffix(entry))])
  const suffixes = listed.filter(isSuffix).map((entry) => entry.slice(1))
  return (authority) => {
    const [, address, host, port = ''] = AUTHORITY.exec(authority) ?? []
    if (Number(port) > PORT_MAX) return false
    if (address !== undefined) return isIPv6(address)
    if (host === undefined) return false
    if (isIPv4(host)) return true
    // With a dot at its end a name is the same, in full.
    const name = (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase()
    return names.has(name) || suffixes.some((suffix) => name.endsWith(suffix) && name.length > suffix.length)
  }
}

/**
 * Says why a request is not for this listener; null when it is. HTTP/1.0 need not say whom it is for, and no browser
 * speaks it. Of two Host headers a proxy might have used the other one.
 */
export function hostFault(
  { rawHeaders, httpVersion, url = '' }: IncomingMessage,
  isOurs: HostCheck,
): RequestError | null {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return invalidPayload([HOST_ISSUE])
    host = rawHeaders[index + 1] ?? ''
  }
  if (host === undefined && httpVersion !== '1.0') return invalidPayload([HOST_ISSUE])
  if (host !== undefined && !isOurs(host)) return misdirected()
  const target = url.startsWith('/') ? undefined : ABSOLUTE_FORM.exec(url)?.[1]
  return target === undefined || isOurs(target) ? null : misdirected()
}

const HOST_ISSUE = { path: [], code: 'http', message: 'A request has exactly one Host header.' }

const misdirected = (): RequestError =>
  new RequestError('misdirected', 'this service does not answer for that host; it is set in ALLOWED_HOSTS')
