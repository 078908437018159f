/**
 * The cached form of a key, so that writing to Redis is not enough to be let in: the text carries a MAC over itself and
 * the place it was made for. Only engines write and read it; they share the token with which they call the wallet, and
 * its key is derived from that. While a token is being replaced, each engine believes only those that have the same
 * one.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { createHeapCache } from '@ats/service-kit/process'

export interface CachedKey<R> {
  readonly record: R
  /** SHA-256 of the secret. */
  readonly secretHash: Buffer
  /** When its lease was taken, by the clock of the engine that took it; Unix ms. */
  readonly leasedAtMs: number
}

export interface Signer<R> {
  close(place: string, kept: CachedKey<R>): string
  /** Null when it was not closed with this seal for this place. */
  open(place: string, text: string): CachedKey<R> | null
}

interface Written<R> extends Omit<CachedKey<R>, 'secretHash'> {
  /** Hex. */
  readonly secretHash: string
}

/** Another shape of what is written is another version. */
const VERSION = 'V1:'
const MAC_LENGTH = 64

export function createSigner<R>(serviceToken: string): Signer<R> {
  const key = Buffer.from(hkdfSync('sha256', serviceToken, '', 'key-cache', 32))
  const macOf = (place: string, json: string): Buffer =>
    createHmac('sha256', key).update(`${VERSION}${place}:${json}`).digest()

  function verify(place: string, text: string): CachedKey<R> | null {
    if (!text.startsWith(VERSION)) return null
    const mac = Buffer.from(text.slice(VERSION.length, VERSION.length + MAC_LENGTH), 'hex')
    const json = text.slice(VERSION.length + MAC_LENGTH)
    const expected = macOf(place, json)
    const isOurs = mac.length === expected.length && timingSafeEqual(mac, expected)
    if (!isOurs) return null
    const { secretHash, ...rest } = JSON.parse(json) as Written<R>
    return { ...rest, secretHash: Buffer.from(secretHash, 'hex') }
  }

  // Not whether a key is good, which Redis is asked each time: only what the very same text said for the same place.
  const opened = createHeapCache<{ readonly text: string; readonly kept: CachedKey<R> }>('verified keys')

  return {
    close(place, kept) {
      const json = JSON.stringify({ ...kept, secretHash: kept.secretHash.toString('hex') } satisfies Written<R>)
      return VERSION + macOf(place, json).toString('hex') + json
    },
    open(place, text) {
      const last = opened.get(place)
      if (last?.text === text) return last.kept
      const kept = verify(place, text)
      if (kept !== null) opened.set(place, { text, kept })
      return kept
    },
  }
}
