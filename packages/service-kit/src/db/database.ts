import { Client, Pool, types, type ClientConfig, type CustomTypesConfig } from 'pg'
import { DependencyError } from '../process/errors.js'
import type { Logger } from '../process/logger.js'
import { createOutageLog, type OutageLog } from '../process/outage-log.js'
import { isConnectionFailure } from './connection-failure.js'
import { createDatabaseHosts, type DatabaseHosts } from './database-hosts.js'
import { checkConnections } from './primary-pool.js'
import { requirePrimary } from './primary.js'
import { traceQueries } from './trace-queries.js'
import type { Tracing } from '../process/tracing/tracing.js'
import { boundQueries, readInTurns } from '../unsafe/pg.js'

export interface PoolOptions {
  /** One host, or several of one cluster. */
  readonly connectionString: string
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  /** true: timestamptz arrives as Postgres writes it (microseconds kept) instead of as a Date. */
  readonly timestampsAsText?: boolean
  /** Logs when Postgres cannot be used, and when it can again; several pools may share one. */
  readonly outage?: OutageLog
  /** Sees each query of what is traced. */
  readonly tracing?: Tracing
  /** Multiplies every timeout: tests on a busy machine set it. Default 1. */
  readonly timeoutFactor?: number
}

/** Longer than the server's own limit, so that only a server that has crashed or hangs is cut off from this side. */
const QUERY_TIMEOUT_MS = 3_500

/** How long the check of a connection may take. */
const CHECK_MS = 2_000

/** Soon enough for whatever stands between to see traffic on a connection that is not used. */
const KEEP_ALIVE_AFTER_MS = 30_000

/**
 * A pool whose every wait has an end: 2 s for a connection, 3 s for a statement, 2 s for a lock, 5 s for an idle
 * transaction. Connections stay open: the first caller after a silence would wait for a new one, and for it to plan its
 * statements. `numeric` and `int8` stay strings; a JSON number could not hold them. Each connection leads to the
 * primary: it is checked when it is made, and before a use when the last check is a second old.
 */
export function createPool(options: PoolOptions): Pool {
  const { timeoutFactor = 1 } = options
  const hosts = createDatabaseHosts(options.connectionString)
  const checkMs = CHECK_MS * timeoutFactor
  const pool = new Pool({
    Client: clientOf(hosts),
    // The pool waits for it, whatever its type says.
    onConnect: (client): void => requirePrimary(client, checkMs) as never,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 2_000 * timeoutFactor,
    statement_timeout: 3_000 * timeoutFactor,
    lock_timeout: 2_000 * timeoutFactor,
    idle_in_transaction_session_timeout: 5_000 * timeoutFactor,
    idleTimeoutMillis: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...(options.timestampsAsText === true ? { types: timestampsAsText } : {}),
  })
  watchConnections(pool, options.outage)
  boundQueries(pool, QUERY_TIMEOUT_MS * timeoutFactor)
  readInTurns(pool)
  checkConnections(pool, hosts, checkMs)
  if (options.tracing !== undefined) traceQueries(pool, options.tracing)
  return pool
}

/** A client that connects to the host that is tried first when it is made. */
const clientOf = (hosts: DatabaseHosts): new (config?: ClientConfig) => Client =>
  class extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: hosts.current() })
    }
  }

const WORDS = { dependency: 'postgres', lost: 'a connection to Postgres was lost', back: 'Postgres answers again' }
const QUIET_MS = 1_000

/** The outage log of a service, for all its pools. */
export const createPostgresOutageLog = (logger: Logger): OutageLog =>
  createOutageLog(logger, WORDS, { quietMs: QUIET_MS })

/** Without a listener the loss of a connection, idle or in use, would end the process. */
function watchConnections(pool: Pool, outage: OutageLog | undefined): void {
  const failed = (error: unknown): void => outage?.failed(error)
  pool.on('error', failed)
  pool.on('connect', (client) => {
    client.on('error', failed)
    outage?.answered()
  })
  if (outage === undefined) return
  // `true` means that the connection is not used again; it says nothing about whether the server answered.
  pool.on('release', (error: unknown) => {
    if (isConnectionFailure(error)) failed(error)
    else if (error !== true) outage.answered()
  })
}

/** Wraps what went wrong with Postgres. The cause keeps its stack; the caller of the service sees none of it. */
export function toDependencyError(error: unknown): DependencyError {
  if (error instanceof DependencyError) return error
  const message = isConnectionFailure(error) ? 'Postgres could not be reached' : 'Postgres failed'
  return new DependencyError('postgres', message, { cause: error })
}

/** Timestamps arrive as Postgres writes them: a Date has no microseconds. */
export const timestampsAsText: CustomTypesConfig = {
  getTypeParser(oid: number, format?: unknown): unknown {
    return oid === Number(types.builtins.TIMESTAMPTZ) ? String : types.getTypeParser(oid, format as 'text')
  },
}
