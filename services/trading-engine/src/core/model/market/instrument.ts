import type { Price, Quantity, Rate, Usd } from '../../values/decimal.js'

export const ASSET_CLASSES = ['crypto', 'forex', 'commodity', 'equity', 'index'] as const
export type AssetClass = (typeof ASSET_CLASSES)[number]

export const VENUE_IDS = ['GMX', 'OSTIUM'] as const
export type VenueId = (typeof VENUE_IDS)[number]

/** How one venue trades an instrument. Rates are fractions of notional (0.0006 = 6 bp). */
export interface VenueTerms {
  readonly venue: VenueId
  readonly leverageMax: Rate
  readonly takerFeeRate: Rate
  readonly makerFeeRate: Rate
  /** GMX charges a fee on opening and closing, Ostium on opening only. */
  readonly isCloseFeeCharged: boolean
  readonly maintenanceMarginRate: Rate
  /** Smallest notional of an order that opens or increases. */
  readonly notionalMin: Usd
  /** `1h` or `24h`: how often positions are charged for time, and for how long a rate holds. */
  readonly fundingCadence: string
  /** From bid to ask, as a fraction of the price, where the feed does not tell both. */
  readonly spreadRate: Rate
  readonly carry: CarryTerms
  /** Charged for each price that is requested; 0 where the venue charges nothing. */
  readonly oracleFee: Usd
  /** The most leverage outside the hours of day trading; null where they make no difference. */
  readonly overnightLeverageMax: Rate | null
}

/** How a venue charges for time, apart from funding. Rates are shares of the notional for a year of 365 days. */
export type CarryTerms =
  | {
      readonly kind: 'borrowing'
      /** With all of the pool in use, as far as it goes up to `optimalUsage`. */
      readonly baseRate: Rate
      /** The share of the pool beyond which the rate rises faster. */
      readonly optimalUsage: Rate
      /** With all of the pool in use. */
      readonly fullRate: Rate
    }
  | {
      readonly kind: 'rollover'
      /** Paid by longs and received by shorts; negative: the other way round. */
      readonly underlyingRate: Rate
      /** Paid by both. */
      readonly premiumRate: Rate
    }

export type CarryKind = CarryTerms['kind']

/** A venue has one of them. */
export const CARRY_KINDS: Readonly<Record<VenueId, CarryKind>> = { GMX: 'borrowing', OSTIUM: 'rollover' }

/** One weekly trading session in the schedule's time zone; minutes from local midnight, close exclusive, ≤ 1440. */
export interface TradingSession {
  /** 0 = Sunday … 6 = Saturday. */
  readonly day: number
  readonly openMinute: number
  readonly closeMinute: number
}

export type TradingHours =
  | { readonly isAlwaysOpen: true }
  | {
      readonly isAlwaysOpen: false
      readonly timeZone: string
      readonly sessions: readonly TradingSession[]
      readonly dayTrading?: DayTrading
    }

/** The part of a day with a session in which leverage may be above the overnight maximum; local time, end exclusive. */
export interface DayTrading {
  readonly fromMinute: number
  readonly untilMinute: number
}

/** A tradable symbol. The quote is treated as US dollars on both venues (quanto: no currency conversion). */
export interface Instrument {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly aliases: readonly string[]
  readonly assetClass: AssetClass
  readonly primaryVenue: VenueId
  readonly tickSize: Price
  readonly lotSize: Quantity
  /** Keyed by venue; a venue that does not list the symbol is absent. */
  readonly terms: Readonly<Partial<Record<VenueId, VenueTerms>>>
  readonly tradingHours: TradingHours
  /** Parameters of the synthetic market: a price to hover around, and its daily volatility as a fraction. */
  readonly typicalPrice: Price
  readonly dailyVolatility: Rate
}
