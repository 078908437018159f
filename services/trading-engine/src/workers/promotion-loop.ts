/**
 * Promotes accounts that have passed and wait for nobody. Each is a command on its account, which is done once however
 * many workers try: the shards only spare them that.
 */
import type { Periodic, Schedule } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'

export interface PromotionLoopOptions {
  /** The accounts of this process's shards that are due, the oldest first; those to be passed over are left out. */
  readonly listDue: (passedOver: readonly string[], limit: number) => Promise<readonly string[]>
  /** Resolves with whether it was promoted. */
  readonly promote: (accountId: string) => Promise<boolean>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** When it looks. */
  readonly schedule: Schedule
  readonly logger: Logger
  readonly onPromoted: () => void
  readonly onFailed: () => void
}

const EVERY_MS = 500
const AT_A_TIME = 8
const BATCH_MAX = 64
/** Until one that could not be promoted is tried again: it keeps nobody else waiting. */
const AGAIN_AFTER_MS = 15_000

export function createPromotionLoop(options: PromotionLoopOptions): Periodic {
  const { listDue, promote, now, schedule, logger, onPromoted, onFailed } = options
  const passedOver = new Map<string, number>()

  const tryToPromote = async (accountId: string): Promise<void> => {
    try {
      if (await promote(accountId)) onPromoted()
      else passedOver.set(accountId, now() + AGAIN_AFTER_MS)
    } catch (error) {
      passedOver.set(accountId, now() + AGAIN_AFTER_MS)
      onFailed()
      logger.warn({ err: error, account_id: accountId }, 'an account that has passed was not promoted; will retry')
    }
  }

  const promoteAll = async (accountIds: readonly string[], stopping: AbortSignal): Promise<void> => {
    for (let first = 0; first < accountIds.length && !stopping.aborted; first += AT_A_TIME)
      await Promise.all(accountIds.slice(first, first + AT_A_TIME).map(tryToPromote))
  }

  return schedule(
    async (stopping) => {
      while (!stopping.aborted) {
        for (const [accountId, until] of passedOver) if (until <= now()) passedOver.delete(accountId)
        const due = await listDue([...passedOver.keys()], BATCH_MAX)
        await promoteAll(due, stopping)
        if (due.length < BATCH_MAX) return
      }
    },
    {
      everyMs: EVERY_MS,
      isSteady: true,
      onError: (error) => logger.warn({ err: error }, 'accounts that have passed could not be read; will retry'),
    },
  )
}
