import type { CommitProbe } from '@ats/service-kit/db'
import type { Readiness } from '@ats/service-kit/http'
import type { EngineConfig } from '../config.js'
import type { Clock } from '../store/cluster/database-clock.js'
import type { MarketWorker } from './market-worker.js'

export interface ReadinessOptions {
  readonly probe: Pick<CommitProbe, 'canCommit'>
  readonly clock: Pick<Clock, 'isKnown'>
  readonly worker: Pick<MarketWorker, 'isConnected'> | null
  readonly role: EngineConfig['ROLE']
  readonly isStopping: () => boolean
}

/** Whether requests may come: what the engine cannot work without, each by name. */
export function createReadiness({
  probe,
  clock,
  worker,
  role,
  isStopping,
}: ReadinessOptions): () => Promise<Readiness> {
  return async () => {
    // Checked first: a caller that has to go elsewhere must not wait for a database that is slow to respond.
    if (isStopping()) return { ready: false, checks: { lifecycle: 'stopping' } }
    const database = (await probe.canCommit()) ? 'ok' : 'no write can be committed'
    const checks = {
      database,
      clock: clock.isKnown ? 'ok' : 'unknown',
      lifecycle: 'ok',
      // One that also serves requests can do that without its shards.
      ...(role === 'worker' ? { shards: worker?.isConnected() === true ? 'ok' : 'lost' } : {}),
    }
    return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
  }
}
