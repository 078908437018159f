/** Counts the rounds in which a step of a request failed: told when it begins, and when it is given up. */
import type { VenueRequest } from '../../../core/model/live/venue-request.js'
import type { Effect, Setback, SetbackStep } from './wallet-view.js'
import type { WalletSenderOptions } from './sender-options.js'

export interface Setbacks {
  readonly byRequest: Map<string, Setback>
  /** Counts one more, or so many in all. */
  count(requestId: string, step: SetbackStep, reason: string, attempts?: number): void
  /** Counts a preparation that reverted in its block: who waits for it waits no longer, the next request tries it. */
  countReverted(effect: Effect, requests: readonly VenueRequest[]): void
  /** Forgets requests that have ended. */
  forgetOthers(open: readonly VenueRequest[]): void
}

export function createSetbacks(
  options: Pick<WalletSenderOptions, 'address' | 'limits' | 'logger' | 'onSetback'>,
): Setbacks {
  const { address: wallet, limits, logger } = options
  const byRequest = new Map<string, Setback>()
  const setbacks: Setbacks = {
    byRequest,
    count(requestId, step, reason, attempts = (byRequest.get(requestId)?.attempts ?? 0) + 1) {
      byRequest.set(requestId, { attempts, reason })
      options.onSetback?.(step)
      const about = { wallet, requestId, step, reason, attempts }
      if (attempts === 1) logger.warn(about, `a live request cannot go on: ${reason}; will retry`)
      if (attempts >= limits.attemptsMax) logger.error(about, `a live request is given up: ${reason}`)
    },
    countReverted(effect, requests) {
      if (effect.kind !== 'settle' || effect.mined?.state !== 'REVERTED') return
      if (effect.attempts.every(({ purpose }) => purpose !== 'prepare')) return
      for (const { id, state } of requests)
        if (state === 'NEW') setbacks.count(id, 'prepare', 'reverted', limits.attemptsMax)
    },
    forgetOthers(open) {
      for (const id of byRequest.keys()) if (!open.some((request) => request.id === id)) byRequest.delete(id)
    },
  }
  return setbacks
}
