import { price, quantity, toNumber, type Price, type Quantity } from '../../core/values/decimal.js'
import type { Instrument } from '../../core/model/market/instrument.js'
import { createNoise, signedFraction, type Noise } from '../keyed-noise.js'
import { lotsPerTick } from '../liquidity.js'
import { createPricePath, priceFactor } from '../price-path.js'
import { createTouch } from '../touch.js'
import { createVolumeCascade } from '../volume-cascade.js'
import type { Bar, Feed, FeedQuote, FeedTrade } from './feed.js'
import { createByListing, listedInstruments, noiseName, type ListedInstrument } from '../listed-instrument.js'
import { joinListingFeeds, type ListingFeed } from './listing-feed.js'

const STREAM_TRADES = 64
const STREAM_BASIS = 65
/** The index strays from the mark slowly, by at most this share of the daily volatility. */
const BASIS_IN_DAILY_VOLATILITY = 0.01
const BASIS_TICKS = 256

/**
 * A market computed from (seed, listing, tick) alone: equal on every replica and after every restart, with nothing
 * stored. `seed` is secret: who knows it knows all future prices. A symbol has one price, around which each venue has
 * its own spread and its own trades. Every tick has one to three public trades, at its bid or ask.
 */
export function createSyntheticFeed(instruments: readonly Instrument[], seed: Uint8Array): Feed {
  const listings = createByListing<ListingFeed>()
  for (const listed of listedInstruments(instruments)) {
    const ofPrice = createNoise(seed, `feed ${listed.symbol}`)
    listings.set(listed, createSyntheticListing(listed, ofPrice, createNoise(seed, `feed ${noiseName(listed)}`)))
  }
  return joinListingFeeds(listings)
}

function createSyntheticListing(listed: ListedInstrument, ofPrice: Noise, noise: Noise): ListingFeed {
  const { instrument, terms } = listed
  const dailyVolatility = toNumber(instrument.dailyVolatility)
  const path = createPricePath(ofPrice, dailyVolatility)
  const cascade = createVolumeCascade(noise, lotsPerTick(listed))
  const touch = createTouch(terms.spreadRate)
  const basisAt = createBasis(ofPrice, dailyVolatility * BASIS_IN_DAILY_VOLATILITY)
  const typicalTicks = toNumber(instrument.typicalPrice) / toNumber(instrument.tickSize)

  const inTicks = (deviation: number): number => typicalTicks * priceFactor(deviation)
  const toPrice = (ticks: number): Price => price(BigInt(ticks) * instrument.tickSize)
  const bidOf = (deviation: number): number => touch.bidAt(inTicks(deviation))
  const askOf = (deviation: number): number => touch.askAt(inTicks(deviation))
  const tapeOf = (tick: number): Tape => readTape(noise(STREAM_TRADES, tick))

  const tradedAt = (isBuy: boolean, deviation: number): number => (isBuy ? askOf(deviation) : bidOf(deviation))
  const highOf = (tick: number, deviation: number): number => tradedAt(tapeOf(tick).buys !== 0, deviation)
  const lowOf = (tick: number, deviation: number): number => {
    const { count, buys } = tapeOf(tick)
    return tradedAt(buys === (1 << count) - 1, deviation)
  }

  function quote(tick: number): FeedQuote {
    const mid = inTicks(path.deviationAt(tick))
    const bid = touch.bidAt(mid)
    const ask = touch.askAt(mid)
    return {
      tick,
      last: toPrice(isBuyAt(tapeOf(tick), -1) ? ask : bid),
      mark: toPrice(nearestTick(mid)),
      index: toPrice(nearestTick(mid * (1 + basisAt(tick)))),
      bid: toPrice(bid),
      ask: toPrice(ask),
      staleReason: null,
      status: null,
    }
  }

  function trades(tick: number): readonly FeedTrade[] {
    const deviation = path.deviationAt(tick)
    const tape = tapeOf(tick)
    return splitLots(cascade.lotsAt(tick), tape).map((lots, position) => {
      const isBuy = isBuyAt(tape, position)
      return {
        id: `${tick}-${position}`,
        side: isBuy ? 'BUY' : 'SELL',
        quantity: quantity(BigInt(lots) * instrument.lotSize),
        price: toPrice(tradedAt(isBuy, deviation)),
      }
    })
  }

  const volume = (fromTick: number, toTick: number): Quantity =>
    quantity(BigInt(cascade.lotsOver(fromTick, toTick)) * instrument.lotSize)

  function bar(fromTick: number, toTick: number): Bar {
    const lastTick = toTick - 1
    return {
      open: toPrice(tradedAt(isBuyAt(tapeOf(fromTick), 0), path.deviationAt(fromTick))),
      high: toPrice(path.greatestOver(fromTick, toTick, highOf, askOf)),
      low: toPrice(path.leastOver(fromTick, toTick, lowOf, bidOf)),
      close: toPrice(tradedAt(isBuyAt(tapeOf(lastTick), -1), path.deviationAt(lastTick))),
      volume: volume(fromTick, toTick),
    }
  }

  return { quote, trades, bar, volume, latestTradeTick: (tick) => tick }
}

/**
 * The trades of a tick: their number, which of them are buys (bit by bit, oldest lowest), and their shares of its
 * volume.
 */
interface Tape {
  readonly count: number
  readonly buys: number
  readonly share: number
}

function readTape(word: number): Tape {
  const count = 1 + (word % 3)
  return { count, buys: (word >>> 8) & ((1 << count) - 1), share: (word >>> 16) / 0x1_0000 }
}

/** By position from the oldest (0) or, negative, from the newest (-1). */
const isBuyAt = ({ count, buys }: Tape, position: number): boolean =>
  ((buys >> (position < 0 ? count + position : position)) & 1) === 1

/** Whole lots for each trade of a tick, at least one each. */
function splitLots(lots: number, { count, share }: Tape): readonly number[] {
  const parts: number[] = []
  let left = lots
  for (let remaining = count; remaining > 1; remaining--) {
    const part = 1 + Math.floor((left - remaining) * share)
    parts.push(part)
    left -= part
  }
  return [...parts, left]
}

/** The index's distance from the mark as a fraction of it: a line between random points 64 s apart. */
function createBasis(noise: Noise, basisMax: number): (tick: number) => number {
  return (tick) => {
    const point = Math.floor(tick / BASIS_TICKS)
    const before = signedFraction(noise(STREAM_BASIS, point))
    const after = signedFraction(noise(STREAM_BASIS, point + 1))
    return basisMax * (before + ((after - before) * (tick - point * BASIS_TICKS)) / BASIS_TICKS)
  }
}

const nearestTick = (ticks: number): number => Math.max(1, Math.floor(ticks + 0.5))
