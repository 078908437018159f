/** The part of a worker that seals evidence of breaches and liquidations, seconds after they happen. */
import { periodic, type Logger, type Periodic } from '@ats/service-kit'
import { recordEvidence, type EvidenceDependencies } from '../commands/record-evidence.js'
import { TICK_MICROS } from '../core/values/tick.js'
import { listAccountsAwaitingEvidence } from '../store/operator/evidence.js'
import type { Market } from '../market/market.js'
import type { ReadTick } from '../wire/evidence-bundle.js'

/** Looked up each time; what is left waits for the next time. */
const SUBJECTS_AT_A_TIME = 200
const EVERY_MS = 1_000

/** Reads what the market said at a tick that has passed, as long as the feed has that very tick in memory. */
export const readTickOf =
  (market: Pick<Market, 'view'>): ReadTick =>
  (listing, tick) => {
    const view = market.view(tick * TICK_MICROS)
    const quote = view.quote(listing)
    return quote?.tick === tick ? { quote, book: () => view.book(listing) } : undefined
  }

export interface EvidenceWorkerOptions extends EvidenceDependencies {
  readonly logger: Logger
}

export function createEvidenceWorker({ logger, ...dependencies }: EvidenceWorkerOptions): Periodic {
  const onError = (error: unknown, accountId: string | null): void =>
    logger.warn({ err: error, account_id: accountId }, 'evidence could not be sealed; will retry')
  const record = (accountId: string): Promise<unknown> =>
    recordEvidence(dependencies, accountId).catch((error: unknown) => onError(error, accountId))
  return periodic(
    async (stopping) => {
      for (const accountId of await listAccountsAwaitingEvidence(dependencies.pool, SUBJECTS_AT_A_TIME))
        if (!stopping.aborted) await record(accountId)
    },
    { everyMs: EVERY_MS, onError: (error) => onError(error, null) },
  )
}
