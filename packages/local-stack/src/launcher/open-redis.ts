import type { Guardian, RunningChild } from '../processes/guardian.js'
import { findRedisServer, startRedis } from '../redis/start-redis.js'
import type { LaunchSettings } from './settings.js'

export interface Redis {
  readonly url: string | undefined
  /** Undefined when Redis is elsewhere, or there is none. */
  readonly child: RunningChild | undefined
}

/** The given Redis, or the redis-server on the PATH, or none: without it, the engine calls the wallet more often. */
export async function openRedis(
  settings: LaunchSettings,
  guardian: Guardian,
  logFile: string,
  report: (line: string) => void,
): Promise<Redis> {
  if (settings.redisUrl !== undefined) return { url: settings.redisUrl, child: undefined }
  const program = findRedisServer(settings.environment['PATH'] ?? '')
  if (program !== undefined) return startRedis(guardian, program, logFile)
  report('No redis-server on the PATH: every request is validated at the wallet')
  return { url: undefined, child: undefined }
}
