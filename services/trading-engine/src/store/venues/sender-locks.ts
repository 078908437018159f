/**
 * The right to serve wallets and to follow a chain: advisory locks on a connection of the process's own, one a name.
 * Postgres grants each to one connection at most, and frees all of them when the connection ends, however the process
 * did. With every heartbeat a process takes what is wanted and free.
 */
import { randomUUID } from 'node:crypto'
import { createDedicatedConnection } from '@ats/service-kit/db'
import type { Logger } from '@ats/service-kit/process'

export interface SenderLocks {
  /** False from the moment on at which the connection is known to be lost. */
  readonly isHeld: (name: string) => boolean
  /** Names to hold, from the next heartbeat on. */
  want(names: readonly string[]): void
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface SenderLocksOptions {
  readonly connectionString: string
  readonly logger: Logger
  readonly timeoutFactor?: number
  readonly heartbeatMs?: number
}

/** The first key of the locks; the second is made of the name. */
const ROAD_LOCK = 7303
const QUERY_TIMEOUT_MS = 2_000

export function createSenderLocks(options: SenderLocksOptions): SenderLocks {
  const { connectionString, logger, timeoutFactor = 1, heartbeatMs = 250 } = options
  let wanted: readonly string[] = []
  let held: ReadonlySet<string> = new Set()
  const connection = createDedicatedConnection({
    ...{ connectionString, logger, heartbeatMs, timeoutFactor, queryTimeoutMs: QUERY_TIMEOUT_MS * timeoutFactor },
    applicationName: `trading-engine sender ${randomUUID()}`,
    open: () => Promise.resolve(),
    async beat(client) {
      const free = wanted.filter((name) => !held.has(name))
      const { rows } = await client.query<{ readonly name: string }>(TRY_LOCKS, [free])
      held = new Set([...held, ...rows.map(({ name }) => name)])
    },
    onLost() {
      held = new Set()
    },
  })
  return {
    isHeld: (name) => held.has(name),
    want: (names) => void (wanted = names),
    start: connection.start,
    stop: connection.stop,
  }
}

const TRY_LOCKS = `select name from unnest($1::text[]) as name where pg_try_advisory_lock(${ROAD_LOCK}, hashtext(name))`
