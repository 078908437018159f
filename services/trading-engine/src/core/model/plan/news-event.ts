import type { Micros } from '../../values/time.js'

export const IMPACTS = ['LOW', 'MEDIUM', 'HIGH'] as const
export type Impact = (typeof IMPACTS)[number]

export interface NewsEvent {
  /** The calendar's own. */
  readonly id: string
  readonly title: string
  readonly at: Micros
  readonly impact: Impact
  /** ISO 4217 codes and the like, in capitals. */
  readonly currencies: readonly string[]
  /** Canonical symbols. */
  readonly symbols: readonly string[]
}
