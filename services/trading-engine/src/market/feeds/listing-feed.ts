import { quantity, type Quantity } from '../../core/values/decimal.js'
import type { ByListing } from '../listed-instrument.js'
import type { Bar, Feed, FeedQuote, FeedTrade } from './feed.js'

/** The feed of one listing. */
export interface ListingFeed {
  quote(tick: number): FeedQuote | undefined
  trades(tick: number): readonly FeedTrade[]
  bar(fromTick: number, toTick: number): Bar | undefined
  volume(fromTick: number, toTick: number): Quantity
  latestTradeTick(tick: number): number | undefined
}

/** A feed of listings that know nothing of each other. */
export function joinListingFeeds(listings: Pick<ByListing<ListingFeed>, 'get'>): Feed {
  return {
    quote: (listing, tick) => listings.get(listing)?.quote(tick),
    trades: (listing, tick) => listings.get(listing)?.trades(tick) ?? [],
    bar: (listing, fromTick, toTick) => listings.get(listing)?.bar(fromTick, toTick),
    volume: (listing, fromTick, toTick) => listings.get(listing)?.volume(fromTick, toTick) ?? quantity(0n),
    latestTradeTick: (listing, tick) => listings.get(listing)?.latestTradeTick(tick),
  }
}
