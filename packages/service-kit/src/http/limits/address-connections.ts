/** How many connections each address has open, and whether it opens more than others. */
import { addressGroup } from './address-group.js'

export interface AddressConnections {
  /** One more of this address would be too many. `ip` is normalised. */
  isFull(ip: string): boolean
  /** Counts a new one, whether it is served or not. */
  arrive(ip: string): void
  /** It has lately opened more than a hundred a second, and there are other addresses. */
  opensMany(ip: string): boolean
  /** Counts one that is served. Returns what to call when it has ended. */
  open(ip: string): () => void
  /** Forgets the addresses that have no open connections and opened none lately. */
  sweep(): void
}

const MANY_PER_SECOND = 100
/** However many an address has opened, after ten seconds without new ones it counts like any other. */
const LATELY_MAX = 10 * MANY_PER_SECOND

/** One address or /64. */
interface Opened {
  open: number
  /** Number of connections that were opened, less a hundred for each second since. */
  lately: number
  /** When that was counted, in ms of performance.now. */
  atMs: number
}

export function createAddressConnections(perAddress: number): AddressConnections {
  const byGroup = new Map<string, Opened>()
  const countLately = (opened: Opened): void => {
    const nowMs = performance.now()
    opened.lately = Math.max(0, opened.lately - ((nowMs - opened.atMs) / 1_000) * MANY_PER_SECOND)
    opened.atMs = nowMs
  }
  const openedBy = (ip: string): Opened => {
    const group = addressGroup(ip)
    const opened = byGroup.get(group) ?? { open: 0, lately: 0, atMs: performance.now() }
    byGroup.set(group, opened)
    return opened
  }

  return {
    isFull(ip) {
      return (byGroup.get(addressGroup(ip))?.open ?? 0) >= perAddress
    },
    arrive(ip) {
      const opened = openedBy(ip)
      countLately(opened)
      opened.lately = Math.min(LATELY_MAX, opened.lately + 1)
    },
    opensMany(ip) {
      const opened = byGroup.get(addressGroup(ip))
      if (opened === undefined || byGroup.size === 1) return false
      countLately(opened)
      return opened.lately > MANY_PER_SECOND
    },
    open(ip) {
      const opened = openedBy(ip)
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
