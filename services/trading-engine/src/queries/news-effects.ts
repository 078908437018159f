import type { Pool } from 'pg'
import { effectOf, type NewsEffect } from '../core/calendar/news-effect.js'
import type { Instrument } from '../core/model/market/instrument.js'
import type { NewsEvent } from '../core/model/plan/news-event.js'
import { listFreezingPlans } from '../store/operator/plans.js'

/** Tells the effect of events on the accounts there are now. */
export async function readNewsEffects(
  pool: Pool,
  instruments: readonly Instrument[],
): Promise<(event: NewsEvent) => NewsEffect> {
  const plans = await listFreezingPlans(pool)
  return (event) => effectOf(event, instruments, plans)
}
