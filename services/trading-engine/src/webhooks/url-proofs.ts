/**
 * Remembers which URLs have responded 2xx. The others may not want webhooks at all: all workers together attempt few
 * deliveries a minute for each of them, and postpone the rest.
 */
import { createHeapCache } from '@ats/service-kit/process'
import type { Micros } from '../core/values/time.js'
import type { DueDelivery, AttemptsGranted, AttemptsRequested, UnprovenLimits } from '../core/model/webhook-delivery.js'

export interface UrlProofs {
  /** The deliveries that may be attempted now, and how long the key rests after them. */
  permit(keyId: string, url: string, due: readonly DueDelivery[]): Promise<PermittedAttempts>
  /** The URL has answered 2xx: what was put off for want of that is due. */
  prove(keyId: string, url: string): Promise<void>
}

export interface PermittedAttempts {
  readonly permitted: readonly DueDelivery[]
  readonly restMs: number
}

export interface UrlProofsOptions {
  readonly store: UrlProofStore
  /** The shards this process holds, as of now. */
  readonly shards: () => ReadonlySet<number>
  readonly now: () => Micros
  /** All spans are divided by it. */
  readonly divisor: number
}

export interface UrlProofStore {
  takeAttempts(requested: AttemptsRequested, limits: UnprovenLimits): Promise<AttemptsGranted>
  proveUrl(url: string): Promise<void>
  releasePostponed(keyId: string): Promise<void>
}

const UNPROVEN = { attemptsMax: 10, window: 60_000_000, waitMax: 86_400_000_000 }

export function createUrlProofs({ store, shards, now, divisor }: UrlProofsOptions): UrlProofs {
  /** Keys and URLs of which nothing waits for a proof: a proof is for ever. */
  const proven = createHeapCache<true>('proven webhook URLs')
  const limits: UnprovenLimits = {
    attemptsMax: UNPROVEN.attemptsMax,
    window: Math.ceil(UNPROVEN.window / divisor),
    waitMax: Math.ceil(UNPROVEN.waitMax / divisor),
  }

  async function release(keyId: string, url: string): Promise<void> {
    await store.releasePostponed(keyId)
    proven.set(`${keyId} ${url}`, true)
  }

  return {
    async permit(keyId, url, due) {
      if (proven.has(`${keyId} ${url}`)) return { permitted: due, restMs: 0 }
      const at = now()
      const requested = { keyId, url, ids: due.map(({ id }) => id), shards: [...shards()], now: at }
      const granted = await store.takeAttempts(requested, limits)
      if (granted !== 'proven') {
        const restMs = granted.count < due.length ? (granted.freeAt - at) / 1_000 : 0
        return { permitted: due.slice(0, granted.count), restMs }
      }
      await release(keyId, url)
      return { permitted: due, restMs: 0 }
    },
    async prove(keyId, url) {
      if (proven.has(`${keyId} ${url}`)) return
      await store.proveUrl(url)
      await release(keyId, url)
    },
  }
}
