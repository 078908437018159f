/**
 * Finds out what became of a statement whose answer never came. One statement is one transaction: a single command of
 * it found in the database proves all of it; none found proves that it failed only once the backend that ran it is
 * gone. Until then its accounts are in doubt.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { findStoredCommands } from '../read/find-command.js'
import { accountIdOf, type Write } from './write-statement.js'

export interface LostStatement {
  readonly writes: readonly Write[]
  /** Process id of the backend it was sent to; null when unknown. */
  readonly backend: number | null
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

  const search = async ({ writes, backend, sentAt }: LostStatement): Promise<ReadonlySet<string>> => {
    const ids = writes.flatMap(({ decisions }) => decisions.map(({ command }) => command.id))
    while (!isStopped) {
      try {
        const isGone = await isBackendGone(pool, backend, sentAt)
        const stored = await findStoredCommands(pool, ids)
        if (isGone || stored.size > 0) return stored
      } catch {
        // The database is still unreachable: ask again until it answers.
      }
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

/** A process id is used again some day: only a backend older than the statement can be the one that got it. */
async function isBackendGone(pool: Pool, backend: number | null, sentAt: number): Promise<boolean> {
  if (backend === null) return false
  const { rows } = await pool.query({
    name: 'is_backend_gone',
    text: `select from pg_stat_activity
      where pid = $1 and backend_start <= clock_timestamp() - make_interval(secs => $2)`,
    values: [backend, (Date.now() - sentAt) / 1000],
  })
  return rows.length === 0
}
