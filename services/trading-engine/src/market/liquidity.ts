import { toNumber } from '../core/values/decimal.js'
import type { ListedInstrument } from './listed-instrument.js'
import { TICKS_PER_DAY } from '../core/values/tick.js'

const DEPTH_USD_MIN = 1_000_000
const DEPTH_USD_MAX = 10_000_000
const DAILY_TURNOVER_IN_DEPTHS = 200

/** Depth of one side of the book in US dollars: 10 million at a spread of 1 bp, less where spreads are wider. */
export function depthUsd({ terms }: ListedInstrument): number {
  const spreadBps = toNumber(terms.spreadRate) * 10_000
  return Math.min(DEPTH_USD_MAX, Math.max(DEPTH_USD_MIN, DEPTH_USD_MAX / spreadBps))
}

/** Average traded lots of a 250 ms tick. */
export function lotsPerTick(listed: ListedInstrument): number {
  const { lotSize, typicalPrice } = listed.instrument
  const lotUsd = toNumber(lotSize) * toNumber(typicalPrice)
  return (depthUsd(listed) * DAILY_TURNOVER_IN_DEPTHS) / TICKS_PER_DAY / lotUsd
}
