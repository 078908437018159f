import { randomUUID } from 'node:crypto'
import { digestsEqual, type KeyRecord } from '@ats/contracts'
import type { Redis } from '@ats/service-kit/db'
import { LEASE_MS, cacheKeysIn } from './protocol.js'
import { createSigner, type CachedKey } from './sign.js'

/** The engine's side of the protocol. Nothing here throws: a Redis in trouble is one in which nothing is found. */
/** `R` is what is kept: of a key, or of what else opens something and is revoked as a key is. */
export interface KeyCache<R = KeyRecord> {
  /** `place`: of the key. */
  read(place: string): Promise<Found<R>>
}

export type Found<R = KeyRecord> =
  | { readonly kind: 'record'; readonly record: R; readonly isSecretRight: (secretHash: Buffer) => boolean }
  /** Nothing was there: the caller now has the only right to store what the wallet says. */
  | { readonly kind: 'lease'; readonly lease: Lease<R> }
  /** The wallet has to be asked, and what it says cannot be stored. */
  | { readonly kind: 'nothing' }

export interface Lease<R = KeyRecord> {
  /**
   * False: the wallet's response may be from before a revocation. True also where Redis did not tell whether it stored
   * it.
   */
  store(record: R, secretHash: Buffer): Promise<boolean>
  /** Lets the next request try its luck, where there is nothing to store. */
  giveUp(): Promise<void>
}

export type Lookup = 'hit' | 'leased' | 'contended' | 'invalid' | 'error'
export type Fill = 'stored' | 'refused' | 'error'

export interface KeyCacheOptions {
  readonly redis: Redis
  /** The secret that only the engines and the wallet know. */
  readonly serviceToken: string
  /** Unix ms. */
  readonly now: () => number
  readonly onLookup: (lookup: Lookup) => void
  readonly onFill: (fill: Fill) => void
}

/**
 * A record older than its lease can only be there when the clock of Redis' machine was set back; one from the future,
 * when an engine's was. Engines' clocks differ by less than this; ms.
 */
const CLOCKS_DIFFER_MS = 2_000

export function createKeyCache<R = KeyRecord>({
  redis,
  serviceToken,
  now,
  onLookup,
  onFill,
}: KeyCacheOptions): KeyCache<R> {
  const places = cacheKeysIn(redis)
  const signer = createSigner<R>(serviceToken)

  const isCurrent = ({ leasedAtMs }: CachedKey<R>): boolean => {
    const ageMs = now() - leasedAtMs
    return ageMs >= -CLOCKS_DIFFER_MS && ageMs <= LEASE_MS + CLOCKS_DIFFER_MS
  }

  const nothing = (why: Lookup): Found<R> => {
    onLookup(why)
    return { kind: 'nothing' }
  }

  const remove = async (place: string, current: string): Promise<void> => {
    await places.remove(place, current).catch(() => undefined) // it ends by itself
  }

  function leased(place: string, token: string, leasedAtMs: number): Lease<R> {
    return {
      async store(record, secretHash) {
        const kept = signer.close(place, { record, secretHash, leasedAtMs })
        const fill = await places.exchange(place, token, kept).then(
          (isStored): Fill => (isStored === 1 ? 'stored' : 'refused'),
          (): Fill => 'error',
        )
        onFill(fill)
        return fill !== 'refused'
      },
      giveUp: () => remove(place, token),
    }
  }

  return {
    async read(place) {
      const token = `L:${randomUUID()}`
      const leasedAtMs = now()
      const text = await places.readOrLease(place, token, LEASE_MS).catch(() => undefined)
      if (text === undefined) return nothing('error')
      if (text === null) {
        onLookup('leased')
        return { kind: 'lease', lease: leased(place, token, leasedAtMs) }
      }
      if (text.startsWith('L:')) return nothing('contended')
      const kept = signer.open(place, text)
      if (kept === null || !isCurrent(kept)) {
        await remove(place, text)
        return nothing('invalid')
      }
      onLookup('hit')
      const { record, secretHash } = kept
      return { kind: 'record', record, isSecretRight: (given) => digestsEqual(secretHash, given) }
    },
  }
}
