/** How long to wait after the latest of several failures in a row. */
export interface BackOff {
  /** Milliseconds; at least as long as the other side asks for, up to five minutes. */
  failed(retryAfterMs?: number | null): number
  /** Returns whether there had been failures. */
  succeeded(): boolean
}

const LONGEST_MS = 30_000
const LONGEST_WISH_MS = 300_000

/** Doubles with each failure, and is drawn from its upper half: many that were cut off do not return together. */
export function createBackOff(firstMs: number, random: () => number): BackOff {
  let failures = 0
  return {
    failed(retryAfterMs) {
      failures += 1
      const longest = Math.min(firstMs * 2 ** failures, LONGEST_MS)
      return Math.max(Math.min(retryAfterMs ?? 0, LONGEST_WISH_MS), longest / 2 + (random() * longest) / 2)
    },
    succeeded() {
      const hadFailed = failures > 0
      failures = 0
      return hadFailed
    },
  }
}
