/**
 * A connection to Postgres outside the pools, for state that belongs to a session: locks, LISTEN. A heartbeat checks
 * it; a connection that is lost, does not respond in time, or whose server is no longer the primary, is closed and
 * replaced.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { periodic } from '../async/periodic.js'
import type { Logger } from '../process/logger.js'
import { createOutageLog } from '../process/outage-log.js'
import { closeClient, connectPrimary } from './connect-primary.js'
import { createDatabaseHosts } from './database-hosts.js'
import { recheckPrimary } from './primary.js'

export interface DedicatedConnection {
  /** Resolves after the first heartbeat; rejects when the database cannot be reached. */
  readonly start: () => Promise<void>
  /** Closes the connection: what it held is free. */
  readonly stop: () => Promise<void>
}

export interface DedicatedConnectionOptions {
  readonly connectionString: string
  /** Its purpose, as logs and pg_stat_activity show it. */
  readonly applicationName: string
  readonly logger: Logger
  readonly heartbeatMs: number
  /** After this long without an answer a connection counts as lost. */
  readonly queryTimeoutMs: number
  /** The wait for a connection is this many times longer. */
  readonly timeoutFactor?: number
  /** Prepares a new connection. Waiting in it should end with the signal. */
  readonly open: (client: Client, stopping: AbortSignal) => Promise<void>
  readonly beat: (client: Client) => Promise<void>
  /** The connection is gone, and so is all it held. */
  readonly onLost: () => void
}

const CONNECT_MS = 2_000
const RECONNECT_MS = 250

export function createDedicatedConnection(options: DedicatedConnectionOptions): DedicatedConnection {
  const { applicationName, logger, heartbeatMs, timeoutFactor = 1, open, beat, onLost } = options
  const outage = createOutageLog(logger, {
    dependency: applicationName,
    lost: `the connection "${applicationName}" was lost`,
    back: `the connection "${applicationName}" is back`,
  })
  const hosts = createDatabaseHosts(options.connectionString)
  const stopping = new AbortController()
  let client: Client | undefined

  const lose = (lost: Client, error?: unknown): void => {
    void closeClient(lost)
    if (lost !== client) return
    client = undefined
    onLost()
    if (!stopping.signal.aborted) outage.failed(error)
  }

  const connect = async (): Promise<Client> => {
    const next = await connectPrimary(hosts, {
      application_name: applicationName,
      connectTimeoutMs: CONNECT_MS * timeoutFactor,
      query_timeout: options.queryTimeoutMs,
      keepAlive: true,
      // A process that vanished keeps its locks no longer than this.
      options: '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
    })
    next.on('end', () => lose(next))
    try {
      await open(next, stopping.signal)
    } catch (error) {
      await closeClient(next)
      throw error
    }
    return next
  }

  const connectAndBeat = async (): Promise<void> => {
    client ??= await connect()
    const beaten = client
    try {
      await recheckPrimary(beaten, options.queryTimeoutMs)
      await beat(beaten)
      outage.answered()
    } catch (error) {
      lose(beaten, error)
      throw error
    }
  }

  const beating = periodic(connectAndBeat, {
    everyMs: () => (client === undefined ? RECONNECT_MS : heartbeatMs),
    // It was logged when the connection was lost; the next beat tries again.
    onError: () => undefined,
  })

  return {
    async start() {
      await connectAndBeat()
      beating.start()
    },
    async stop() {
      stopping.abort()
      await beating.stop()
      const last = client
      if (last === undefined) return
      client = undefined
      onLost()
      await closeClient(last)
    },
  }
}

/** Ends early when the process stops. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
