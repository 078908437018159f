import type { AccountState } from '../model/account/account.js'
import type { Hold } from '../model/account/hold.js'
import type { Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

/** An account as last written: what the clock has done to it since is not in it. */
export interface FoundAccount {
  readonly id: string
  readonly userId: string
  readonly planId: string
  readonly planVersion: number
  readonly challengeId: string | null
  readonly phase: string | null
  readonly name: string
  readonly state: AccountState
  readonly stateReason: string | null
  readonly lockedUntil: Micros | null
  readonly holds: readonly Hold[]
  readonly balance: Usd
  readonly createdAt: Micros
}
