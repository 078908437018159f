/**
 * Runs `work` with a signal that is aborted after `timeoutMs`, if it is still under way. `AbortSignal.timeout` goes off
 * also when the work has long been done, and makes an error with a stack each time.
 */
export async function timeLimited<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
