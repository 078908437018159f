import type { Clock } from '../../../src/store/cluster/database-clock.js'

export interface MovableClock extends Clock {
  /** It is that much later, and goes on from there. */
  advance(ms: number): void
}

/** A clock that goes as any other does, and forward by as much as a test likes: nobody waits for a time to come. */
export function movableClock(): MovableClock {
  let aheadMs = 0
  const startedAtMs = Date.now() - performance.now()
  return {
    now: () => Math.round((startedAtMs + performance.now() + aheadMs) * 1_000),
    isKnown: true,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    advance: (ms) => void (aheadMs += ms),
  }
}

/** A clock that goes only when a test advances it: what is to happen before some moment may take its time. */
export function standingClock(): MovableClock {
  let nowMs = Date.now()
  return { ...movableClock(), now: () => nowMs * 1_000, advance: (ms) => void (nowMs += ms) }
}
