/**
 * Connections that are left open for a while, and not read: those that are refused, since a client whose connection is
 * closed immediately opens another one immediately; and those that are served later.
 */
export interface HeldConnections<T extends Held> {
  readonly size: number
  /** Closes it when its time is over or there are too many. Returns what to call if it has ended before. */
  add(connection: T): () => void
  /** Returns the one that has waited longest; it is not held any more. */
  takeOldest(): T | undefined
  /** Closes those whose time is over. */
  sweep(): void
  closeAll(): void
}

export interface Held {
  close(): void
}

/** One more, and the oldest is closed: its client is the likeliest to have closed it. */
const HELD_MAX = 2_000

export function createHeldConnections<T extends Held>(holdMs: number): HeldConnections<T> {
  /** Until when each is held, in ms of performance.now; in the order they came, which is that of their ends. */
  const untilMs = new Map<T, number>()
  const takeOldest = (): T | undefined => {
    const [oldest] = untilMs.keys()
    if (oldest !== undefined) untilMs.delete(oldest)
    return oldest
  }
  return {
    get size() {
      return untilMs.size
    },
    add(connection) {
      if (untilMs.size >= HELD_MAX) takeOldest()?.close()
      untilMs.set(connection, performance.now() + holdMs)
      return () => void untilMs.delete(connection)
    },
    takeOldest,
    sweep() {
      const nowMs = performance.now()
      for (const [, endMs] of untilMs) {
        if (nowMs < endMs) return
        takeOldest()?.close()
      }
    },
    closeAll() {
      while (untilMs.size > 0) takeOldest()?.close()
    },
  }
}
