/**
 * The part of a worker that ends time limits of accounts which nobody trades and nobody reads. Several workers may do
 * it: the second finds nothing left to do.
 */
import { periodic, type Periodic } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { RunCommand } from '../commands/pipeline/run-command.js'
import { timeLimitCommand } from '../commands/system-commands.js'
import type { Micros } from '../core/values/time.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { listAccountsDue } from '../store/accounts/time-limits.js'

/** Looked up each time; what is left waits for the next time. */
const ACCOUNTS_AT_A_TIME = 200
const EVERY_MS = 5_000

interface TimeLimitWorkerOptions {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly runCommand: RunCommand
  readonly now: () => Micros
  readonly logger: Logger
}

export function createTimeLimitWorker({ pool, contexts, runCommand, now, logger }: TimeLimitWorkerOptions): Periodic {
  const onError = (error: unknown, accountId: string | null): void =>
    logger.warn({ err: error, account_id: accountId }, 'a time limit could not be ended; will retry')
  const end = async (accountId: string): Promise<void> => {
    // The row says that it is due: what is in memory may be older.
    contexts.drop(accountId)
    const account = await contexts.getCurrent(accountId)
    if (account !== null) await runCommand(timeLimitCommand(account))
  }
  return periodic(
    async (stopping) => {
      for (const accountId of await listAccountsDue(pool, now(), ACCOUNTS_AT_A_TIME))
        if (!stopping.aborted) await end(accountId).catch((error: unknown) => onError(error, accountId))
    },
    { everyMs: EVERY_MS, onError: (error) => onError(error, null) },
  )
}
