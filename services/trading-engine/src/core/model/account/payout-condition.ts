/** The conditions of a payout, in the order in which they are listed. */
export const PAYOUT_CONDITIONS = [
  'account_state',
  'no_open_payout',
  'first_after_days',
  'every_days',
  'qualifying_days',
  'consistency',
  'holding_time',
  'flat',
  'identity_check',
  'min_amount',
] as const

export const CONDITION_UNITS = ['USD', 'days', 'percent', 'positions'] as const

export interface PayoutCondition {
  readonly condition: (typeof PAYOUT_CONDITIONS)[number]
  readonly isMet: boolean
  /** Scaled decimals in `unit`; null where there is no figure. */
  readonly value: bigint | null
  readonly needed: bigint | null
  readonly unit: (typeof CONDITION_UNITS)[number] | null
  readonly message: string
}
