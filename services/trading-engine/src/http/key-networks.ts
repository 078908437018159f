/**
 * Notes the networks that keys are used from, each once a day and key, for surveillance. A request waits for none of
 * it: what is new is written some seconds later, and again after a failure. Loopback addresses are no network.
 */
import { chunksOf, periodic, type Periodic } from '@ats/service-kit/async'
import { siteOf, UNKNOWN_IP } from '@ats/service-kit/http'

export interface KeyNetwork {
  /** A date in UTC. */
  readonly day: string
  readonly keyId: string
  readonly userId: string
  readonly network: string
}

/** Told of each request that a key was accepted for. */
export type OnKeyUsed = (key: { readonly keyId: string; readonly userId: string }, ip: string) => void

export interface KeyNetworks extends Periodic {
  readonly onKeyUsed: OnKeyUsed
}

export interface KeyNetworksOptions {
  readonly write: (networks: readonly KeyNetwork[]) => Promise<void>
  /** Forgets what is older than the days that are kept. */
  readonly dropBefore: (day: string) => Promise<void>
  readonly nowMs: () => number
  readonly onError: (error: unknown) => void
  readonly everyMs?: number
}

/** Days for which they are kept: a report looks at 31 of them. */
export const NETWORK_DAYS_KEPT = 62
/** Networks of a key in a day: one more says nothing new. */
const NETWORKS_MAX = 64
const WRITTEN_AT_A_TIME = 500
const EVERY_MS = 2_000
const DAY_MS = 86_400_000

interface UsedKey {
  lastIp: string
  readonly networks: Set<string>
}

export function createKeyNetworks({ write, dropBefore, nowMs, onError, everyMs }: KeyNetworksOptions): KeyNetworks {
  const used = new Map<string, UsedKey>()
  let waiting: KeyNetwork[] = []
  let [dayNumber, day, droppedOn] = [-1, '', '']

  function turnDay(): void {
    const number = Math.floor(nowMs() / DAY_MS)
    if (number === dayNumber) return
    used.clear()
    ;[dayNumber, day] = [number, dateOf(number)]
  }

  async function flush(): Promise<void> {
    const taken = waiting
    waiting = []
    try {
      for (const some of chunksOf(taken, WRITTEN_AT_A_TIME)) await write(some)
    } catch (error) {
      waiting = [...taken, ...waiting]
      throw error
    }
    if (taken.length === 0 || droppedOn === day) return
    await dropBefore(dateOf(dayNumber - NETWORK_DAYS_KEPT))
    droppedOn = day
  }

  const rounds = periodic(flush, { everyMs: everyMs ?? EVERY_MS, onError })
  return {
    onKeyUsed({ keyId, userId }, ip) {
      turnDay()
      const key = used.get(keyId)
      if (key?.lastIp === ip) return
      const network = networkOf(ip)
      if (network === null) return
      const networks = key?.networks ?? new Set<string>()
      if (key === undefined) used.set(keyId, { lastIp: ip, networks })
      else key.lastIp = ip
      if (networks.has(network) || networks.size >= NETWORKS_MAX) return
      networks.add(network)
      waiting.push({ day, keyId, userId, network })
    },
    start: rounds.start,
    async stop() {
      await rounds.stop()
      await flush().catch(onError)
    },
  }
}

const dateOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The /24 of an IPv4 address, the /48 of an IPv6 one; null of this machine's own, and of an unknown one. */
export function networkOf(ip: string): string | null {
  if (ip === UNKNOWN_IP || ip === '::1' || ip.startsWith('127.')) return null
  return siteOf(ip) ?? `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`
}
