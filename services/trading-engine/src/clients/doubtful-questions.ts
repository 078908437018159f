/**
 * Questions to the wallet about credentials from an address that has sent too many wrong ones. They may be right for
 * once, so they are still asked, but one address gets no more of the wallet than this.
 */
export interface DoubtfulQuestions {
  /** Null when there were too many before it. */
  ask<T>(address: string, question: () => Promise<T>): Promise<T | null>
}

const AT_A_TIME = 2
/** A permit is not given back sooner, so that an address asks 20 times a second at most. */
const PERMIT_MS = 100
const WAITING_MAX = 16
const WAIT_MS = 500

interface Lane {
  asking: number
  readonly waiting: Set<(mayAsk: boolean) => void>
}

export function createDoubtfulQuestions(
  sleep: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
): DoubtfulQuestions {
  const lanes = new Map<string, Lane>()

  const wait = (lane: Lane): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (mayAsk: boolean): void => {
        if (lane.waiting.delete(answer)) resolve(mayAsk)
      }
      lane.waiting.add(answer)
      void sleep(WAIT_MS).then(() => answer(false))
    })

  const leave = (address: string, lane: Lane): void => {
    const [next] = lane.waiting
    if (next !== undefined) return next(true)
    lane.asking -= 1
    if (lane.asking === 0) lanes.delete(address)
  }

  return {
    async ask(address, question) {
      const lane = lanes.get(address) ?? { asking: 0, waiting: new Set() }
      lanes.set(address, lane)
      if (lane.asking < AT_A_TIME) lane.asking += 1
      else if (lane.waiting.size >= WAITING_MAX || !(await wait(lane))) return null
      const heldLongEnough = sleep(PERMIT_MS)
      try {
        return await question()
      } finally {
        void heldLongEnough.then(() => leave(address, lane))
      }
    },
  }
}
