/** The ticks of live prices, as they are published and stored. Their bytes are the market's business. */
import type { Price } from '../../values/decimal.js'
import type { Listing } from './listing.js'

export interface PublishedTick {
  /** The slot of 250 ms from which on it holds; later ones have greater numbers. */
  readonly number: number
  /** Tells every listing, not only those that changed. */
  readonly isSnapshot: boolean
  readonly block: Uint8Array
}

/** A listing and the price of one step of its grid: published prices are counted in it. */
export interface ListingGrid extends Listing {
  readonly tickSize: Price
}

/** A listing under the number by which published ticks and candles name it. */
export interface PublishedListing extends ListingGrid {
  readonly id: number
}

/** Candles of one span, of all listings that moved in it. */
export interface PublishedCandles {
  readonly minutes: CandleMinutes
  readonly firstTick: number
  readonly block: Uint8Array
}

/** The spans whose candles are kept. */
export type CandleMinutes = 1 | 60 | 1440

/** Rates in force at the beginning of an hour, of all listings whose venue tells them. */
export interface PublishedRates {
  /** The tick with which the hour begins. */
  readonly hour: number
  readonly block: Uint8Array
}
