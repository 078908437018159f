/**
 * The carriers of messages: each mail goes by one server, a message of Discord by one host. One that fails rests.
 */
import type { NotificationRule } from '@ats/contracts'

export interface Carrier {
  readonly name: string
  /** Moment of `performance.now()`. */
  restsUntil: number
  /** The number of failures in a row. */
  failures: number
  /** Whether one message is under way to find out whether it is back. */
  isProbed: boolean
}

export interface Carriers {
  readonly of: (name: string) => Carrier
  readonly record: (carrier: Carrier, isDown: boolean) => void
  /** The channels that rest as a whole. */
  readonly resting: () => readonly string[]
}

const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

/** All spans are divided by `divisor`. */
export function createCarriers({ divisor }: { readonly divisor: number }): Carriers {
  /** The carriers that have failed and not done since. */
  const failing = new Map<string, Carrier>()
  return {
    of: (name) => failing.get(name) ?? { name, restsUntil: 0, failures: 0, isProbed: false },
    record(carrier, isDown) {
      const at = performance.now()
      if (!isDown) {
        carrier.failures = 0
        carrier.restsUntil = 0
        failing.delete(carrier.name)
        return
      }
      // Those under way when it failed do not make it rest longer.
      if (carrier.restsUntil > at) return
      carrier.restsUntil = at + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** carrier.failures) / divisor
      carrier.failures += 1
      failing.set(carrier.name, carrier)
      for (const [name, { restsUntil }] of failing) if (restsUntil + 20 * LONGEST_REST_MS < at) failing.delete(name)
    },
    resting: () => {
      const at = performance.now()
      return [...failing.values()].filter(({ restsUntil }) => restsUntil > at).map(({ name }) => name)
    },
  }
}

/** By which a rule's messages go. */
export const carrierOf = ({ channel, target }: NotificationRule): string =>
  channel === 'EMAIL' || channel === 'TELEGRAM' ? channel : new URL(target).host

/** Where a rule's messages go, as the log of deliveries shows it. */
export function targetUrl({ channel, target }: NotificationRule): string {
  if (channel === 'EMAIL') return `mailto:${target}`
  return channel === 'TELEGRAM' ? `telegram:${target}` : target
}
