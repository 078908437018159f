import { toNumber } from '../core/values/decimal.js'
import type { Instrument } from '../core/model/instrument.js'

/**
 * Best bid and ask around a middle price, all in ticks (the middle not necessarily whole). 1 ≤ bid < ask, and neither
 * falls when the middle rises.
 */
export interface Touch {
  bidAt(midTicks: number): number
  askAt(midTicks: number): number
}

/** Half of the instrument's spread on each side, rounded away from the middle. */
export function createTouch(instrument: Instrument): Touch {
  const halfSpread = toNumber(instrument.spreadRate) / 2
  const bidAt = (midTicks: number): number => Math.max(1, Math.floor(midTicks * (1 - halfSpread)))
  return {
    bidAt,
    askAt: (midTicks) => Math.max(bidAt(midTicks) + 1, Math.ceil(midTicks * (1 + halfSpread))),
  }
}
