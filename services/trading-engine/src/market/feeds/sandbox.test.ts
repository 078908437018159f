import { decimal, price, toNumber } from '../../core/values/decimal.js'
import { loadCatalogue } from '../catalogue.js'
import { createSandboxFeed, isPinnable } from './sandbox.js'
import { createSyntheticFeed } from './synthetic.js'
import type { MarketMove } from '../../core/model/market/market-move.js'
import { primaryOf } from '../../../test/support/market/listings.js'

const { all, find } = loadCatalogue()
const seed = new Uint8Array(32).fill(5)
const feed = createSyntheticFeed(all, seed)
const T = 7_074_086_400
const SYMBOL = 'BTC-USD'

const move = (startedTick: number, target: string | null, overTicks = 0, symbol = SYMBOL): MarketMove => ({
  symbol,
  startedTick,
  price: target === null ? null : price(decimal(target)),
  overTicks,
})

function sandbox(...moves: readonly MarketMove[]) {
  const moved = createSandboxFeed(feed, all)
  moved.addMoves(moves)
  return moved
}

const marks = (one: ReturnType<typeof sandbox>, from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, offset) => toNumber(one.quote(primaryOf(SYMBOL), from + offset)!.mark))

describe('sandbox moves', () => {
  it('jump to a price and stay there', () => {
    const moved = sandbox(move(T, '80000'))
    for (const tick of [T, T + 1, T + 1_000_000]) {
      const { last, mark, index, bid, ask } = moved.quote(primaryOf(SYMBOL), tick)!
      expect([last, mark, index].map(toNumber)).toEqual([80_000, 80_000, 80_000])
      expect([bid, ask].map(toNumber)).toEqual([79_999.4, 80_000.6])
    }
  })

  it('change nothing before they start, nor any other symbol', () => {
    const moved = sandbox(move(T, '80000', 100))
    expect(moved.quote(primaryOf(SYMBOL), T - 1)).toEqual(feed.quote(primaryOf(SYMBOL), T - 1))
    expect(moved.trades(primaryOf(SYMBOL), T - 1)).toEqual(feed.trades(primaryOf(SYMBOL), T - 1))
    expect(moved.bar(primaryOf(SYMBOL), T - 5000, T)).toEqual(feed.bar(primaryOf(SYMBOL), T - 5000, T))
    expect(moved.quote(primaryOf('ETH-USD'), T + 5)).toEqual(feed.quote(primaryOf('ETH-USD'), T + 5))
  })

  it('never change what they said of the past when more are made', () => {
    const earlier = sandbox(move(T, '80000', 20))
    const later = sandbox(move(T, '80000', 20), move(T + 10, '60000', 3), move(T + 20, null), move(T + 20, '1000'))
    expect(marks(later, T - 5, T + 10)).toEqual(marks(earlier, T - 5, T + 10))
    expect(later.bar(primaryOf(SYMBOL), T - 500, T + 10)).toEqual(earlier.bar(primaryOf(SYMBOL), T - 500, T + 10))
    expect(marks(later, T + 20, T + 22)).toEqual([1000, 1000])
  })

  it('of symbols that are not listed do nothing', () => {
    expect(sandbox(move(T, '1', 0, 'FOO-USD')).quote(primaryOf('FOO-USD'), T)).toBeUndefined()
  })

  it('print trades at the pinned price, in the feed’s quantities', () => {
    const trades = sandbox(move(T, '80000')).trades(primaryOf(SYMBOL), T + 3)
    expect(new Set(trades.map((trade) => toNumber(trade.price)))).toEqual(new Set([80_000]))
    expect(trades.map(({ id, quantity }) => [id, quantity])).toEqual(
      feed.trades(primaryOf(SYMBOL), T + 3).map(({ id, quantity }) => [id, quantity]),
    )
  })

  it('go to the nearest tick, never below the first', () => {
    expect(marks(sandbox(move(T, '80000.004')), T, T + 1)).toEqual([80_000])
    const { mark, bid, ask } = sandbox(move(T, '0.000001')).quote(primaryOf(SYMBOL), T)!
    expect([mark, bid, ask].map(toNumber)).toEqual([0.01, 0.01, 0.02])
  })

  it('may go anywhere between one tick and 10^12 ticks', () => {
    const bitcoin = find(SYMBOL)!
    const verdicts = ['0.01', '0.009', '10000000000', '10000000000.01'].map((text) =>
      isPinnable(bitcoin, price(decimal(text))),
    )
    expect(verdicts).toEqual([true, false, true, false])
  })
})
