/** The part of a worker that seals evidence of breaches and liquidations, seconds after they happen. */
import type { Periodic, Schedule } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import { recordEvidence, type EvidenceDependencies } from '../commands/record-evidence.js'
import { listAccountsAwaitingEvidence } from '../store/operator/evidence.js'

/** Looked up each time; what is left waits for the next time. */
const SUBJECTS_AT_A_TIME = 200
const EVERY_MS = 1_000

export interface EvidenceWorkerOptions extends EvidenceDependencies {
  readonly schedule: Schedule
  readonly logger: Logger
}

export function createEvidenceWorker({ schedule, logger, ...dependencies }: EvidenceWorkerOptions): Periodic {
  const onError = (error: unknown, accountId: string | null): void =>
    logger.warn({ err: error, account_id: accountId }, 'evidence could not be sealed; will retry')
  const record = (accountId: string): Promise<unknown> =>
    recordEvidence(dependencies, accountId).catch((error: unknown) => onError(error, accountId))
  return schedule(
    async (stopping) => {
      for (const accountId of await listAccountsAwaitingEvidence(dependencies.pool, SUBJECTS_AT_A_TIME))
        if (!stopping.aborted) await record(accountId)
    },
    { everyMs: EVERY_MS, onError: (error) => onError(error, null) },
  )
}
