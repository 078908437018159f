/** The prices of ticks that have passed, as the keeper of them tells. */
import type { Listing } from '../model/market/listing.js'
import type { OrderBook, Quote } from '../model/market/market-view.js'
import type { Price } from '../values/decimal.js'
import type { RatesAt } from './evidence-rates.js'

export interface PastPrices {
  /** It names the tick that said so: an earlier one where nothing was said at the one requested. */
  readonly quote: Quote
  readonly book: () => OrderBook | undefined
}

export interface ListingTick {
  readonly listing: Listing
  readonly tick: number
}

/** Undefined: nobody knows them any more. */
export type ReadTick = (listing: Listing, tick: number) => PastPrices | undefined

export interface PastTicks {
  /** The rates that positions are charged by at a moment. */
  readonly rates: RatesAt
  /** Looks these up; the function tells each that is known. */
  read(wanted: readonly ListingTick[]): Promise<ReadTick>
  /** The quotes of every tick of a span, in order, without those that cannot be of interest. */
  walk(span: TickSpan): AsyncIterable<PastQuotes>
}

export type PastQuotes = (listing: Listing) => Quote | undefined

export interface TickSpan {
  readonly listings: readonly Listing[]
  /** Both within it. */
  readonly ticks: readonly [first: number, last: number]
  /** Whether marks within these ranges may be what is looked for; undefined: a mark may be anything. */
  readonly isOfInterest: (rangeOf: (listing: Listing) => MarkRange | undefined) => boolean
}

export interface MarkRange {
  readonly high: Price
  readonly low: Price
}
