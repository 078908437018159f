/** Ostium keeps trades and resting orders in numbered slots of a pair. */
import { type Price, price } from '../../core/values/decimal.js'
import type { OstiumLimits } from './wallet-state.js'

export const slots = (limits: OstiumLimits): number[] =>
  Array.from({ length: limits.tradesPerPairMax }, (_, index) => index)

/** An automation that nobody has answered within the time-out blocks nothing any more. */
export const isInFlight = (triggeredAt: number, limits: OstiumLimits, block: number): boolean =>
  triggeredAt !== 0 && block - triggeredAt < limits.triggerTimeout

export const orNull = (level: bigint): Price | null => (level === 0n ? null : price(level))
