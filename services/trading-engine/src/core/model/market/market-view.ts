import type { Price, Quantity, Rate } from '../../values/decimal.js'
import type { Listing } from './listing.js'
import type { Micros } from '../../values/time.js'

/** Reasons not to rely on a price: nothing was heard for too long, or its sources are too far apart. */
export const STALE_REASONS = ['silent', 'divergence'] as const
export type StaleReason = (typeof STALE_REASONS)[number]

/** PAUSED: the venue has halted it. */
export const MARKET_STATUSES = ['OPEN', 'CLOSED', 'PAUSED'] as const
export type MarketStatus = (typeof MARKET_STATUSES)[number]

/** Prices of one listing at one moment. */
export interface Quote extends Listing {
  /** The number of the tick that says so. */
  readonly tick: number
  readonly last: Price
  readonly mark: Price
  readonly index: Price
  readonly bid: Price
  readonly ask: Price
  readonly at: Micros
  /** Set while the market is open and its price cannot be relied on: opening orders are refused. */
  readonly staleReason: StaleReason | null
}

/** A price of a quote, by name. */
export type PriceName = 'LAST' | 'MARK' | 'INDEX' | 'BID' | 'ASK'

export function priceAt(quote: Quote, name: PriceName): Price {
  switch (name) {
    case 'BID':
      return quote.bid
    case 'ASK':
      return quote.ask
    case 'LAST':
      return quote.last
    case 'MARK':
      return quote.mark
    case 'INDEX':
      return quote.index
  }
}

export interface BookLevel {
  readonly price: Price
  readonly quantity: Quantity
}

/** Aggregated order book. Every level lies on the tick and lot grid. */
export interface OrderBook extends Listing {
  /** The number of the tick of the prices it lies around. */
  readonly tick: number
  /** Grows with every refresh; depth taken from a book is gone until the next sequence. */
  readonly sequence: number
  readonly at: Micros
  /** Best first: bids descending. */
  readonly bids: readonly BookLevel[]
  /** Best first: asks ascending. */
  readonly asks: readonly BookLevel[]
  /** The first of them, where these are made before the others are. */
  readonly topBids?: readonly BookLevel[]
  readonly topAsks?: readonly BookLevel[]
}

/** Rates of the two sides of a market; positive: that side pays, negative: it receives. */
export interface SideRates {
  readonly long: Rate
  readonly short: Rate
}

/** The charge for a position at a funding time. */
export interface Funding {
  /** Shares of the notional for one funding period. */
  readonly rates: SideRates
  /** The mark at the funding time. */
  readonly mark: Price
}

/** A venue's charge for time, apart from funding. */
export interface Carry {
  /** Shares of the notional for a year of 365 days. */
  readonly rates: SideRates
  /** The venue's interface that they come from, or `estimate`. */
  readonly source: string
}

export interface PeakSpan {
  readonly watched: PriceName
  /** Else the lowest. */
  readonly isHighest: boolean
  readonly after: number
  readonly until: number
}

export interface PeakPrice {
  readonly price: Price
  readonly priceTick: number
}

/** The market as a decision sees it: a consistent picture of one moment. */
export interface MarketView {
  readonly at: Micros
  /** Undefined when no price of the listing was ever seen. */
  quote(listing: Listing): Quote | undefined
  /** All levels of the book (at least 100 a side on the synthetic market). */
  book(listing: Listing): OrderBook | undefined
  /** Funding at a funding time of the venue, `at` or earlier. Undefined when the listing had no price then. */
  funding(listing: Listing, at: Micros): Funding | undefined
  /** Carry in the venue's period that `at`, now or earlier, lies in. Undefined for what no venue lists. */
  carry(listing: Listing, at: Micros): Carry | undefined
  /**
   * The highest or the lowest price of a listing at which it could be traded, over the ticks after one up to and with
   * another, and a tick that told it; null: at none of them. Absent: each tick has to be looked at.
   */
  readonly peak?: (listing: Listing, span: PeakSpan) => PeakPrice | null
}
