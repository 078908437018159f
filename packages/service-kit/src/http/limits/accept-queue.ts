/**
 * Tells when connections wait to be accepted, and when none does. Node accepts one in a turn of the event loop and is
 * not told how many wait: while some do, every turn accepts one.
 */
export interface AcceptQueue {
  /** One was accepted, in this turn of the loop. */
  accepted(): void
  /** True: for 50 ms there have always been some that waited. */
  readonly isLate: boolean
}

export interface AcceptQueueOptions {
  /** Called in a turn that has accepted none. Returns whether it is to be called again in the next one of them. */
  readonly onIdleTurn: () => boolean
  /** Runs work in the next turn of the event loop; for tests. */
  readonly soon?: (work: () => void) => void
}

const LATE_MS = 50

export function createAcceptQueue({ onIdleTurn, soon = setImmediate }: AcceptQueueOptions): AcceptQueue {
  /** Since when every turn has accepted one, in ms of performance.now; null: the last turn did not. */
  let sinceMs: number | null = null
  let isOneAccepted = false
  let isWatching = false
  const endTurn = (): void => {
    if (!isOneAccepted) sinceMs = null
    isWatching = isOneAccepted || onIdleTurn()
    isOneAccepted = false
    if (isWatching) soon(endTurn)
  }
  return {
    accepted() {
      isOneAccepted = true
      sinceMs ??= performance.now()
      if (isWatching) return
      isWatching = true
      soon(endTurn)
    },
    get isLate() {
      return sinceMs !== null && performance.now() - sinceMs >= LATE_MS
    },
  }
}
