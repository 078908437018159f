/**
 * Puts decisions on disk, one statement each. The answer is certain: `stored`, or nothing was written because the
 * account had moved on (`stale`) or the command is already there (`seen`). When the connection fails in between, the
 * outcome is looked up by the command's id; only if even that cannot be had in time is it an error, and then a retry
 * with the same client_id finds out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { DependencyError, toDependencyError } from '@ats/service-kit'
import type { Account } from '../core/account.js'
import { findByCommandId } from './find-command.js'
import { readAccount } from './load-account.js'
import type { Queryable } from './queryable.js'
import { WRITE_STATEMENT, writeParameters, type Write } from './write-statement.js'

export type WriteResult = 'stored' | 'stale' | 'seen'

export interface Writer {
  write(write: Write): Promise<WriteResult>
  /** Waits for the account's turn and takes it: from here on nobody else moves it until the turn has written or ended. */
  takeTurn(accountId: string): Promise<Turn>
}

/** For a decision that has lost its race once: what is decided on this account is not stale when it is written. */
export interface Turn {
  /** Null when there is no such account. */
  readonly account: Account | null
  /** For reading, while the turn lasts. */
  readonly db: Queryable
  /** Ends the turn. */
  write(write: Write): Promise<WriteResult>
  /** Ends it without a write; nothing after a write. */
  end(): Promise<void>
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
  const connect = (): Promise<PoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw toDependencyError(error)
    })

  const makeCertain = async (
    client: PoolClient,
    { command }: Write,
    deadline: number,
    run: () => Promise<WriteResult>,
  ): Promise<WriteResult> => {
    try {
      const result = await run()
      client.release()
      return result
    } catch (error) {
      client.release(true)
      if (isRolledBack(error)) throw toDependencyError(error)
      return await resolveOutcome(pool, command.id, backendOf(client), deadline, error)
    }
  }

  return {
    async write(write) {
      const deadline = Date.now() + resolveTimeoutMs
      const client = await connect()
      return makeCertain(client, write, deadline, () => execute(client, write, statementTimeoutMs))
    },
    async takeTurn(accountId) {
      const client = await connect()
      const account = await lockAccount(client, accountId)
      let isOver = false
      return {
        account,
        db: client,
        write(write) {
          isOver = true
          return makeCertain(client, write, Date.now() + resolveTimeoutMs, async () => {
            const result = await execute(client, write, statementTimeoutMs)
            await client.query('commit')
            return result
          })
        },
        async end() {
          if (isOver) return
          isOver = true
          await client.query('rollback').then(
            () => client.release(),
            () => client.release(true),
          )
        },
      }
    },
  }
}

/** Begins a transaction that holds the account's row, behind whoever holds it now. */
async function lockAccount(client: PoolClient, accountId: string): Promise<Account | null> {
  try {
    await client.query('begin')
    await client.query({
      name: 'lock_account',
      text: 'select from accounts where id = $1 for no key update',
      values: [accountId],
    })
    return await readAccount(client, accountId)
  } catch (error) {
    client.release(true)
    throw toDependencyError(error)
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
