/**
 * Tells when connections wait to be accepted, and when there is time for others. Node accepts one in a turn of the
 * event loop and cannot see how many wait: while some do, every turn accepts one.
 */
export interface AcceptQueue {
  /** One was accepted, in this turn of the loop. */
  accepted(): void
  /** True: for 50 ms there have always been some that waited. */
  readonly isLate: boolean
}

export interface AcceptQueueOptions {
  /** Called in a turn that has accepted none, and in one of eight of the others. Returns whether to call it again. */
  readonly onSpareTurn: () => boolean
  /** Runs work at the end of a turn of the event loop, which is the next one when called there; for tests. */
  readonly soon?: (work: () => void) => void
}

const LATE_MS = 50
/** However many wait to be accepted, this is how often there is time for others. */
const TURNS_PER_SPARE = 8

export function createAcceptQueue({ onSpareTurn, soon = setImmediate }: AcceptQueueOptions): AcceptQueue {
  /** Since when every turn has accepted one, in ms of performance.now; null: the last turn did not. */
  let sinceMs: number | null = null
  let isOneAccepted = false
  let isWatching = false
  let turns = 0
  const endTurn = (): void => {
    turns += 1
    if (!isOneAccepted) sinceMs = null
    const isSpare = !isOneAccepted || turns % TURNS_PER_SPARE === 0
    const isMoreToDo = isSpare && onSpareTurn()
    isWatching = isOneAccepted || isMoreToDo
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
