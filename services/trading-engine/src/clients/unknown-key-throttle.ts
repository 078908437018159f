/**
 * Questions to the wallet about credentials from an address that has sent too many wrong ones. They may be right for
 * once, so they are still asked, but one address gets no more of the wallet than this.
 */
export interface UnknownKeyThrottle {
  /** Null when there were too many before it. */
  ask<T>(address: string, question: () => Promise<T>): Promise<T | null>
}

const AT_A_TIME = 2
/** A permit is not given back sooner, so that an address asks 20 times a second at most. */
const PERMIT_MS = 100
const WAITING_MAX = 16
const WAIT_MS = 500

interface Permits {
  asking: number
  readonly waiting: Set<(mayAsk: boolean) => void>
}

export function createUnknownKeyThrottle(
  sleep: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
): UnknownKeyThrottle {
  const permitsOf = new Map<string, Permits>()

  const wait = (permits: Permits): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (mayAsk: boolean): void => {
        if (permits.waiting.delete(answer)) resolve(mayAsk)
      }
      permits.waiting.add(answer)
      void sleep(WAIT_MS).then(() => answer(false))
    })

  const leave = (address: string, permits: Permits): void => {
    const [next] = permits.waiting
    if (next !== undefined) return next(true)
    permits.asking -= 1
    if (permits.asking === 0) permitsOf.delete(address)
  }

  return {
    async ask(address, question) {
      const permits = permitsOf.get(address) ?? { asking: 0, waiting: new Set() }
      permitsOf.set(address, permits)
      if (permits.asking < AT_A_TIME) permits.asking += 1
      else if (permits.waiting.size >= WAITING_MAX || !(await wait(permits))) return null
      const heldLongEnough = sleep(PERMIT_MS)
      try {
        return await question()
      } finally {
        void heldLongEnough.then(() => leave(address, permits))
      }
    },
  }
}
