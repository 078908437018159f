/** Looks for rows of a sandbox that other processes write. */
import { periodic, type Periodic } from '@ats/service-kit/async'
import type { Replicas } from './replicas.js'

export interface LookForOthers {
  /** Looks once, and from then on as often. */
  start(intervalMs: number): Promise<void>
  stop(): Promise<void>
}

export interface LookForOthersOptions {
  readonly look: () => Promise<void>
  readonly replicas: Pick<Replicas, 'isAlone'>
  /** Never looks there: nobody has a sandbox, and rows that say so are of a database that came from elsewhere. */
  readonly isProduction: boolean
}

const ALONE_MS = 1_000

export function createLookForOthers({ look, replicas, isProduction }: LookForOthersOptions): LookForOthers {
  let lookedAt = -Infinity
  let looking: Periodic | undefined

  /** A process that is alone writes all of it itself; it looks for what came while it hung, and missed another. */
  const lookInTime = async (): Promise<void> => {
    if (replicas.isAlone() && performance.now() - lookedAt < ALONE_MS) return
    lookedAt = performance.now()
    await look()
  }

  return {
    async start(intervalMs) {
      if (isProduction) return
      await lookInTime()
      // A failed look is made up for by the next one.
      looking = periodic(lookInTime, { everyMs: intervalMs, onError: () => undefined })
      looking.start()
    },
    async stop() {
      await looking?.stop()
    },
  }
}
