/**
 * The answer of the wallet about a key or a token, from the cache where that is enough. The same request that arrives
 * many times concurrently calls the wallet as often: one that joined another's call could be given a response from
 * before its own beginning.
 */
import type { KeyCache } from './key-cache.js'

/** A key and its secret as the cache knows them; a token is its own secret. */
export interface HashedCredentials {
  readonly place: string
  readonly secretHash: Buffer
}

export interface AskThroughCache<R, Q, D> {
  readonly cache: KeyCache<R>
  /** Asks the wallet. */
  readonly ask: (request: Q) => Promise<D>
  /** The decision that what is kept is enough for; null: the wallet has to be asked. */
  readonly decide: (record: R, request: Q) => D | null
  /** The part to keep of a decision of the wallet; null: nothing. */
  readonly kept: (decision: D) => R | null
}

/** Throws what `ask` throws. */
export const askThroughCache =
  <R, Q, D>({ cache, ask, decide, kept }: AskThroughCache<R, Q, D>) =>
  async (request: Q, { place, secretHash }: HashedCredentials): Promise<D> => {
    const found = await cache.read(place)
    if (found.kind === 'record' && found.isSecretRight(secretHash)) {
      const decision = decide(found.record, request)
      if (decision !== null) return decision
    }
    const decision = await ask(request)
    if (found.kind !== 'lease') return decision
    const record = kept(decision)
    if (record === null) {
      await found.lease.giveUp()
      return decision
    }
    return (await found.lease.store(record, secretHash)) ? decision : ask(request)
  }
