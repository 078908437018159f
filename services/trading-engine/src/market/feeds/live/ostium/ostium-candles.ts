/**
 * Reads `POST /v1/ohlc` of Ostium's builder API: `{data: [{from, to, time, open, high, low, close}, …],
 * lastRequestTimestamp}` (its documentation, 2026).
 */
import type { CandleInterval } from '../../../candles.js'
import { readBars, type BarTerms, type RawBar, type ReadBars } from '../venue-bar.js'
import { isFields, type EntryProblem } from '../venue-tick.js'

export const OSTIUM_RESOLUTIONS: Readonly<Record<CandleInterval, string>> = {
  '1m': '1',
  '5m': '5',
  '15m': '15',
  '1h': '60',
  '4h': '240',
  '1d': '1D',
}

export interface OstiumBars extends ReadBars {
  /** There may be older bars in the range that was asked for. */
  readonly hasMore: boolean
}

export function readOstiumCandles(body: unknown, terms: BarTerms): OstiumBars | EntryProblem {
  const { data, lastRequestTimestamp = null } = isFields(body) ? body : {}
  if (!Array.isArray(data)) return { fault: 'fields', detail: 'there is no list of bars' }
  return { ...readBars(data.map(toRawBar), terms), hasMore: lastRequestTimestamp !== null }
}

function toRawBar(bar: unknown): RawBar {
  const { time, open, high, low, close } = isFields(bar) ? bar : {}
  return { time, open, high, low, close }
}
