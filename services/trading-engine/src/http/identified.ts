import type { KeyAccepted, KeyRefused } from '@ats/contracts'
import type { Budget } from '@ats/service-kit/http'
import type { KnownKey } from './known-keys.js'

/** The wallet's decision about credentials. */
export type Decision = KeyAccepted | KeyRefused

/** A key that was looked at: what was decided of it, and the budget that its request was counted in. */
export interface Identified {
  readonly decision: Decision
  /** Null for a valid key that may not be used from there. */
  readonly key: KnownKey | null
  readonly budget: Budget
}
