import { DependencyError } from '../errors.js'

/**
 * The result of `work`, or a DependencyError once `timeoutMs` have passed. The work itself goes on: what it changes may
 * still happen, exactly as when an answer is lost on its way.
 */
export async function withinDeadline<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DependencyError('deadline', `no answer within ${timeoutMs} ms`)), timeoutMs)
    // The connection keeps the process alive for as long as somebody waits.
    timer.unref()
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
