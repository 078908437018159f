import { toNumber, type Rate } from '../core/values/decimal.js'

/**
 * Best bid and ask around a middle price, all in ticks (the middle not necessarily whole). 1 ≤ bid < ask, and neither
 * falls when the middle rises.
 */
export interface Touch {
  readonly bidAt: (midTicks: number) => number
  readonly askAt: (midTicks: number) => number
}

/** Half of the spread, a fraction of the price, on each side, rounded away from the middle. */
export function createTouch(spreadRate: Rate): Touch {
  const halfSpread = toNumber(spreadRate) / 2
  const bidAt = (midTicks: number): number => Math.max(1, Math.floor(midTicks * (1 - halfSpread)))
  return {
    bidAt,
    askAt: (midTicks) => Math.max(bidAt(midTicks) + 1, Math.ceil(midTicks * (1 + halfSpread))),
  }
}
