/** Composes a tick: a function of what the sources say, and of what was published before. */
import type { Listing } from '../../../core/model/market/listing.js'
import type { MarketStatus, StaleReason } from '../../../core/model/market/market-view.js'
import type { PublishedListing } from '../../../core/model/market/published-tick.js'
import { divideRounded, type Price, type Rounding } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import type { IndexPrice } from '../live/index-price.js'
import type { LiveQuote } from '../live/live-sources.js'
import type { Rates } from './rates/compose-rates.js'
import type { RatesEntry } from './rates/rate-entries.js'
import { PRICE_TICKS_MAX, type ListingState, type MarkTrade, type TickBlock, type TickEntry } from './tick-block.js'

/** The prices of the sources, now. */
export interface Prices {
  latest(venue: Listing['venue'], symbol: string): LiveQuote | undefined
  index(symbol: string, now: Micros): ReadonlyMap<string, IndexPrice>
}

export interface CarryLimits {
  readonly now: Micros
  /** When this publisher began: its sources may not have answered yet. */
  readonly startedAt: Micros
  /** How long a price may be repeated that no source has confirmed. */
  readonly carryFor: Micros
}

/** The latest published state of each listing, by its number. */
export type States = ReadonlyMap<number, ListingState>

/**
 * The state of every listing that has a price. Until a source of a new publisher has said something of a listing, what
 * the publisher before it said is repeated; it is stale when it was not received for `carryFor`.
 */
export function composeStates(
  listings: readonly PublishedListing[],
  prices: Prices,
  published: States,
  limits: CarryLimits,
): States {
  const next = new Map<number, ListingState>()
  const symbols = new Map<string, PublishedListing[]>()
  for (const listing of listings) {
    const known = symbols.get(listing.symbol)
    if (known === undefined) symbols.set(listing.symbol, [listing])
    else known.push(listing)
  }
  for (const [symbol, ofSymbol] of symbols) {
    const index = prices.index(symbol, limits.now)
    const quotes = ofSymbol.map(({ venue }) => prices.latest(venue, symbol))
    const isWaiting = quotes.includes(undefined) && limits.now - limits.startedAt <= limits.carryFor
    ofSymbol.forEach((listing, position) => {
      const [quote, before] = [quotes[position], published.get(listing.id)]
      const state =
        quote === undefined
          ? carry(before, limits)
          : stateOf(listing, quote, index.get(listing.venue), before, isWaiting)
      if (state !== undefined) next.set(listing.id, state)
    })
  }
  return next
}

function carry(before: ListingState | undefined, { now, carryFor }: CarryLimits): ListingState | undefined {
  if (before === undefined || before.staleReason !== null || before.status === 'CLOSED') return before
  const isSilent = now - before.receivedAtMs * 1_000 > carryFor
  return isSilent ? { ...before, staleReason: 'silent' } : before
}

/** Undefined: the price is outside the range that a tick can hold. */
function stateOf(
  { tickSize }: PublishedListing,
  quote: LiveQuote,
  index: IndexPrice | undefined,
  before: ListingState | undefined,
  isWaiting: boolean,
): ListingState | undefined {
  const inTicks = (price: Price, rounding: Rounding): number =>
    Math.max(1, Number(divideRounded(price, tickSize, rounding)))
  const bid = inTicks(quote.bid, 'FLOOR')
  const ask = Math.max(bid + 1, inTicks(quote.ask, 'CEIL'))
  const mark = Math.min(ask, Math.max(bid, inTicks(quote.mid, 'HALF_EVEN')))
  const indexPrice = index?.index ?? null
  const indexTicks = indexPrice === null ? (before?.index ?? mark) : inTicks(indexPrice, 'HALF_EVEN')
  if (ask > PRICE_TICKS_MAX || indexTicks > PRICE_TICKS_MAX) return before && { ...before, staleReason: 'silent' }
  return {
    ...{ mark, bid, ask, index: indexTicks },
    status: statusOf(quote),
    staleReason: staleReasonOf(index, before, isWaiting),
    receivedAtMs: Math.floor(quote.arrivedAt / 1_000),
    madeAtMs: Math.floor(quote.at / 1_000),
  }
}

const statusOf = ({ isOpen, isPaused }: LiveQuote): MarketStatus | null =>
  isPaused ? 'PAUSED' : isOpen === null ? null : isOpen ? 'OPEN' : 'CLOSED'

/** Sources that were apart are so until all of them have reported again. */
function staleReasonOf(
  index: IndexPrice | undefined,
  before: ListingState | undefined,
  isWaiting: boolean,
): StaleReason | null {
  const reason = index?.staleReason ?? null
  return reason === null && isWaiting && before?.staleReason === 'divergence' ? 'divergence' : reason
}

/** The tick that leads from the states published before to the next ones; a snapshot has all of them, and rates. */
export function composeTick(
  head: Pick<TickBlock, 'number' | 'previous' | 'isSnapshot'>,
  published: States,
  next: States,
  rates: Rates = new Map(),
): TickBlock {
  const entries: TickEntry[] = []
  for (const [listing, state] of next) {
    const before = published.get(listing)
    if (head.isSnapshot || !isSame(before, state)) entries.push({ listing, ...state, trade: tradeOf(before, state) })
  }
  const tickRates = head.isSnapshot ? [...rates].map(([listing, one]): RatesEntry => ({ listing, ...one })) : []
  return { ...head, entries: entries.sort(byListing), rates: tickRates.sort(byListing) }
}

const byListing = (a: { readonly listing: number }, b: { readonly listing: number }): number => a.listing - b.listing

const isSame = (before: ListingState | undefined, { mark, bid, ask, index, status, staleReason }: ListingState) =>
  before !== undefined &&
  before.mark === mark &&
  before.bid === bid &&
  before.ask === ask &&
  before.index === index &&
  before.status === status &&
  before.staleReason === staleReason

/** A stale price is no trade; the first that is fresh again is one. */
function tradeOf(before: ListingState | undefined, { mark, staleReason }: ListingState): MarkTrade {
  if (staleReason !== null || (before?.staleReason === null && before.mark === mark)) return null
  return before === undefined || mark >= before.mark ? 'BUY' : 'SELL'
}
