/** The time and chance of a client: tests bring their own. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number
  /** @throws the signal's reason when it is aborted first */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** From 0 to below 1. */
  random(): number
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error)
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
