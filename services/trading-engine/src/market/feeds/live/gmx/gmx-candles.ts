/** Reads GMX's `GET /prices/candles`: `{candles: [[seconds, open, high, low, close], …]}`, newest first, dollars. */
import { readBars, type BarTerms, type RawBar, type ReadBars } from '../venue-bar.js'
import { isFields, type EntryProblem } from '../venue-tick.js'

export function readGmxCandles(body: unknown, terms: BarTerms): ReadBars | EntryProblem {
  const candles: unknown = isFields(body) ? body['candles'] : undefined
  if (!Array.isArray(candles)) return { fault: 'fields', detail: 'there is no list of candles' }
  return readBars(candles.map(toRawBar), terms)
}

function toRawBar(candle: unknown): RawBar {
  const [time, open, high, low, close] = Array.isArray(candle) ? (candle as readonly unknown[]) : []
  return { time, open, high, low, close }
}
