/** How many connections each address has open, and whether it opens many. */
import { addressGroup } from './address-group.js'

export interface AddressConnections {
  /** One more of this address would be too many. `ip` is normalised. */
  isFull(ip: string): boolean
  /** It has lately opened more than a hundred a second. */
  opensMany(ip: string): boolean
  /** Counts one that was opened. Returns what to call when it has ended. */
  open(ip: string): () => void
  /** Forgets the addresses that have none open, nor opened any lately. */
  sweep(): void
}

const MANY_PER_SECOND = 100
/** An address that has opened many is quiet for ten seconds at most until it counts like any other. */
const LATELY_MAX = 10 * MANY_PER_SECOND

/** One address or /64. */
interface Opened {
  open: number
  /** Number of them that were opened, less a hundred for each second since. */
  lately: number
  /** When they were counted, in ms of performance.now. */
  atMs: number
}

export function createAddressConnections(perAddress: number): AddressConnections {
  const byGroup = new Map<string, Opened>()
  const countLately = (opened: Opened): void => {
    const nowMs = performance.now()
    opened.lately = Math.max(0, opened.lately - ((nowMs - opened.atMs) / 1_000) * MANY_PER_SECOND)
    opened.atMs = nowMs
  }

  return {
    isFull(ip) {
      return (byGroup.get(addressGroup(ip))?.open ?? 0) >= perAddress
    },
    opensMany(ip) {
      const opened = byGroup.get(addressGroup(ip))
      if (opened === undefined) return false
      countLately(opened)
      return opened.lately > MANY_PER_SECOND
    },
    open(ip) {
      const group = addressGroup(ip)
      const opened = byGroup.get(group) ?? { open: 0, lately: 0, atMs: performance.now() }
      byGroup.set(group, opened)
      countLately(opened)
      opened.lately = Math.min(LATELY_MAX, opened.lately + 1)
      opened.open += 1
      return () => void (opened.open -= 1)
    },
    sweep() {
      for (const [group, opened] of byGroup) {
        countLately(opened)
        if (opened.open === 0 && opened.lately === 0) byGroup.delete(group)
      }
    },
  }
}
