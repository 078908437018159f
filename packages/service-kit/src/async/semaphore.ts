/**
 * A number of works at a time, the others in the order they came, those that are urgent first. By hand: what waits for
 * p-limit, async-mutex or cockatiel's bulkhead cannot leave before its turn.
 */
export interface Semaphore {
  /** Runs `work` once it has a permit. Rejects with the reason of `signal` when that is aborted before. */
  use<T>(signal: AbortSignal, work: () => Promise<T>, urgency?: Urgency): Promise<T>
  /** Likewise where a permit is free; else null, and nothing is run. */
  useNow<T>(work: () => Promise<T>): Promise<T> | null
}

export type Urgency = 'urgent' | 'ordinary'

export function createSemaphore(permits: number): Semaphore {
  let free = permits
  const waiting = { urgent: new Set<() => void>(), ordinary: new Set<() => void>() }

  const acquire = (signal: AbortSignal, urgency: Urgency): Promise<void> | void => {
    if (free > 0) return void free--
    return new Promise((resolve, reject) => {
      const proceed = () => {
        waiting[urgency].delete(proceed)
        signal.removeEventListener('abort', abandon)
        resolve()
      }
      const abandon = () => {
        waiting[urgency].delete(proceed)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', abandon, { once: true })
      waiting[urgency].add(proceed)
    })
  }

  const release = (): void => {
    const [next] = waiting.urgent.size > 0 ? waiting.urgent : waiting.ordinary
    if (next === undefined) free++
    else next()
  }

  const runAndRelease = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } finally {
      release()
    }
  }

  return {
    async use(signal, work, urgency = 'ordinary') {
      await acquire(signal, urgency)
      return runAndRelease(work)
    },
    useNow(work) {
      if (free === 0) return null
      free--
      return runAndRelease(work)
    },
  }
}
