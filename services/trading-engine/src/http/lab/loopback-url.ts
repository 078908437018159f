/** The addresses that webhooks of runs go to: those of the machine that the laboratory is on. */
import { createIpRanges } from '@ats/contracts'
import { isIP } from 'node:net'

/** Whether it is an address of this machine; names are none. */
export const isLoopback: (address: string) => boolean = createIpRanges(['127.0.0.0/8', '::1'])

const LENGTH_MAX = 2_048

/** Tells what is wrong with it; null: nothing is. */
export function problemOfLoopbackUrl(text: string): string | null {
  if (!text.startsWith('http://') || /[\s\\#]/.test(text) || !URL.canParse(text) || text.length > LENGTH_MAX)
    return 'must be a URL that begins with http://, without a fragment'
  const { hostname, username, password, port } = new URL(text)
  if (username !== '' || password !== '' || port === '0')
    return 'must have no user info, and a port that can be reached'
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
    ? null
    : 'must name the machine of the laboratory: localhost, 127.0.0.1 or [::1]'
}
