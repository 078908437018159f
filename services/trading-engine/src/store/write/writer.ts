/**
 * Puts decisions on disk, those of many accounts in one statement. The result of each is certain: `stored`, or nothing
 * was written because another process had changed the account or was changing it (`version_conflict`) or because the
 * command is already stored (`duplicate`). When the connection fails in between, the outcome is looked up; if that is
 * not known in time either, the write ends in an error, and a retry with the same client_id returns the outcome.
 */
import type { Pool } from 'pg'
import { timeout } from '@ats/service-kit/async'
import { backendOf, isConnectionFailure, toDependencyError } from '@ats/service-kit/db'
import { DependencyError, type Tracing } from '@ats/service-kit/process'
import { blamesRow, execute, isRolledBack, partlyStored, writeQuery, type WriteResult } from './execute-write.js'
import type { AccountReader } from '../accounts/load-account.js'
import { createInDoubtResolver, type LostStatement } from './in-doubt-resolver.js'
import { lockAccount, type AccountLock } from './account-lock.js'
import { createWriteQueue, WRITE_QUEUES, type Patience, type Tell, type WaitingWrite } from './write-queue.js'
import type { Write } from './write-statement.js'

export interface Writer {
  /**
   * At most one write of an account may be under way, patient or not. `giveUpAt`: epoch milliseconds after which it is
   * not begun.
   */
  write(write: Write, giveUpAt: number, patience?: Patience): Promise<WriteResult>
  /**
   * Waits for the account's lock and takes it: no other process changes the account until this one has written or
   * released it.
   */
  lockAccount(accountId: string): Promise<AccountLock>
  /** Whether a write that was given up may still happen: then the account in memory proves nothing. */
  isInDoubt(accountId: string): boolean
  /** Writes that wait for a statement. */
  readonly waiting: number
  /** Once the writes under way have ended: what still waits is written without a rest. */
  stop(): void
}

export interface WriterOptions {
  /** For batches alone: no read keeps one waiting. */
  readonly pool: Pool
  /** For turns, and for looking up lost outcomes. */
  readonly lockPool: Pool
  readonly reader: AccountReader
  /** How long one statement may take before its outcome counts as unknown. */
  readonly statementTimeoutMs: number
  /** From the start of a write, how long its caller waits for an unknown outcome. */
  readonly resolveTimeoutMs: number
  /** Names this process to the others; null while there are no others to notify. */
  readonly sender: () => string | null
  /** A write that was in doubt may have moved the account. */
  readonly onDoubtEnded: (accountId: string) => void
  /** Told of each batch: how many writes, and how long until their outcome was known. */
  readonly onBatch: (writes: number, seconds: number) => void
  readonly tracing: Tracing
}

const WAITING_MAX = 5_000
const SWEEP_MS = 50

export function createWriter(options: WriterOptions): Writer {
  const { pool, lockPool, reader, statementTimeoutMs, resolveTimeoutMs, sender, onDoubtEnded, onBatch, tracing } =
    options
  const outcomes = createInDoubtResolver({ pool: lockPool, onDoubtEnded })
  let sweeper: NodeJS.Timeout | undefined

  const settle = async (lost: LostStatement, cause: unknown): Promise<readonly WriteResult[]> => {
    const stored = await timeout(outcomes.find(lost), lost.sentAt + resolveTimeoutMs - Date.now(), () =>
      unconfirmed(cause),
    )
    return lost.writes.map(({ decisions: [{ command }] }) => (stored.has(command.id) ? 'stored' : 'version_conflict'))
  }

  const run = async (writes: readonly Write[]): Promise<readonly WriteResult[]> => {
    const query = await writeQuery(writes, { skipsLocked: true, sender: sender(), timeoutMs: statementTimeoutMs })
    const client = await pool.connect()
    const sentAt = Date.now()
    try {
      const results = await execute(client, query, writes.length)
      client.release()
      return results
    } catch (error) {
      client.release(!isRolledBack(error) || isConnectionFailure(error))
      if (isRolledBack(error)) throw error
      return settle({ writes, backend: backendOf(client), sentAt }, error)
    }
  }

  const runObserved = async (batch: readonly WaitingWrite[]): Promise<readonly WriteResult[]> => {
    const startedAt = performance.now()
    const start = { name: 'write batch', attributes: { writes: batch.length } }
    const spans = batch.map(({ span }) => span)
    try {
      return await tracing.shared(start, spans, () => run(batch.map(({ write }) => write)))
    } finally {
      onBatch(batch.length, (performance.now() - startedAt) / 1000)
    }
  }

  /**
   * Never rejects. A batch that Postgres refuses is split in halves until the write at fault is alone; one that is
   * refused for a write of which only some commands are new is written without it.
   */
  const writeBatch = async (batch: readonly WaitingWrite[], tell: Tell): Promise<void> => {
    if (batch.length === 0) return
    try {
      const results = await runObserved(batch)
      tell(batch.map((waiter, index) => resolution(waiter, results[index] ?? 'version_conflict')))
    } catch (error) {
      const place = partlyStored(error)
      const known = place === null ? undefined : batch[place]
      if (known !== undefined) {
        tell([() => known.resolve('duplicate')])
        return writeBatch(
          batch.filter((waiter) => waiter !== known),
          tell,
        )
      }
      if (batch.length === 1 || !blamesRow(error)) {
        return tell(batch.map((waiter) => rejection(waiter, toDependencyError(error))))
      }
      const half = Math.ceil(batch.length / 2)
      await writeBatch(batch.slice(0, half), tell)
      await writeBatch(batch.slice(half), tell)
    }
  }

  const queueOf = (patience: Patience) =>
    createWriteQueue({ terms: WRITE_QUEUES[patience], writeBatch, refusal: overloaded })
  const queues = { ordinary: queueOf('ordinary'), patient: queueOf('patient') }
  const waiting = (): number => queues.ordinary.size + queues.patient.size

  const sweep = (): void => {
    queues.ordinary.sweep()
    queues.patient.sweep()
    sweeper = waiting() === 0 ? undefined : setTimeout(sweep, SWEEP_MS)
  }

  return {
    write: (write, giveUpAt, patience = 'ordinary') =>
      new Promise((resolve, reject) => {
        if (waiting() >= WAITING_MAX) return reject(overloaded())
        queues[patience].push({ write, giveUpAt, resolve, reject, span: tracing.current() })
        if (waiting() > 0) sweeper ??= setTimeout(sweep, SWEEP_MS)
      }),
    lockAccount: (accountId) => lockAccount(accountId, { pool: lockPool, reader, statementTimeoutMs, sender, settle }),
    isInDoubt: (accountId) => outcomes.isInDoubt(accountId),
    get waiting() {
      return waiting()
    },
    stop() {
      clearTimeout(sweeper)
      queues.ordinary.stop()
      queues.patient.stop()
      outcomes.stop()
    },
  }
}

const resolution =
  ({ resolve }: WaitingWrite, result: WriteResult) =>
  (): void =>
    resolve(result)
const rejection =
  ({ reject }: WaitingWrite, failure: Error) =>
  (): void =>
    reject(failure)

const overloaded = (): DependencyError =>
  new DependencyError('writer', 'too many orders are waiting to be written; retry in a moment')

const unconfirmed = (cause: unknown): DependencyError =>
  new DependencyError('postgres', 'the database did not confirm the write; retry with the same client_id', { cause })
