import type { Guardian, RunningChild } from '../processes/guardian.js'
import { findRedisServer, startRedis } from './start-redis.js'

export interface Redis {
  /** Null: there is none. */
  readonly url: string | null
  /** Null when Redis is external, or there is none. */
  readonly child: RunningChild | null
}

/** Where it is, or the path of programs on which its server may be. */
export type RedisSource = { readonly url: string } | { readonly searchPath: string }

/** The given Redis, or a redis-server on the path of programs, or none where it is not installed. */
export async function openRedis(source: RedisSource, guardian: Guardian, logFile: string): Promise<Redis> {
  if ('url' in source) return { url: source.url, child: null }
  const program = findRedisServer(source.searchPath)
  return program === undefined ? { url: null, child: null } : startRedis(guardian, program, logFile)
}
