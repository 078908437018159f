/** A tape as a feed of the market: decisions see it as they see any other prices. It has no public trades. */
import { price, quantity, type Price, type Rate } from '../../core/values/decimal.js'
import type { Instrument } from '../../core/model/market/instrument.js'
import type { Listing } from '../../core/model/market/listing.js'
import type { Bar, Feed, FeedCarry, FeedQuote } from '../../market/feeds/feed.js'
import { createByListing, listedInstruments, type ListedInstrument } from '../../market/listed-instrument.js'
import { createTouch } from '../../market/touch.js'
import { IS_PAUSED, IS_STALE, rowAt, type Tape, type TapeSeries } from './tape.js'

/** Best bid and ask of a row, in steps of the grid. */
export interface RowTouch {
  readonly bidOf: (price: number, spread: number) => number
  readonly askOf: (price: number, spread: number) => number
}

/** A spread of 0 is the catalogue's, `spreadRate`. Neither falls when the price rises. */
export function createRowTouch(spreadRate: Rate): RowTouch {
  const { bidAt, askAt } = createTouch(spreadRate)
  const bidOf = (at: number, spread: number): number => (spread === 0 ? bidAt(at) : Math.max(1, at - (spread >> 1)))
  return { bidOf, askOf: (at, spread) => (spread === 0 ? askAt(at) : bidOf(at, spread) + spread) }
}

interface Taped {
  readonly series: TapeSeries
  readonly touch: RowTouch
  readonly listed: ListedInstrument
  /** The row of the last answer: nearly all questions are about now. */
  near: number
}

export function createTapeFeed(tape: Tape, instruments: readonly Instrument[]): Feed {
  const taped = createByListing<Taped>()
  const listed = listedInstruments(instruments)
  for (const series of tape.series) {
    const found = listed.find(({ symbol, venue }) => symbol === series.symbol && venue === series.venue)
    if (found === undefined) throw new Error(`${series.symbol} on ${series.venue} is not in the catalogue`)
    if (found.instrument.tickSize !== series.tickSize)
      throw new Error(`the prices of ${series.symbol} are on another grid than the catalogue's`)
    taped.set(series, { series, touch: createRowTouch(found.terms.spreadRate), listed: found, near: 0 })
  }
  const { firstTick } = tape
  const find = (listing: Listing, tick: number): { of: Taped; row: number } | undefined => {
    const of = taped.get(listing)
    if (of === undefined) return undefined
    const row = rowAt(of.series.slots, tick - firstTick, of.near)
    if (row < 0) return undefined
    of.near = row
    return { of, row }
  }
  return {
    quote(listing, tick) {
      const found = find(listing, tick)
      return found && quoteOf(found.of, found.row, firstTick)
    },
    trades: () => [],
    bar: (listing, fromTick, toTick) => barOf(taped.get(listing)?.series, fromTick - firstTick, toTick - firstTick),
    volume: () => quantity(0n),
    latestTradeTick: () => undefined,
    latestBarTick(listing, tick) {
      const found = find(listing, tick)
      return found && firstTick + (found.of.series.slots[found.row] ?? 0)
    },
    carry: (listing, tick) => carryOf(taped.get(listing)?.series, tick - firstTick),
  }
}

function quoteOf({ series, touch, listed }: Taped, row: number, firstTick: number): FeedQuote {
  const { tickSize } = listed.instrument
  const steps = series.prices[row] ?? 0
  const spread = series.spreads?.[row] ?? 0
  const flags = series.flags?.[row] ?? 0
  const at = price(BigInt(steps) * tickSize)
  return {
    tick: firstTick + (series.slots[row] ?? 0),
    ...{ last: at, mark: at, index: at },
    bid: price(BigInt(touch.bidOf(steps, spread)) * tickSize),
    ask: price(BigInt(touch.askOf(steps, spread)) * tickSize),
    staleReason: (flags & IS_STALE) === 0 ? null : 'silent',
    status: (flags & IS_PAUSED) === 0 ? null : 'PAUSED',
  }
}

/** The bar of the rows in [from, to). */
function barOf(series: TapeSeries | undefined, from: number, to: number): Bar | undefined {
  if (series === undefined) return undefined
  const { slots, prices, tickSize } = series
  const first = rowAt(slots, from - 1) + 1
  const last = rowAt(slots, to - 1)
  if (last < first) return undefined
  let [low, high] = [prices[first] ?? 0, prices[first] ?? 0]
  for (let row = first + 1; row <= last; row += 1) {
    const at = prices[row] ?? 0
    if (at < low) low = at
    if (at > high) high = at
  }
  const priceOf = (steps: number): Price => price(BigInt(steps) * tickSize)
  const [open, close] = [priceOf(prices[first] ?? 0), priceOf(prices[last] ?? 0)]
  return { open, high: priceOf(high), low: priceOf(low), close, volume: quantity(0n) }
}

function carryOf(series: TapeSeries | undefined, slot: number): FeedCarry | undefined {
  const found = series?.funding.findLast((told) => told.slot <= slot)
  return found && { funding: found.rates, source: 'tape' }
}
