/** Spreads requests over time: a burst of one second's worth, then one after the other. */
export interface RateLimitOptions {
  readonly perSecond: number
  readonly nowMs: () => number
  readonly pause: (ms: number) => Promise<void>
}

/** The function it returns resolves once so many requests may be sent. */
export function createRateLimit({ perSecond, nowMs, pause }: RateLimitOptions): (requests: number) => Promise<void> {
  const gapMs = 1_000 / perSecond
  let paidUntil = -Infinity
  return async (requests) => {
    const now = nowMs()
    paidUntil = Math.max(paidUntil, now - 1_000) + requests * gapMs
    if (paidUntil > now) await pause(paidUntil - now)
  }
}
