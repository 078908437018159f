const LONGEST_MS = 300_000

/** Milliseconds that a `Retry-After` of whole seconds asks for, at most five minutes; 0 for anything else. */
export function retryAfterMs(header: unknown): number {
  const seconds = Number(header ?? 0)
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_MS) : 0
}
