/**
 * Puts decisions on disk, those of many accounts in one statement. The result of each is certain: `stored`, or nothing
 * was written because another process had changed the account or was changing it (`version_conflict`) or because the
 * command is already stored (`duplicate`). When the connection fails in between, the outcome is looked up; if that is
 * not known in time either, the write ends in an error, and a retry with the same client_id returns the outcome.
 */
import type { Pool } from 'pg'
import { timeout } from '@ats/service-kit/async'
import { backendOf, isConnectionFailure, toDependencyError } from '@ats/service-kit/db'
import { DependencyError, type TraceSpan, type Tracing } from '@ats/service-kit/process'
import { blamesRow, execute, isRolledBack, partlyStored, writeQuery, type WriteResult } from './execute-write.js'
import type { AccountReader } from '../accounts/load-account.js'
import { createInDoubtResolver, type LostStatement } from './in-doubt-resolver.js'
import { lockAccount, type AccountLock } from './account-lock.js'
import type { Write } from './write-statement.js'

export interface Writer {
  /** At most one write of an account may be under way. `giveUpAt`: epoch milliseconds after which it is not begun. */
  write(write: Write, giveUpAt: number): Promise<WriteResult>
  /**
   * Waits for the account's lock and takes it: no other process changes the account until this one has written or
   * released it.
   */
  lockAccount(accountId: string): Promise<AccountLock>
  /** Whether a write that was given up may still happen: then the account in memory proves nothing. */
  isInDoubt(accountId: string): boolean
  /** Writes that wait for a statement. */
  readonly waiting: number
  /** Once the writes under way have ended. */
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

/** One statement at a time, for two small ones cost Postgres more than one; a second goes beside it with this many. */
const SECOND_FROM = 16
/** Decisions: larger batches would hardly be faster, and later writes wait for the whole batch. */
const BATCH_MAX = 64
const WAITING_MAX = 5_000
/** Outcomes settled in one turn of the event loop, which sends as many responses: some tenths of a millisecond each. */
const TOLD_AT_A_TIME = 8
const SWEEP_MS = 50

interface Waiting {
  readonly write: Write
  readonly giveUpAt: number
  readonly resolve: (result: WriteResult) => void
  readonly reject: (error: unknown) => void
  readonly span: TraceSpan | null
}

export function createWriter(options: WriterOptions): Writer {
  const { pool, lockPool, reader, statementTimeoutMs, resolveTimeoutMs, sender, onDoubtEnded, onBatch, tracing } =
    options
  const outcomes = createInDoubtResolver({ pool: lockPool, onDoubtEnded })
  const waiting: Waiting[] = []
  const tell = createTeller()
  let inFlight = 0
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

  const runObserved = async (batch: readonly Waiting[]): Promise<readonly WriteResult[]> => {
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
  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      const results = await runObserved(batch)
      tell(batch.map((waiter, index) => resolution(waiter, results[index] ?? 'version_conflict')))
    } catch (error) {
      const place = partlyStored(error)
      const known = place === null ? undefined : batch[place]
      if (known !== undefined) {
        tell([() => known.resolve('duplicate')])
        return writeBatch(batch.filter((waiter) => waiter !== known))
      }
      if (batch.length === 1 || !blamesRow(error)) {
        return tell(batch.map((waiter) => rejection(waiter, toDependencyError(error))))
      }
      const half = Math.ceil(batch.length / 2)
      await writeBatch(batch.slice(0, half))
      await writeBatch(batch.slice(half))
    }
  }

  const pump = (secondFrom = SECOND_FROM): void => {
    while (waiting.length > 0 && (inFlight === 0 || (inFlight === 1 && waiting.length >= secondFrom))) {
      const batch = takeBatch(waiting).filter(isInTime)
      if (batch.length === 0) continue
      inFlight += 1
      void writeBatch(batch).finally(() => {
        inFlight -= 1
        pump()
      })
    }
  }

  /** Refuses in time what waits too long, and starts a second statement when one takes longer than a sweep. */
  const sweep = (): void => {
    while (waiting[0] !== undefined && !isInTime(waiting[0])) waiting.shift()
    pump(1)
    sweeper = waiting.length === 0 ? undefined : setTimeout(sweep, SWEEP_MS)
  }

  return {
    write: (write, giveUpAt) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= WAITING_MAX) return reject(overloaded())
        waiting.push({ write, giveUpAt, resolve, reject, span: tracing.current() })
        pump()
        if (waiting.length > 0) sweeper ??= setTimeout(sweep, SWEEP_MS)
      }),
    lockAccount: (accountId) => lockAccount(accountId, { pool: lockPool, reader, statementTimeoutMs, sender, settle }),
    isInDoubt: (accountId) => outcomes.isInDoubt(accountId),
    get waiting() {
      return waiting.length
    },
    stop() {
      clearTimeout(sweeper)
      outcomes.stop()
    },
  }
}

/** Takes the first write at least, however many decisions it has. */
function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  let [count, size] = [0, 0]
  for (const { write } of waiting) {
    size += write.decisions.length
    if (count > 0 && size > BATCH_MAX) break
    count += 1
  }
  return waiting.splice(0, count)
}

const resolution =
  ({ resolve }: Waiting, result: WriteResult) =>
  (): void =>
    resolve(result)
const rejection =
  ({ reject }: Waiting, failure: Error) =>
  (): void =>
    reject(failure)

/** Tells outcomes in their order, a few in each turn of the event loop, once the next statement is on its way. */
function createTeller(): (outcomes: readonly (() => void)[]) => void {
  const untold: (() => void)[] = []
  const tellSome = (): void => {
    for (const tell of untold.splice(0, TOLD_AT_A_TIME)) tell()
    if (untold.length > 0) setImmediate(tellSome)
  }
  return (outcomes) => {
    if (untold.length === 0) setImmediate(tellSome)
    untold.push(...outcomes)
  }
}

/** Refuses a write whose caller no longer waits, while it is still certain that it was not sent. */
function isInTime({ giveUpAt, reject }: Waiting): boolean {
  if (Date.now() < giveUpAt) return true
  reject(overloaded())
  return false
}

const overloaded = (): DependencyError =>
  new DependencyError('writer', 'too many orders are waiting to be written; retry in a moment')

const unconfirmed = (cause: unknown): DependencyError =>
  new DependencyError('postgres', 'the database did not confirm the write; retry with the same client_id', { cause })
