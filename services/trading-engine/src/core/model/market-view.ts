import type { Price, Quantity, Rate } from '../values/decimal.js'
import type { VenueId } from './instrument.js'
import type { Micros } from '../values/time.js'

/** Prices of one symbol at one moment. */
export interface Quote {
  readonly symbol: string
  readonly last: Price
  readonly mark: Price
  readonly index: Price
  readonly bid: Price
  readonly ask: Price
  readonly at: Micros
  /** The feed has said nothing for too long while the market is open: opening orders are refused. */
  readonly isStale: boolean
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
export interface OrderBook {
  readonly symbol: string
  /** Grows with every refresh; depth taken from a book is gone until the next sequence. */
  readonly sequence: number
  readonly at: Micros
  /** Best first: bids descending. */
  readonly bids: readonly BookLevel[]
  /** Best first: asks ascending. */
  readonly asks: readonly BookLevel[]
}

/** The charge for a position at a funding time. */
export interface Funding {
  /** Share of the notional for one funding period; positive: longs pay shorts. */
  readonly rate: Rate
  /** The mark at the funding time. */
  readonly mark: Price
}

/** The market as a decision sees it: a consistent picture of one moment. */
export interface MarketView {
  readonly at: Micros
  /** Undefined when no price of the symbol was ever seen. */
  quote(symbol: string): Quote | undefined
  /** All levels of the book (at least 100 a side on the synthetic market). */
  book(symbol: string): OrderBook | undefined
  /** Funding at a funding time of the venue, `at` or earlier. Undefined when the symbol had no price then. */
  funding(symbol: string, venue: VenueId, at: Micros): Funding | undefined
}
