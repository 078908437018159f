/** The charges of venues beyond fees and funding, as far as a plan has its accounts pay them. */

/**
 * OFF: the venue's leverage at all hours. LIMIT: outside the hours of day trading nothing opens above the overnight
 * maximum. CLOSE: the same, and what is above it when they end is closed.
 */
export const OVERNIGHT_MODES = ['OFF', 'LIMIT', 'CLOSE'] as const
export type OvernightMode = (typeof OVERNIGHT_MODES)[number]

/** Part of a version of a plan: accounts keep what they were sold. */
export interface VenueCosts {
  /** GMX: a share of the size for every moment it is open, paid by the larger side of the market. */
  readonly borrowing: boolean
  /** Ostium: the same, paid or received by either side; in place of funding. */
  readonly rollover: boolean
  /** Ostium: an amount for each price that is requested. */
  readonly oracleFee: boolean
  readonly overnightLeverage: OvernightMode
}

/** The costs of plans that say nothing. */
export const NO_VENUE_COSTS: VenueCosts = {
  borrowing: false,
  rollover: false,
  oracleFee: false,
  overnightLeverage: 'OFF',
}

/** The names of the setting `VENUE_COSTS`. */
export const VENUE_COST_NAMES = [
  'borrowing',
  'rollover',
  'oracle_fee',
  'overnight_leverage',
  'overnight_close',
] as const
export type VenueCostName = (typeof VENUE_COST_NAMES)[number]

/** The last name implies the one before it. */
export function venueCostsOf(names: readonly VenueCostName[]): VenueCosts {
  const has = (name: VenueCostName): boolean => names.includes(name)
  return {
    borrowing: has('borrowing'),
    rollover: has('rollover'),
    oracleFee: has('oracle_fee'),
    overnightLeverage: has('overnight_close') ? 'CLOSE' : has('overnight_leverage') ? 'LIMIT' : 'OFF',
  }
}

export interface WrittenVenueCosts {
  readonly borrowing: boolean
  readonly rollover: boolean
  readonly oracle_fee: boolean
  readonly overnight_leverage: OvernightMode
}

/** In the field names of the API, which are also those they are stored under. */
export const writeVenueCosts = (costs: VenueCosts): WrittenVenueCosts => ({
  borrowing: costs.borrowing,
  rollover: costs.rollover,
  oracle_fee: costs.oracleFee,
  overnight_leverage: costs.overnightLeverage,
})

export const readVenueCosts = (written: WrittenVenueCosts | undefined): VenueCosts =>
  written === undefined
    ? NO_VENUE_COSTS
    : {
        borrowing: written.borrowing,
        rollover: written.rollover,
        oracleFee: written.oracle_fee,
        overnightLeverage: written.overnight_leverage,
      }
