/**
 * Finds out what became of a statement whose answer never came. One statement is one transaction: a single command of
 * it found in the database proves all of it; none found proves that it failed only once the backend that ran it is
 * gone, or another server has been promoted in place of its server. Until then its accounts are in doubt.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { SYSTEM_ID, TIMELINE, type Backend } from '@ats/service-kit/db'
import type { Pool, PoolClient } from 'pg'
import { findStoredCommands } from '../read/find-command.js'
import { accountIdOf, type Write } from './write-statement.js'

export interface LostStatement {
  readonly writes: readonly Write[]
  /** The one it was sent to; null when unknown. */
  readonly backend: Backend | null
  /** Epoch milliseconds. */
  readonly sentAt: number
}

export interface InDoubtResolver {
  /** The ids of the commands that were stored, as soon as that is certain, however long it takes. */
  find(lost: LostStatement): Promise<ReadonlySet<string>>
  isInDoubt(accountId: string): boolean
  /** Ends every search without an outcome. */
  stop(): void
}

export interface InDoubtResolverOptions {
  readonly pool: Pool
  /** The statement may have changed the account: copies loaded before this call are not reliable. */
  readonly onDoubtEnded: (accountId: string) => void
}

const SEARCH_INTERVAL_MS = 50

export function createInDoubtResolver({ pool, onDoubtEnded }: InDoubtResolverOptions): InDoubtResolver {
  const doubts = new Map<string, number>()
  let isStopped = false

  const search = async ({ writes, backend }: LostStatement): Promise<ReadonlySet<string>> => {
    const ids = writes.flatMap(({ decisions }) => decisions.map(({ command }) => command.id))
    while (!isStopped) {
      const stored = await look(pool, backend, ids).catch(() => null) // unreachable: asked again until it answers
      if (stored !== null) return stored
      await sleep(SEARCH_INTERVAL_MS, undefined, { ref: false })
    }
    return new Promise(() => undefined)
  }

  return {
    async find(lost) {
      const accountIds = lost.writes.map(accountIdOf)
      for (const id of accountIds) doubts.set(id, (doubts.get(id) ?? 0) + 1)
      const stored = await search(lost)
      for (const id of accountIds) {
        const left = (doubts.get(id) ?? 1) - 1
        if (left > 0) doubts.set(id, left)
        else doubts.delete(id)
        onDoubtEnded(id)
      }
      return stored
    },
    isInDoubt: (accountId) => doubts.has(accountId),
    stop: () => {
      isStopped = true
    },
  }
}

/** Asks one server, on one connection: null while it proves nothing. */
async function look(pool: Pool, backend: Backend | null, ids: readonly string[]): Promise<ReadonlySet<string> | null> {
  const client = await pool.connect()
  try {
    const state = backend === null ? 'running' : await stateOf(client, backend)
    const stored = state === 'outdated' ? NONE : await findStoredCommands(client, ids)
    client.release()
    return state === 'gone' || stored.size > 0 ? stored : null
  } catch (error) {
    client.release(true)
    throw error
  }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Asks the server about the backend. `gone`: it has ended, or this server was promoted after it and does not have
 * what it did not receive. `outdated`: the backend's server was promoted after this one, which proves nothing. Process
 * ids are used again, by other servers too: a backend and a later one of its id differ in when they began.
 */
async function stateOf(client: PoolClient, backend: Backend): Promise<'running' | 'gone' | 'outdated'> {
  const { rows } = await client.query<{ system_id: string; timeline: number | null; is_running: boolean }>({
    name: 'state_of_backend',
    text: `select ${SYSTEM_ID} as system_id, ${TIMELINE} as timeline, exists (
        select from pg_stat_activity where pid = $1 and extract(epoch from backend_start) = $2::numeric
      ) as is_running`,
    values: [backend.pid, backend.startedAt],
  })
  const [row] = rows
  if (row === undefined || row.timeline === null) return 'outdated'
  // The copy of another cluster, restored in its place.
  if (row.system_id !== backend.systemId) return 'gone'
  if (row.timeline !== backend.timeline) return row.timeline > backend.timeline ? 'gone' : 'outdated'
  return row.is_running ? 'running' : 'gone'
}
