/**
 * Addresses of a host, queried from DNS directly: the system's own look-up blocks a thread each, and four names whose
 * server does not answer would hold up all others.
 */
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** All addresses of a host name, at least one; rejects when there is none, or none in time. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

const QUERY_MS = 2_000
const TRIES = 2
const LOOPBACK = ['127.0.0.1']

/** `servers` instead of the system's. Names under `localhost` are this machine, without a query to DNS. */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES })
  if (servers !== undefined) resolver.setServers(servers)
  return async (hostname) => {
    if (isIP(hostname) !== 0) return [hostname]
    if (/(^|\.)localhost\.?$/.test(hostname)) return LOOPBACK
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw new Error(`${hostname} has no address`)
    return addresses
  }
}
