/** Stores the rates in force at the beginning of each hour, which outlive the ticks that had them. */
import type { PublishedRates } from '../../../../core/model/market/published-tick.js'
import { HOUR_TICKS } from '../bars/listing-history.js'
import type { RateHistory } from './rate-history.js'

export interface RateStore {
  /** The last hour that is stored; null when none is. */
  last(): Promise<number | null>
  insert(rates: readonly PublishedRates[]): Promise<void>
}

/** How many hours are written in one statement. */
const HOURS_AT_A_TIME = 100

/** Each call stores the rates of hours that have begun since those that are stored, and resolves to how many. */
export function createRateWriter(
  rates: Pick<RateHistory, 'blockOf' | 'openHour'>,
  store: RateStore,
): () => Promise<number> {
  /** The next hour to look at. */
  let next: number | null = null

  return async () => {
    const end = rates.openHour()
    if (next === null) {
      const last = await store.last()
      // Without any, those since this process began to read.
      next = last === null ? end - HOURS_AT_A_TIME * HOUR_TICKS : last + HOUR_TICKS
    }
    const stored: PublishedRates[] = []
    const until = Math.min(end, next + HOURS_AT_A_TIME * HOUR_TICKS)
    for (let hour = next; hour < until; hour += HOUR_TICKS) {
      const block = rates.blockOf(hour)
      if (block !== undefined) stored.push({ hour, block })
    }
    if (stored.length > 0) await store.insert(stored)
    next = Math.max(next, until)
    return stored.length
  }
}
