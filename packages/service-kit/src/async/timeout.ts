/** By hand: p-timeout is for ES modules only since its version 5, and its timers keep the process alive. */

/**
 * The result of `work`, or a rejection with `late()` once `timeoutMs` have passed. The work itself goes on: what it
 * changes may still happen, exactly as when a response is lost on its way.
 */
export async function timeout<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), Math.max(0, timeoutMs)).unref()
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for the end of `work`, however it ends, for `timeoutMs` at most. */
export const settleWithin = (work: Promise<unknown>, timeoutMs: number): Promise<void> =>
  timeout(work, timeoutMs, () => new Error('late')).then(
    () => undefined,
    () => undefined,
  )

/**
 * Runs `work` with a signal that is aborted after `timeoutMs`, for that reason, if it is still under way.
 * `AbortSignal.timeout` goes off also when the work has long been done, and makes an error with a stack each time.
 */
export async function abortAfter<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  reason?: () => Error,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(reason?.()), timeoutMs)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
