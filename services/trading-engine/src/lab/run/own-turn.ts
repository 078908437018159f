/** The turn of the process of a run (`turns.ts`), seen from within it. */
import type { TurnWord } from './turns.js'

export type TurnAsk = 'want' | 'done'

export interface OwnTurn {
  /** Resolves when it is the turn of this process, and with what is to be called when the work is done. */
  readonly enter: () => Promise<() => void>
  readonly use: <T>(work: () => Promise<T>) => Promise<T>
  /** To be awaited between two parts of long work: lets another process go first that waits. */
  readonly pause: () => Promise<void>
  readonly hear: (word: TurnWord) => void
  /** As if nothing had ever been wanted. */
  readonly reset: () => void
}

/**
 * A turn that is asked back is given back so late, whatever is under way: that may wait for what comes next, as a
 * request does whose webhook makes its receiver trade.
 */
const GIVE_BACK_MS = 50

/** @param later calls it after so many milliseconds */
export function createOwnTurn(
  ask: (ask: TurnAsk) => void,
  later: (work: () => void, ms: number) => void = (work, ms) => void setTimeout(work, ms).unref(),
): OwnTurn {
  let state: 'none' | 'wanted' | 'held' = 'none'
  let isAskedBack = false
  let inside = 0
  /** Tells this turn from those before. */
  let number = 0
  let waiting: (() => void)[] = []

  const want = (): void => {
    if (state !== 'none') return
    state = 'wanted'
    ask('want')
  }

  const giveBack = (): void => {
    state = 'none'
    isAskedBack = false
    number += 1
    ask('done')
    if (waiting.length > 0) want()
  }

  const resume = (): void => {
    const all = waiting
    waiting = []
    for (const proceed of all) proceed()
  }

  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      want()
    })

  const enter = async (): Promise<() => void> => {
    if (state !== 'held' || isAskedBack) await wait()
    inside += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      inside -= 1
      if (inside === 0 && isAskedBack) giveBack()
    }
  }

  return {
    enter,
    async use(work) {
      const leave = await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    async pause() {
      if (isAskedBack) giveBack()
      if (state !== 'held') await wait()
    },
    hear(word) {
      if (word === 'go' && state === 'wanted') {
        state = 'held'
        resume()
      } else if (word === 'give_back' && state === 'held') {
        isAskedBack = true
        const asked = number
        if (inside === 0) giveBack()
        else later(() => (asked === number ? giveBack() : undefined), GIVE_BACK_MS)
      }
    },
    reset() {
      state = 'none'
      isAskedBack = false
      number += 1
      resume()
    },
  }
}
