import type { Micros } from '../../core/values/time.js'

/** The clock of a run: it stands still until somebody moves it, and never goes back. */
export interface RunClock {
  readonly now: () => Micros
  readonly set: (at: Micros) => void
}

export function createRunClock(startsAt: Micros): RunClock {
  let now = startsAt
  return {
    now: () => now,
    set: (at) => {
      now = Math.max(now, at)
    },
  }
}
