/**
 * Runs `work` with a signal that is aborted after `timeoutMs`, for that reason, if it is still under way.
 * `AbortSignal.timeout` goes off also when the work has long been done, and makes an error with a stack each time.
 */
export async function timeLimited<T>(
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
