import type { Price, Quantity, Usd } from '../../core/values/decimal.js'
import type { Listing } from '../../core/model/market/listing.js'
import type { MarketStatus, SideRates, StaleReason } from '../../core/model/market/market-view.js'
import type { Side } from '../../core/model/order/order.js'

/**
 * Where prices come from. Time is counted in ticks of 250 ms since the Unix epoch; what a feed says of a tick that has
 * passed never changes. A listing or moment the feed knows nothing of is undefined.
 */
export interface Feed {
  quote(listing: Listing, tick: number): FeedQuote | undefined
  /** The public trades of one tick, oldest first. */
  trades(listing: Listing, tick: number): readonly FeedTrade[]
  /** All trades of the ticks in [fromTick, toTick), fromTick < toTick; undefined when there were none. */
  bar(listing: Listing, fromTick: number, toTick: number): Bar | undefined
  /** The same bar's volume alone, base asset; 0 when there were no trades. */
  volume(listing: Listing, fromTick: number, toTick: number): Quantity
  /** The last tick up to and with this one that has public trades; undefined when none has. */
  latestTradeTick(listing: Listing, tick: number): number | undefined
  /**
   * The last tick up to and with this one that bars cover, in feeds that have bars of times without trades.
   * Absent: `latestTradeTick`.
   */
  latestBarTick?(listing: Listing, tick: number): number | undefined
  /** The quote of a past tick, of a bar where none was published; shown, and never decided on. Absent: `quote`. */
  pastQuote?(listing: Listing, tick: number): FeedQuote | undefined
  /**
   * The rates that the venue gave, last before the end of a tick. Absent, or undefined, where the feed knows none:
   * those are estimated.
   */
  carry?(listing: Listing, tick: number): FeedCarry | undefined
  /** As the venue last reported it, for the current tick. Absent or undefined where the feed has none. */
  openInterest?(listing: Listing, tick: number): FeedOpenInterest | undefined
}

/** Open interest on each side of a market, US dollars. */
export interface FeedOpenInterest {
  readonly long: Usd
  readonly short: Usd
  /** The interface that it comes from, as answers show it. */
  readonly source: string
}

/** Rates as a venue gives them; each that is absent is estimated. */
export interface FeedCarry {
  /** Shares of the notional for one funding period of the venue; positive: that side pays, negative: it receives. */
  readonly funding?: SideRates
  /** GMX, for a year of 365 days; the smaller side of the market pays none. */
  readonly borrowing?: SideRates
  /** Ostium, for a year of 365 days; a side with a negative rate receives it. */
  readonly rollover?: SideRates
  /** The interface that they come from, as answers show it. */
  readonly source: string
}

/** Prices on the tick grid; 0 < bid < ask. */
export interface FeedQuote {
  /** The tick it is from: the one requested, or an earlier one where only changes are published. */
  readonly tick: number
  /** The price of the latest public trade. */
  readonly last: Price
  readonly mark: Price
  readonly index: Price
  readonly bid: Price
  readonly ask: Price
  readonly staleReason: StaleReason | null
  /** As the venue says; null where the feed says nothing of hours and halts. */
  readonly status: MarketStatus | null
}

export interface FeedTrade {
  /** Unique per listing. */
  readonly id: string
  /** The taker's side. */
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
}

/** The source of a bar: `venue`: the venue's own bars, of a time in which nothing was published; `both`: in part. */
export type BarSource = 'venue' | 'both'

export interface Bar {
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** Base asset. */
  readonly volume: Quantity
  /** Absent: the ticks of the feed. */
  readonly source?: BarSource | undefined
}
