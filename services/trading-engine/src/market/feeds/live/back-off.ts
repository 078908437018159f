/** How long to wait after the latest of several failures in a row. */
export interface BackOff {
  /** Milliseconds; at least as long as the other side asks for. */
  failed(retryAfterMs?: number): number
  /** Returns whether there had been failures. */
  succeeded(): boolean
}

const LONGEST_MS = 30_000

/** Doubles with each failure, and is drawn from its upper half: many that were cut off do not return together. */
export function createBackOff(firstMs: number, random: () => number): BackOff {
  let failures = 0
  return {
    failed(retryAfterMs = 0) {
      failures += 1
      const longest = Math.min(firstMs * 2 ** failures, LONGEST_MS)
      return Math.max(retryAfterMs, longest / 2 + (random() * longest) / 2)
    },
    succeeded() {
      const hadFailed = failures > 0
      failures = 0
      return hadFailed
    },
  }
}
