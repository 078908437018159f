import { DependencyError, RequestError } from '../errors.js'
import { createLineLimit } from '../line-limit.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import { RequestAborted } from './read-body.js'
import type { RequestIds } from './route.js'

/** The most lines for each dependency. */
const LINES_PER_SECOND = 10

export interface FailedRequest extends RequestIds {
  readonly route: string
  readonly method: string
}

/** Logs why a request failed, unless by its caller: all our faults, and enough of a dependency's. Counts them all. */
export function createFailureLog({
  logger,
  metrics,
}: {
  logger: Logger
  metrics: Metrics
}): (error: unknown, request: FailedRequest) => void {
  const takeLine = createLineLimit(LINES_PER_SECOND)
  return (error, request) => {
    if (error instanceof RequestError || error instanceof RequestAborted) return
    if (!(error instanceof DependencyError)) {
      metrics.unexpectedError(request.route)
      logger.error({ err: error, ...request }, 'unexpected error')
      return
    }
    const { dependency } = error
    metrics.dependencyFailed(dependency)
    const unlogged = takeLine(dependency)
    if (unlogged === null) return
    logger.error({ err: error, dependency, ...request, ...(unlogged > 0 && { unlogged }) }, 'a dependency failed')
  }
}
