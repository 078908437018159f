/**
 * The database's clock, read without asking it each time: the offset to this process' monotonic clock is measured
 * again and again, and the time it gives never runs backwards.
 */
import { periodic, type Periodic } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import type { Micros } from '../../core/values/time.js'

export interface Clock {
  /** Microseconds since the epoch; throws when the offset was never measured. */
  readonly now: () => Micros
  readonly isKnown: boolean
  /** Measures the offset now and then every `intervalMs`. */
  start(intervalMs: number): Promise<void>
  stop(): Promise<void>
}

export function createDatabaseClock(pool: Pool): Clock {
  let offset: Micros | null = null
  let latest: Micros = 0
  let measuring: Periodic | undefined

  const measure = async (): Promise<void> => {
    const before = monotonicMicros()
    const { rows } = await pool.query<{ now: string }>(
      `select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now`,
    )
    const after = monotonicMicros()
    offset = Number(rows[0]?.now) - Math.round((before + after) / 2)
  }

  return {
    get isKnown() {
      return offset !== null
    },
    now() {
      if (offset === null) throw new Error('the database clock was never read')
      latest = Math.max(latest, monotonicMicros() + offset)
      return latest
    },
    async start(intervalMs) {
      await measure()
      // A failed measurement keeps the last offset: the clocks drift far slower than an outage lasts.
      measuring = periodic(measure, { everyMs: intervalMs, onError: () => undefined })
      measuring.start()
    },
    async stop() {
      await measuring?.stop()
    },
  }
}

const monotonicMicros = (): Micros => Math.round(performance.now() * 1000)
