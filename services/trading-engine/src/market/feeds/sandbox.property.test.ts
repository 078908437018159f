import fc from 'fast-check'
import { divideRounded, max, min, price, roundToStep, type Price } from '../../core/values/decimal.js'
import { loadCatalogue } from '../catalogue.js'
import type { Listing } from '../../core/model/market/listing.js'
import type { Feed } from './feed.js'
import { createSandboxFeed } from './sandbox.js'
import { createSyntheticFeed } from './synthetic.js'
import type { MarketMove } from '../../core/model/market/market-move.js'
import { primaryOf } from '../../../test/support/market/listings.js'

const { all, find } = loadCatalogue()
const below = createSyntheticFeed(all, new Uint8Array(32).fill(5))
const T = 7_074_086_400
const SYMBOL = 'BTC-USD'
const { tickSize } = find(SYMBOL)!
const SPAN = 60

const moves = fc.array(
  fc.record({
    symbol: fc.constant(SYMBOL),
    startedTick: fc.integer({ min: T, max: T + SPAN }),
    price: fc.option(fc.bigInt(1n, 10n ** 20n).map(price)),
    overTicks: fc.integer({ min: 0, max: 20 }),
  }),
  { maxLength: 30 },
)

/**
 * The rules in words: the latest start counts, and in one tick the last move made; a walk begins at the price before
 * it.
 */
function markBy(made: readonly MarketMove[], tick: number): Price {
  const start = Math.max(...made.map(({ startedTick }) => startedTick).filter((started) => started <= tick))
  const move = made.findLast(({ startedTick }) => startedTick === start)
  if (move === undefined || move.price === null) return below.quote(primaryOf(SYMBOL), tick)!.mark
  const from = markBy(made, start - 1)
  const to = max(roundToStep(move.price, tickSize, 'HALF_EVEN'), tickSize)
  const steps = BigInt(Math.max(1, move.overTicks))
  const done = min(BigInt(tick - start + 1), steps)
  const there = price(from + divideRounded((to - from) * done, steps, 'HALF_EVEN'))
  return max(roundToStep(there, tickSize, 'HALF_EVEN'), tickSize)
}

it('says of every tick what the moves made of it, in however many pieces it hears of them', () => {
  fc.assert(
    fc.property(moves, fc.nat(30), (made, heard) => {
      const feed = createSandboxFeed(below, all)
      feed.addMoves(made.slice(0, heard))
      feed.addMoves(made.slice(heard))
      for (let tick = T - 1; tick <= T + SPAN + 25; tick += 1)
        expect([tick, feed.quote(primaryOf(SYMBOL), tick)?.mark]).toEqual([tick, markBy(made, tick)])
    }),
  )
})

it('makes bars of exactly the trades there were', () => {
  fc.assert(
    fc.property(moves, fc.nat(SPAN), fc.integer({ min: 1, max: SPAN }), (made, offset, length) => {
      const feed = createSandboxFeed(below, all)
      feed.addMoves(made)
      const from = T - 5 + offset
      const trades = Array.from({ length }, (_, step) => feed.trades(primaryOf(SYMBOL), from + step)).flat()
      const prices = trades.map((trade) => trade.price)
      expect(feed.bar(primaryOf(SYMBOL), from, from + length)).toEqual({
        ...{ open: prices[0], high: prices.reduce(max), low: prices.reduce(min), close: prices.at(-1) },
        volume: trades.reduce((sum, trade) => sum + trade.quantity, 0n),
      })
    }),
  )
})

it('asks for the volume of a day once, however often it was moved', () => {
  let requested = 0
  const volume: Feed['volume'] = (...args) => ((requested += 1), below.volume(...args))
  const feed = createSandboxFeed({ ...below, volume }, all)
  feed.addMoves(
    Array.from({ length: 2_000 }, (_, step) => ({
      symbol: SYMBOL,
      startedTick: T + 40 * step,
      price: price(10n ** 20n * BigInt(1 + (step % 7))),
      overTicks: 0,
    })),
  )
  feed.bar(primaryOf(SYMBOL), T, T + 86_400)
  expect(requested).toBe(1)
})

it('does not look at moves that a new one does not concern', () => {
  let requested = 0
  const counted = {
    ...below,
    quote: (listing: Listing, tick: number) => ((requested += 1), below.quote(listing, tick)),
  }
  const feed = createSandboxFeed(counted, all)
  const release = (tick: number): MarketMove => ({ symbol: SYMBOL, startedTick: tick, price: null, overTicks: 0 })
  const gap = (tick: number): MarketMove => ({ ...release(tick), price: price(10n ** 20n) })
  for (let tick = T; tick < T + 2_000; tick += 2) feed.addMoves([gap(tick), release(tick + 1)])
  // Of each pair the walk asks once where the feed is, and the release not more than once.
  expect(requested).toBeLessThanOrEqual(2_000)
})
