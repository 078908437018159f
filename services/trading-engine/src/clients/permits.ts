/** So many at a time, the others in the order they came: a wallet that is slow must not be buried by those who wait for it. */
export interface Permits {
  /** Runs `work` once it has a permit. Rejects when `signal` is aborted before that. */
  use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

export function createPermits(count: number): Permits {
  let free = count
  const waiting = new Set<() => void>()

  const take = (signal: AbortSignal): Promise<void> | void => {
    if (free > 0) return void free--
    return new Promise((resolve, reject) => {
      const goOn = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(goOn)
        reject(new Error(`more than ${count} at a time`))
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.add(goOn)
    })
  }

  const giveBack = (): void => {
    const [next] = waiting
    if (next === undefined) return void free++
    waiting.delete(next)
    next()
  }

  return {
    async use(signal, work) {
      await take(signal)
      try {
        return await work()
      } finally {
        giveBack()
      }
    },
  }
}
