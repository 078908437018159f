import type { Micros } from '../../values/time.js'

/** The right to open one account on a plan. */
export interface Grant {
  readonly id: string
  readonly userId: string
  readonly planId: string
  /** As it was when it was sold. */
  readonly planVersion: number
  readonly challengeId: string | null
  readonly createdAt: Micros
  /** The code of who brought the buyer: in the events of the account. */
  readonly referral: string | null
  /** The account it was used for. */
  readonly accountId: string | null
}

/** The content of a grant: the user, the plan and the purchase. */
export type Entitlement = Pick<Grant, 'userId' | 'planId' | 'challengeId'>
