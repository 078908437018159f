/**
 * Turns of the processes of runs: no more of them compute than there are processors, however many runs are busy. The
 * lowest priority does not do that by itself: Linux gives each process that waits for a processor a slice of some
 * milliseconds now and then, whatever its priority, and twenty of them follow each other while a trader's order waits
 * (who has had more than a fair share is not eligible).
 */

/** A word to the process of a run: its turn has begun, or others wait for it. */
export type TurnWord = 'go' | 'give_back'

export interface Seat {
  /** It has something to do. */
  want(): void
  /** It has given its turn back. */
  done(): void
  /** It wants nothing any more. */
  leave(): void
}

export interface Turns {
  readonly join: (tell: (word: TurnWord) => void) => Seat
}

export interface TurnClock {
  /** In milliseconds. */
  readonly now: () => number
  readonly after: (ms: number, work: () => void) => void
}

/** The time, in milliseconds, for which a turn is kept though others wait; where none does, it is kept. */
const TURN_MS = 20

interface Holder {
  readonly tell: (word: TurnWord) => void
  since: number
  isAsked: boolean
}

const REAL: TurnClock = { now: () => performance.now(), after: (ms, work) => void setTimeout(work, ms).unref() }

/** @param max the number of turns at a time, at least 1 */
export function createTurns(max: number, { now, after }: TurnClock = REAL): Turns {
  const holding = new Set<Holder>()
  const waiting = new Set<Holder>()
  let isTimed = false

  const grant = (): void => {
    for (const next of waiting) {
      if (holding.size >= max) break
      waiting.delete(next)
      Object.assign(next, { since: now(), isAsked: false })
      holding.add(next)
      next.tell('go')
    }
    askBack()
  }

  /** As many as wait, those who have had theirs longest first. */
  const askBack = (): void => {
    let missing = waiting.size
    for (const holder of holding) {
      if (missing === 0) return
      missing -= 1
      if (holder.isAsked) continue
      const leftMs = holder.since + TURN_MS - now()
      if (leftMs > 0) return askLater(leftMs)
      holder.isAsked = true
      holder.tell('give_back')
    }
  }

  const askLater = (ms: number): void => {
    if (isTimed) return
    isTimed = true
    after(ms, () => {
      isTimed = false
      askBack()
    })
  }

  return {
    join(tell) {
      const holder: Holder = { tell, since: 0, isAsked: false }
      return {
        want() {
          if (holding.has(holder)) return
          waiting.add(holder)
          grant()
        },
        done() {
          if (holding.delete(holder)) grant()
        },
        leave() {
          waiting.delete(holder)
          holding.delete(holder)
          grant()
        },
      }
    },
  }
}
