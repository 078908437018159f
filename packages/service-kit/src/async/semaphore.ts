/**
 * A number of works at a time, the others in the order they came. By hand: what waits for p-limit, async-mutex or
 * cockatiel's bulkhead cannot leave before its turn.
 */
export interface Semaphore {
  /** Runs `work` once it has a permit. Rejects when `signal` is aborted before that. */
  use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createSemaphore(permits: number): Semaphore {
  let free = permits
  const waiting = new Set<() => void>()

  const acquire = (signal: AbortSignal): Promise<void> | void => {
    if (free > 0) return void free--
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', abandon)
        resolve()
      }
      const abandon = () => {
        waiting.delete(proceed)
        reject(new Error(`more than ${permits} at a time`))
      }
      signal.addEventListener('abort', abandon, { once: true })
      waiting.add(proceed)
    })
  }

  const release = (): void => {
    const [next] = waiting
    if (next === undefined) return void free++
    waiting.delete(next)
    next()
  }

  return {
    async use(signal, work) {
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
