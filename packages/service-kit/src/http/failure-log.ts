import { DependencyError, RequestError } from '../errors.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import { RequestAborted } from './read-body.js'

/** Of each dependency. A fault that hits every request must not become a second one by what it writes. */
const LINES_PER_SECOND = 10

export interface FailedRequest {
  readonly request_id: string
  readonly route: string
  readonly method: string
}

/** Writes down what made a request fail, unless it was the caller: every fault of ours, and of a dependency enough lines to see it. All are counted. */
export function createFailureLog({
  logger,
  metrics,
}: {
  logger: Logger
  metrics: Metrics
}): (error: unknown, request: FailedRequest) => void {
  const seconds = new Map<string, { second: number; lines: number; unlogged: number }>()

  /** How many lines were left out before this one; null when this one is left out, too. */
  const takeLine = (dependency: string): number | null => {
    const second = Math.floor(performance.now() / 1000)
    const last = seconds.get(dependency) ?? { second, lines: 0, unlogged: 0 }
    if (last.second === second && last.lines >= LINES_PER_SECOND) {
      last.unlogged += 1
      return null
    }
    seconds.set(dependency, { second, lines: last.second === second ? last.lines + 1 : 1, unlogged: 0 })
    return last.unlogged
  }

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
