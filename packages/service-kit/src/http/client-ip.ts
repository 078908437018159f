import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { createIpRanges } from '@ats/contracts'
import ipaddr from 'ipaddr.js'

/** Stands for an unknown address; no client has it. */
export const UNKNOWN_IP = '0.0.0.0'

/** IPv4-mapped IPv6 becomes IPv4, IPv6 its shortest form without a zone; what is not an address becomes 0.0.0.0. */
export function normaliseIp(address: string): string {
  if (/^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)) return isIP(address) === 4 ? address : UNKNOWN_IP
  const [withoutZone = ''] = address.split('%')
  return isIP(withoutZone) === 0 ? UNKNOWN_IP : ipaddr.process(withoutZone).toString()
}

/**
 * Tells the address a request comes from. `X-Forwarded-For` counts only as far as each hop, read from the right, is
 * one of the trusted proxies: everything further left was written by someone who is not trusted.
 */
export function createClientIp(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = createIpRanges(trustedProxies)
  const isTrusted = (ip: string): boolean => ip !== UNKNOWN_IP && isProxy(ip)

  return (request) => {
    const peer = normaliseIp(request.socket.remoteAddress ?? '')
    if (trustedProxies.length === 0) return peer
    const hops = (request.headers['x-forwarded-for']?.toString() ?? '').split(',').filter((hop) => hop.trim() !== '')
    return hops.reduceRight((nearer, hop) => (isTrusted(nearer) ? normaliseIp(withoutPort(hop.trim())) : nearer), peer)
  }
}

/** Some proxies write `203.0.113.9:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop
}
