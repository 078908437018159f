import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { settleWithin } from '../async/timeout.js'
import { closeClient, connectPrimary, endOthers } from './connect-primary.js'
import { createDatabaseHosts } from './database-hosts.js'
import { recheckPrimary } from './primary.js'

/** Asks whether the database can commit a write now. A `select` does not say: a commit may wait for a standby. */
export interface CommitProbe {
  /** Resolves to whether a write was committed, at most 200 ms before this call; false after the time for an answer. */
  canCommit(): Promise<boolean>
  stop(): Promise<void>
}

export interface CommitProbeOptions {
  readonly connectionString: string
  /** As pg_stat_activity shows it. */
  readonly applicationName: string
  readonly timeoutFactor?: number
}

/** However often readiness is asked for, the database gets five writes a second at most. */
const FRESH_MS = 200
const ANSWER_MS = 1_000
/**
 * A commit that waits for a standby ends neither by a timeout nor by the end of its connection. So there is one at a
 * time, given up after so long, and ended on the server by the next.
 */
const GIVE_UP_MS = 10_000

export function createCommitProbe({
  connectionString,
  applicationName,
  timeoutFactor = 1,
}: CommitProbeOptions): CommitProbe {
  const hosts = createDatabaseHosts(connectionString)
  // No name is longer than 63 bytes in Postgres.
  const name = `${applicationName} probe ${randomUUID()}`
  let client: Client | undefined
  let committedAt = -Infinity
  let running: Promise<void> | undefined

  const connect = async (): Promise<Client> => {
    const next = await connectPrimary(hosts, {
      application_name: name,
      connectTimeoutMs: ANSWER_MS * timeoutFactor,
      query_timeout: GIVE_UP_MS * timeoutFactor,
      keepAlive: true,
    })
    await endOthers(next, name)
    return next
  }

  const commit = async (): Promise<void> => {
    try {
      client ??= await connect()
      await recheckPrimary(client, ANSWER_MS * timeoutFactor)
      await client.query(WRITE)
      committedAt = performance.now()
    } catch {
      const lost = client
      client = undefined
      if (lost !== undefined) await closeClient(lost)
    }
  }

  return {
    async canCommit() {
      const oldest = performance.now() - FRESH_MS
      if (committedAt < oldest) {
        running ??= commit().finally(() => (running = undefined))
        await settleWithin(running, ANSWER_MS * timeoutFactor)
      }
      return committedAt >= oldest
    },
    async stop() {
      const last = client
      client = undefined
      if (last !== undefined) await closeClient(last)
    },
  }
}

/** Only to the log of the server: a transaction that writes, without a table to write to. */
const WRITE = `select pg_logical_emit_message(true, 'readiness', '')`
