/**
 * Puts decisions on disk, one statement each. The answer is certain: `stored`, or nothing was written because the
 * account had moved on (`stale`) or the command is already there (`seen`). When the connection fails in between, the
 * outcome is looked up by the command's id; only if even that cannot be had in time is it an error, and then a retry
 * with the same client_id finds out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { DependencyError, toDependencyError } from '@ats/service-kit'
import { findByCommandId } from './find-command.js'
import { WRITE_STATEMENT, writeParameters, type Write } from './write-statement.js'

export type WriteResult = 'stored' | 'stale' | 'seen'

export interface Writer {
  write(write: Write): Promise<WriteResult>
}

export interface WriterOptions {
  readonly pool: Pool
  /** How long one statement may take before its outcome counts as unknown. */
  readonly statementTimeoutMs: number
  /** From the start of a write, how long an unknown outcome may be looked for. */
  readonly resolveTimeoutMs: number
}

interface AnswerRow {
  readonly is_current: boolean
  readonly is_stored: boolean
}

export function createWriter({ pool, statementTimeoutMs, resolveTimeoutMs }: WriterOptions): Writer {
  return {
    async write(write) {
      const deadline = Date.now() + resolveTimeoutMs
      const client = await pool.connect().catch((error: unknown) => {
        throw toDependencyError(error)
      })
      try {
        const result = await execute(client, write, statementTimeoutMs)
        client.release()
        return result
      } catch (error) {
        client.release(true)
        if (isRolledBack(error)) throw toDependencyError(error)
        return await resolveOutcome(pool, write.command.id, backendOf(client), deadline, error)
      }
    },
  }
}

async function execute(client: PoolClient, write: Write, timeoutMs: number): Promise<WriteResult> {
  const query = { name: 'write', text: WRITE_STATEMENT, values: writeParameters(write), query_timeout: timeoutMs }
  const { rows } = await client.query<AnswerRow>(query)
  const [answer] = rows
  if (answer?.is_stored) return 'stored'
  return answer?.is_current ? 'seen' : 'stale'
}

/** An error with an SQLSTATE proves a rollback, but for those that tell of the connection or the server itself. */
function isRolledBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P0|40003)/.test(code)
}

const backendOf = (client: PoolClient): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null

/**
 * Present: it was stored. Absent: not stored only once the old backend is known to be gone, since until then the
 * statement may still run.
 */
async function resolveOutcome(
  pool: Pool,
  commandId: string,
  backend: number | null,
  deadline: number,
  cause: unknown,
): Promise<WriteResult> {
  while (Date.now() < deadline) {
    try {
      const isGone = await isBackendGone(pool, backend)
      if ((await findByCommandId(pool, commandId)) !== null) return 'stored'
      if (isGone) return 'stale'
    } catch {
      // The database is still unreachable: ask again until the deadline.
    }
    await sleep(50)
  }
  const message = 'the database did not confirm the write; retry with the same client_id'
  throw new DependencyError('postgres', message, { cause })
}

async function isBackendGone(pool: Pool, backend: number | null): Promise<boolean> {
  if (backend === null) return false
  const { rows } = await pool.query({
    name: 'is_backend_gone',
    text: 'select 1 from pg_stat_activity where pid = $1',
    values: [backend],
  })
  return rows.length === 0
}
