/**
 * The market by published ticks. A quote of a slot is what the last tick up to then said, and names that tick;
 * when there was none for too long it is stale. Venues that price by oracles have no public trades: each change of the
 * mark counts as one, of as much as the synthetic market trades in a tick on average.
 */
import type { StaleReason } from '../../../core/model/market/market-view.js'
import { price, quantity, type Price, type Quantity } from '../../../core/values/decimal.js'
import { lotsPerTick } from '../../liquidity.js'
import { createByListing, type ListedInstrument } from '../../listed-instrument.js'
import type { Feed, FeedCarry, FeedOpenInterest, FeedQuote } from '../feed.js'
import { joinListingFeeds, type ListingFeed } from '../listing-feed.js'
import { quoteAround } from '../quote-around.js'
import { BAR_LENGTHS, type ListingHistory } from './bars/listing-history.js'
import { joinPast } from './bars/join-past.js'
import { createPastBars, type PastBars } from './bars/past-bars.js'
import { createCarry, createOpenInterest } from './rates/published-carry.js'
import { quoteOfState } from './state-prices.js'
import type { TickMemory } from './tick-memory.js'
import type { VenueHistory } from './bars/venue-history.js'

/** Five seconds without a published tick: the price is silent, whatever the last one said. */
export const SILENT_TICKS = 20

export function createLiveFeed(
  listed: readonly ListedInstrument[],
  memory: TickMemory,
  pastOf: VenueHistory['of'] = createPastBars,
): Feed {
  const feeds = createByListing<LiveListingFeed>()
  const rates = createByListing<ListingRatesFeed>()
  for (const one of listed) {
    feeds.set(one, createListingFeed(one, memory, pastOf(one)))
    rates.set(one, { carry: createCarry(one, memory), openInterest: createOpenInterest(one, memory) })
  }
  return {
    ...joinListingFeeds(feeds),
    carry: (listing, tick) => rates.get(listing)?.carry(tick),
    openInterest: (listing, tick) => rates.get(listing)?.openInterest(tick),
    latestBarTick: (listing, tick) => feeds.get(listing)?.latestBarTick(tick),
    pastQuote: (listing, tick) => feeds.get(listing)?.pastQuote(tick),
  }
}

interface ListingRatesFeed {
  readonly carry: (tick: number) => FeedCarry | undefined
  readonly openInterest: (tick: number) => FeedOpenInterest | undefined
}

interface LiveListingFeed extends ListingFeed {
  latestBarTick(tick: number): number | undefined
  pastQuote(tick: number): FeedQuote | undefined
}

function createListingFeed(listed: ListedInstrument, memory: TickMemory, past: PastBars): LiveListingFeed {
  const { tickSize, lotSize } = listed.instrument
  const history = memory.history(listed)
  const lotsOfTrade = BigInt(Math.max(1, Math.round(lotsPerTick(listed))))
  const toPrice = (ticks: number): Price => price(BigInt(ticks) * tickSize)
  const volumeOf = (trades: number): Quantity => quantity(BigInt(trades) * lotsOfTrade * lotSize)

  function quote(tick: number): FeedQuote | undefined {
    const said = memory.latestTick(tick)
    const state = said === undefined ? undefined : history.stateAt(said)
    const isKept = tick >= memory.reach.ticks()
    if (said === undefined || state === undefined || !isKept)
      return quoteOfBar(listed, history, tick, isKept ? 'silent' : null)
    const quote = quoteOfState(state, tickSize, said)
    return tick - said > SILENT_TICKS ? { ...quote, staleReason: 'silent' } : quote
  }

  return {
    quote,
    pastQuote(tick) {
      const own = quote(tick)
      const bar = tick >= memory.reach.ticks() ? undefined : past.lastBy(tick)
      if (bar === undefined || (own !== undefined && own.tick >= bar.end - 1)) return own
      return quoteAround(listed, toPrice(bar.close), bar.end - 1, null)
    },
    trades(tick) {
      const trade = history.tradeAt(tick)
      if (trade === undefined) return []
      const { isBuy, trades } = trade
      return [
        { id: String(tick), side: isBuy ? 'BUY' : 'SELL', quantity: volumeOf(trades), price: toPrice(trade.price) },
      ]
    },
    bar(fromTick, toTick) {
      const bar = joinPast(history.bar(fromTick, toTick), past, fromTick, toTick)
      if (bar === undefined) return undefined
      const { open, high, low, close, trades, source } = bar
      return {
        ...{ open: toPrice(open), high: toPrice(high), low: toPrice(low), close: toPrice(close) },
        volume: volumeOf(trades),
        source,
      }
    },
    volume: (fromTick, toTick) => volumeOf(history.bar(fromTick, toTick)?.trades ?? 0),
    latestTradeTick: (tick) => history.latestTradeTick(tick),
    latestBarTick(tick) {
      const latest = Math.max(history.latestTradeTick(tick) ?? -1, (past.lastBy(tick)?.end ?? 0) - 1)
      return latest < 0 ? undefined : latest
    },
  }
}

/** Where there is no tick: the close of the last bar that had ended by then. */
function quoteOfBar(
  listed: ListedInstrument,
  history: ListingHistory,
  tick: number,
  staleReason: StaleReason | null,
): FeedQuote | undefined {
  for (const length of BAR_LENGTHS) {
    const start = history.bars(length).lastStart(tick + 1 - length)
    const bar = start === undefined ? undefined : history.bars(length).at(start)
    if (start === undefined || bar === undefined) continue
    return quoteAround(listed, price(BigInt(bar.close) * listed.instrument.tickSize), start + length - 1, staleReason)
  }
  return undefined
}
