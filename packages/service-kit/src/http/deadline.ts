import { timeout } from '../async/timeout.js'
import { DependencyError } from '../errors.js'

/** The result of `work`, or a DependencyError once `timeoutMs` have passed; the work itself goes on. */
export const withinDeadline = <T>(timeoutMs: number, work: Promise<T>): Promise<T> =>
  timeout(work, timeoutMs, () => new DependencyError('deadline', `no answer within ${timeoutMs} ms`))
