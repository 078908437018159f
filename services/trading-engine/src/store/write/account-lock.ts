/**
 * For a decision that has lost its race once: a transaction that locks the account's row, so that what is decided
 * within it is not stale when it is written, however busy other processes keep the account.
 */
import type { Pool, PoolClient } from 'pg'
import { backendOf, toDependencyError } from '@ats/service-kit/db'
import type { Account } from '../../core/model/account/account.js'
import { execute, isRolledBack, partlyStored, writeQuery, type WriteQuery, type WriteResult } from './execute-write.js'
import type { AccountReader } from '../accounts/load-account.js'
import type { LostStatement } from './in-doubt-resolver.js'
import type { Queryable } from '../read/queryable.js'
import type { Write } from './write-statement.js'

export interface AccountLock {
  /** Null when there is no such account. */
  readonly account: Account | null
  /** Within the same transaction: what it writes is committed with the write, or not at all. */
  readonly db: Queryable
  /** Ends the transaction, and with it the lock, unless it rejects before anything was sent: `end` is for all cases. */
  write(write: Write): Promise<WriteResult>
  /** Ends it without a write; nothing after a write. */
  end(): Promise<void>
}

export interface AccountLockOptions {
  readonly pool: Pool
  readonly reader: AccountReader
  readonly statementTimeoutMs: number
  readonly sender: () => string | null
  readonly settle: (lost: LostStatement, cause: unknown) => Promise<readonly WriteResult[]>
}

/** Waits for the current holder of the account. */
export async function lockAccount(accountId: string, options: AccountLockOptions): Promise<AccountLock> {
  const client = await connect(options.pool)
  const account = await beginLocked(client, accountId, options.reader)
  let isOver = false
  return {
    account,
    db: client,
    async write(write) {
      const { statementTimeoutMs: timeoutMs, sender } = options
      // May throw: nothing is sent then, and the lock is still to be ended.
      const query = await writeQuery([write], { skipsLocked: false, sender: sender(), timeoutMs })
      isOver = true
      return writeAndCommit(client, write, query, options)
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
}

async function writeAndCommit(
  client: PoolClient,
  write: Write,
  query: WriteQuery,
  { settle }: AccountLockOptions,
): Promise<WriteResult> {
  const sentAt = Date.now()
  try {
    const [result = 'version_conflict'] = await execute(client, query, 1)
    await client.query(result === 'stored' ? 'commit' : 'rollback')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    if (partlyStored(error) !== null) return 'duplicate'
    if (isRolledBack(error)) throw toDependencyError(error)
    const [result = 'version_conflict'] = await settle({ writes: [write], backend: backendOf(client), sentAt }, error)
    return result
  }
}

const connect = (pool: Pool): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw toDependencyError(error)
  })

/** Begins the transaction. */
async function beginLocked(client: PoolClient, accountId: string, reader: AccountReader): Promise<Account | null> {
  try {
    await client.query('begin')
    await client.query({
      name: 'lock_account',
      text: 'select from accounts where id = $1 for no key update',
      values: [accountId],
    })
    return (await reader.read(client, [accountId])).get(accountId) ?? null
  } catch (error) {
    client.release(true)
    throw toDependencyError(error)
  }
}
