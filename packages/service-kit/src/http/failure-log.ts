import { DependencyError, RequestError } from '../process/errors.js'
import { createLineLimit } from '../process/line-limit.js'
import type { Logger } from '../process/logger.js'
import type { Metrics } from '../process/metrics.js'
import { RequestAborted } from '../async/request-aborted.js'
import type { RequestIds } from './route.js'

/** The most lines for each dependency. */
const LINES_PER_SECOND = 10
/** The name under which responses are counted that took too long, whatever they waited for: no fault by itself. */
const DEADLINE = 'deadline'

export interface FailedRequest extends RequestIds {
  readonly route: string
  readonly method: string
}

/**
 * Logs why a request failed, unless by its caller: all our faults, and enough of a dependency's. A response that came
 * too late is one line a second and route, without a stack, which says nothing of why. Counts them all.
 */
export function createFailureLog({
  logger,
  metrics,
}: {
  logger: Logger
  metrics: Metrics
}): (error: unknown, request: FailedRequest) => void {
  const takeLine = createLineLimit(LINES_PER_SECOND)
  const takeLateLine = createLineLimit(1)
  return (error, request) => {
    if (error instanceof RequestError || error instanceof RequestAborted) return
    if (!(error instanceof DependencyError)) {
      metrics.unexpectedError(request.route)
      logger.error({ err: error, ...request }, 'unexpected error')
      return
    }
    const { dependency } = error
    metrics.dependencyFailed(dependency)
    const isLate = dependency === DEADLINE
    const unlogged = isLate ? takeLateLine(`${request.method} ${request.route}`) : takeLine(dependency)
    if (unlogged === null) return
    const fields = { dependency, ...request, ...(unlogged > 0 && { unlogged }) }
    if (isLate) logger.warn(fields, `a response took too long: ${error.message}`)
    else logger.error({ err: error, ...fields }, 'a dependency failed')
  }
}
