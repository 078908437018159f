import { isIP } from 'node:net'
import { createIpRanges } from './ip-ranges.js'
import type { Scope } from './scopes.js'
import { parseTimestamp } from './timestamp.js'

/** A valid key as the wallet describes it to the engine. It says what the key may do, not whether this request may. */
export interface KeyRecord {
  readonly keyId: string
  readonly userId: string
  readonly permissions: readonly Scope[]
  /** Canonical IPv4, IPv6 and CIDR entries; empty means every address is allowed. */
  readonly ipWhitelist: readonly string[]
  /** RFC 3339 in UTC, or null for a key without an end. */
  readonly expiresAt: string | null
}

/**
 * A key ends at its `expiresAt`: at that very millisecond it is expired. `nowMs` is Unix time in milliseconds.
 * A time that is none counts as expired.
 */
export function isExpired(record: Pick<KeyRecord, 'expiresAt'>, nowMs: number): boolean {
  return record.expiresAt !== null && (parseTimestamp(record.expiresAt) ?? 0) <= nowMs * 1_000
}

/** Whether a request from `ip` may use the key. What is not an IP address is only allowed when there is no list. */
export const checkIp = ({ ipWhitelist }: Pick<KeyRecord, 'ipWhitelist'>, ip: string): boolean =>
  ipWhitelist.length === 0 || createIpRanges(ipWhitelist)(ip)

/** An IPv4 or IPv6 address, or one followed by `/` and a prefix length of its family. */
export function isIpRule(entry: string): boolean {
  const [address = '', prefixBits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefixBits === undefined) return true
  return /^\d{1,3}$/.test(prefixBits) && Number(prefixBits) <= (family === 4 ? 32 : 128)
}
