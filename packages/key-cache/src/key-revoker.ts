import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from '@ats/service-kit/db'
import type { RequestIds } from '@ats/service-kit/http'
import type { Logger } from '@ats/service-kit/process'
import { LEASE_MS, cacheKey } from './protocol.js'

/** The wallet's side of the protocol. */
export interface KeyRevoker {
  /**
   * Resolves once no engine can find the key in the cache any more. Call it when the revocation is committed; it never
   * throws. `ids` are of the revoking request. It takes a moment, or where Redis does not confirm the deletion,
   * LEASE_MS + MARGIN_MS.
   */
  forget(keyHash: Buffer, ids?: RequestIds): Promise<void>
}

const TRIES = 2
/** For timers and clocks that do not run at quite the same speed. */
const MARGIN_MS = 250

/** The longest `forget` takes, ms: two commands that are given up, and the wait. */
export const FORGET_WITHIN_MS = LEASE_MS + MARGIN_MS + 500

export function createKeyRevoker({
  redis,
  logger,
  onForgotten,
}: {
  readonly redis: Pick<Redis, 'del'>
  readonly logger: Logger
  readonly onForgotten: (method: 'deleted' | 'waited') => void
}): KeyRevoker {
  const isDeleted = (place: string): Promise<boolean> =>
    redis.del(place).then(
      () => true,
      () => false,
    )
  return {
    async forget(keyHash, ids) {
      const committedAtMs = performance.now()
      for (let tries = 0; tries < TRIES; tries++) {
        if (!(await isDeleted(cacheKey(keyHash)))) continue
        return onForgotten('deleted')
      }
      // A deletion that arrives after all is welcome: absence is always safe.
      const leftMs = committedAtMs + LEASE_MS + MARGIN_MS - performance.now()
      logger.warn(
        { ...ids, wait_ms: Math.round(leftMs) },
        'Redis did not confirm that a revoked key is gone; waiting until it is',
      )
      await sleep(leftMs)
      onForgotten('waited')
    },
  }
}
