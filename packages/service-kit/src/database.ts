import { isNativeError } from 'node:util/types'
import { DatabaseError, Pool, types, type CustomTypesConfig } from 'pg'
import { DependencyError } from './errors.js'
import type { Logger } from './logger.js'
import { traceQueries } from './tracing/trace-queries.js'
import type { Tracing } from './tracing/tracing.js'

export interface PoolOptions {
  readonly connectionString: string
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  /** true: timestamptz arrives as Postgres writes it (microseconds kept) instead of as a Date. */
  readonly timestampsAsText?: boolean
  readonly logger?: Logger
  /** Sees each query of what is traced. */
  readonly tracing?: Tracing
}

/** Longer than the server's own limit, so that only a server that is gone or hung is cut off from this side. */
const QUERY_TIMEOUT_MS = 3_500

/** Soon enough for whatever stands between to see traffic on a connection that is not used. */
const KEEP_ALIVE_AFTER_MS = 30_000

/**
 * A pool whose every wait has an end: 2 s for a connection, 3 s for a statement, 2 s for a lock, 5 s for an idle
 * transaction. Connections stay open: whoever comes after a silence would wait for a new one, and for it to plan
 * its statements. `numeric` and `int8` stay strings; a JSON number could not hold them.
 */
export function createPool(options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 3_000,
    query_timeout: QUERY_TIMEOUT_MS,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    idleTimeoutMillis: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(options.timestampsAsText === true ? { types: timestampsAsText } : {}),
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => options.logger?.warn({ err: error }, 'a database connection was lost while idle'))
  // A connection lost while in use also fails the query that was waiting; this keeps it from ending the process too.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (options.tracing !== undefined) traceQueries(pool, options.tracing)
  return pool
}

/** Whether the error says "no answer from Postgres" rather than "Postgres said no". */
export function isConnectionFailure(error: unknown): boolean {
  if (!isNativeError(error)) return false
  if (error instanceof DatabaseError) return /^(08|53|57P0)/.test(error.code ?? '')
  return NETWORK_CODES.has(codeOf(error)) || CLIENT_MESSAGES.test(error.message)
}

/** Wraps what went wrong with Postgres. The cause keeps its stack; the caller of the service sees none of it. */
export function toDependencyError(error: unknown): DependencyError {
  if (error instanceof DependencyError) return error
  const what = isConnectionFailure(error) ? 'Postgres could not be reached' : 'Postgres failed'
  return new DependencyError('postgres', what, { cause: error })
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** The client library gives these no code. */
const CLIENT_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection timeout|not queryable|cannot use a pool after/i

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const timestampsAsText: CustomTypesConfig = {
  getTypeParser(oid: number, format?: unknown): unknown {
    return oid === Number(types.builtins.TIMESTAMPTZ) ? String : types.getTypeParser(oid, format as 'text')
  },
}
