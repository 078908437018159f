import fc from 'fast-check'
import { price, type Price } from '../../core/decimal.js'
import { loadCatalogue } from '../catalogue.js'
import { SPAN_TICKS } from '../price-path.js'
import type { Bar, Feed, FeedTrade } from './feed.js'
import { createSandboxFeed, type MarketMove } from './sandbox.js'
import { createSyntheticFeed } from './synthetic.js'

/** What every feed promises. A new implementation joins by a row in this table. */
const { all, find } = loadCatalogue()
const seed = new Uint8Array(32).map((_, position) => position)
/** 2026-01-16, aligned to a minute. */
const TODAY = 7_074_086_400

function movedFeed(): Feed {
  const feed = createSandboxFeed(createSyntheticFeed(all, seed), all)
  const moves: MarketMove[] = all.flatMap(({ symbol, typicalPrice }) => [
    { symbol, startedTick: TODAY + 100, price: typicalPrice, overTicks: 0 },
    { symbol, startedTick: TODAY + 200, price: price(typicalPrice * 2n), overTicks: 150 },
    { symbol, startedTick: TODAY + 300, price: price(typicalPrice / 2n), overTicks: 300 },
    { symbol, startedTick: TODAY + 900, price: null, overTicks: 0 },
  ])
  feed.replaceMoves(moves)
  return feed
}

const IMPLEMENTATIONS: readonly (readonly [string, () => Feed])[] = [
  ['synthetic', () => createSyntheticFeed(all, seed)],
  ['sandbox without moves', () => createSandboxFeed(createSyntheticFeed(all, seed), all)],
  ['sandbox with moves', movedFeed],
]

const anySymbol = fc.constantFrom(...all.map(({ symbol }) => symbol))
const anyTick = fc.oneof(
  fc.integer({ min: TODAY - 500, max: TODAY + 1500 }),
  fc.integer({ min: 0, max: TODAY + 10 * SPAN_TICKS }),
  fc.integer({ min: 1, max: 800 }).map((span) => span * SPAN_TICKS - 30),
)

describe.each(IMPLEMENTATIONS)('the %s feed', (_, createFeed) => {
  const feed = createFeed()

  it('knows nothing of an unknown symbol', () => {
    expect(feed.quote('FOO-USD', TODAY)).toBeUndefined()
    expect(feed.trades('FOO-USD', TODAY)).toEqual([])
    expect(feed.bar('FOO-USD', TODAY, TODAY + 1)).toBeUndefined()
    expect(feed.volume('FOO-USD', TODAY, TODAY + 1)).toBe(0n)
  })

  it('quotes on the tick grid, bid below ask, both above zero', () => {
    fc.assert(
      fc.property(anySymbol, anyTick, (symbol, tick) => {
        const quote = feed.quote(symbol, tick)!
        const { tickSize } = find(symbol)!
        for (const each of [quote.last, quote.mark, quote.index, quote.bid, quote.ask]) {
          expect(each % tickSize).toBe(0n)
          expect(each).toBeGreaterThan(0n)
        }
        expect(quote.bid).toBeLessThan(quote.ask)
        expect(quote.mark >= quote.bid && quote.mark <= quote.ask).toBe(true)
        expect(quote.isStale).toBe(false)
      }),
    )
  })

  it('says the same whenever, in whatever order and by whichever instance it is asked', () => {
    const twin = createFeed()
    fc.assert(
      fc.property(fc.array(fc.tuple(anySymbol, anyTick), { minLength: 2, maxLength: 6 }), (questions) => {
        const ask = (one: Feed, [symbol, tick]: [string, number]): unknown => [
          one.quote(symbol, tick),
          one.trades(symbol, tick),
          one.bar(symbol, tick, tick + 7),
        ]
        const answers = questions.map((question) => ask(feed, question))
        expect(
          questions
            .toReversed()
            .map((question) => ask(twin, question))
            .reverse(),
        ).toEqual(answers)
        expect(questions.map((question) => ask(feed, question))).toEqual(answers)
      }),
      { numRuns: 40 },
    )
  })

  it('trades on the grids, and its last price is the latest trade’s', () => {
    fc.assert(
      fc.property(anySymbol, anyTick, (symbol, tick) => {
        const { tickSize, lotSize } = find(symbol)!
        const trades = feed.trades(symbol, tick)
        for (const trade of trades) {
          expect(trade.price % tickSize).toBe(0n)
          expect(trade.quantity % lotSize).toBe(0n)
          expect(trade.quantity).toBeGreaterThan(0n)
        }
        const latest = trades.at(-1)
        if (latest !== undefined) expect(feed.quote(symbol, tick)!.last).toBe(latest.price)
        const ids = [...trades, ...feed.trades(symbol, tick + 1)].map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it('has bars that are made of its trades', () => {
    fc.assert(
      fc.property(anySymbol, anyTick, fc.integer({ min: 1, max: 120 }), (symbol, from, length) => {
        const trades = Array.from({ length }, (_, offset) => feed.trades(symbol, from + offset)).flat()
        expect(feed.bar(symbol, from, from + length)).toEqual(barOf(trades))
        expect(feed.volume(symbol, from, from + length)).toBe(barOf(trades)?.volume ?? 0n)
      }),
      { numRuns: 60 },
    )
  })

  it('has long bars that are made of its short ones', () => {
    fc.assert(
      fc.property(
        anySymbol,
        anyTick,
        fc.integer({ min: 1, max: 14_400 }),
        fc.integer({ min: 2, max: 6 }),
        (symbol, from, length, count) => {
          const parts = Array.from({ length: count }, (_, part) =>
            feed.bar(symbol, from + part * length, from + (part + 1) * length)!,
          )
          const whole = feed.bar(symbol, from, from + count * length)!
          expect(whole).toEqual({
            open: parts[0]!.open,
            high: greatest(parts.map(({ high }) => high)),
            low: least(parts.map(({ low }) => low)),
            close: parts.at(-1)!.close,
            volume: parts.reduce((sum, { volume }) => sum + volume, 0n),
          })
        },
      ),
      { numRuns: 40 },
    )
  })
})

function barOf(trades: readonly FeedTrade[]): Bar | undefined {
  const first = trades[0]
  const last = trades.at(-1)
  if (first === undefined || last === undefined) return undefined
  return {
    open: first.price,
    high: greatest(trades.map((trade) => trade.price)),
    low: least(trades.map((trade) => trade.price)),
    close: last.price,
    volume: trades.reduce((sum, trade) => sum + trade.quantity, 0n) as Bar['volume'],
  }
}

const greatest = (prices: readonly Price[]): Price => prices.reduce((a, b) => (a > b ? a : b))
const least = (prices: readonly Price[]): Price => prices.reduce((a, b) => (a < b ? a : b))
