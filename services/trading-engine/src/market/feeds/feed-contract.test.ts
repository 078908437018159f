import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { price, toNumber, type Price } from '../../core/values/decimal.js'
import type { Instrument } from '../../core/model/market/instrument.js'
import { loadCatalogue } from '../catalogue.js'
import { createNoise, signedFraction } from '../keyed-noise.js'
import { SPAN_TICKS } from '../price-path.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Bar, Feed, FeedTrade } from './feed.js'
import { listedInstruments } from '../listed-instrument.js'
import { composeTick, type States } from './published/compose-tick.js'
import { alignDown } from './published/bars/history-reach.js'
import { HOUR_TICKS } from './published/bars/listing-history.js'
import { createLiveFeed, SILENT_TICKS } from './published/live-feed.js'
import type { ListingState } from './published/tick-block.js'
import { createTickMemory } from './published/tick-memory.js'
import { createReplayFeed } from './replay/replay.js'
import { createReplayClock } from './replay/replay-clock.js'
import { buildRecording, type Recording, type RecordingKind } from './replay/recording.js'
import { createSandboxFeed } from './sandbox.js'
import { createSyntheticFeed } from './synthetic.js'
import { createTickCheck, TICK_LIMITS } from './tick-check.js'
import type { MarketMove } from '../../core/model/market/market-move.js'
import { primaryOf } from '../../../test/support/market/listings.js'

/** The contract of every feed. A new implementation joins by a row in this table. */
const { all, find } = loadCatalogue()
const seed = new Uint8Array(32).map((_, position) => position)
/** 2026-01-16, aligned to a minute. */
const TODAY = 7_074_086_400

function moved(below: Feed): Feed {
  const feed = createSandboxFeed(below, all)
  const moves: MarketMove[] = all.flatMap(({ symbol, typicalPrice }) => [
    { symbol, startedTick: TODAY + 100, price: typicalPrice, overTicks: 0 },
    { symbol, startedTick: TODAY + 200, price: price(typicalPrice * 2n), overTicks: 150 },
    { symbol, startedTick: TODAY + 300, price: price(typicalPrice / 2n), overTicks: 300 },
    { symbol, startedTick: TODAY + 900, price: null, overTicks: 0 },
  ])
  feed.addMoves(moves)
  return feed
}

const RECORDED_SECONDS = 24_000
const SPEED = 10
const STALE_AFTER_SECONDS = 60

/** Every symbol, every other in bars of a minute, the rest in ticks seconds apart. */
function recordedFeed(kindOf = (position: number): RecordingKind => (position % 2 === 0 ? 'bars' : 'ticks')): Feed {
  return createReplayFeed({
    recordings: all.map((instrument, position) => record(instrument, kindOf(position))),
    seed,
    clock: createReplayClock({ originTick: TODAY, startsAt: 0, speed: SPEED }),
    staleAfter: STALE_AFTER_SECONDS * 1_000_000,
  })
}

function record(instrument: Instrument, kind: RecordingKind): Recording {
  const noise = createNoise(seed, `recording ${instrument.symbol}`)
  const builder = buildRecording({ instrument, venue: null }, kind, (rejected) => {
    throw new Error(`rejected: ${JSON.stringify(rejected)}`)
  })
  const typical = toNumber(instrument.typicalPrice)
  const near = (index: number, part: number): number => typical * (1 + 0.01 * signedFraction(noise(1, index, part)))
  const secondsApart = (index: number): number => (kind === 'bars' ? 60 : noise(2, index) % 20)
  const last = kind === 'bars' ? RECORDED_SECONDS - 60 : RECORDED_SECONDS
  for (let second = 0, index = 0; ; second = Math.min(last, second + secondsApart(index)), index++) {
    const prices = [near(index, 0), near(index, 1), near(index, 2), near(index, 3)].sort((a, b) => a - b)
    const [low = 0, open = 0, close = 0, high = 0] =
      kind === 'bars' ? prices : Array<number | undefined>(4).fill(prices[0])
    const volume = (noise(3, index) % 100_000) * toNumber(instrument.lotSize)
    const problem = builder.add({ at: second * 1_000_000, open, high, low, close, volume })
    if (problem !== null) throw new Error(problem)
    if (second === last) break
  }
  const recording = builder.finish()
  if (typeof recording === 'string') throw new Error(recording)
  return recording
}

interface Implementation {
  readonly name: string
  readonly create: () => Feed
  /** The ticks of which it knows a price. */
  readonly isPriced: (tick: number) => boolean
  readonly isStale: (tick: number) => boolean
  /** Whether its prices are believable on their own: a move of the sandbox is an order, not news. */
  readonly isChecked: boolean
}

const endless = { isPriced: () => true, isStale: () => false }
const recorded = {
  isPriced: (tick: number) => tick >= TODAY,
  isStale: (tick: number) =>
    tick > TODAY + ((RECORDED_SECONDS + STALE_AFTER_SECONDS) * 1_000_000) / (SPEED * TICK_MICROS),
}
const PUBLISHED_TICKS = 1_200

/** Every listing, published four times a second or less; now and then nothing changes. */
function publishedFeed(): Feed {
  const listed = listedInstruments(all)
  const memory = createTickMemory(listed, alignDown(TODAY, HOUR_TICKS))
  memory.setListings(
    listed.map(({ symbol, venue, instrument }, index) => ({
      id: index + 1,
      symbol,
      venue,
      tickSize: instrument.tickSize,
    })),
  )
  const noise = createNoise(seed, 'published')
  let [previous, states]: [number, States] = [0, new Map()]
  for (let number = TODAY; number <= TODAY + PUBLISHED_TICKS; number += 1 + (noise(1, number) % 3)) {
    const next = new Map(
      listed.map(({ instrument }, index): [number, ListingState] => {
        const typical = Number(instrument.typicalPrice / instrument.tickSize) + 10
        const mark = states.get(index + 1)?.mark ?? typical
        const moved = noise(2, number, index) % 4 === 0 ? mark + (noise(3, number, index) % 3) - 1 : mark
        const times = { receivedAtMs: number * 250, madeAtMs: number * 250 }
        const prices = { mark: moved, bid: moved - 1, ask: moved + 2, index: moved + 1 }
        return [index + 1, { ...prices, ...times, status: null, staleReason: null }]
      }),
    )
    memory.apply(composeTick({ number, previous, isSnapshot: number % 20 === 0 }, states, next))
    ;[previous, states] = [number, next]
  }
  published.latest = previous
  return createLiveFeed(listed, memory)
}

const published = {
  latest: 0,
  isPriced: (tick: number) => tick >= TODAY,
  isStale: (tick: number) => tick > published.latest + SILENT_TICKS,
}
const synthetic = () => createSyntheticFeed(all, seed)

const IMPLEMENTATIONS: readonly Implementation[] = [
  { name: 'synthetic', create: synthetic, ...endless, isChecked: true },
  { name: 'sandbox without moves', create: () => createSandboxFeed(synthetic(), all), ...endless, isChecked: true },
  { name: 'sandbox with moves', create: () => moved(synthetic()), ...endless, isChecked: false },
  { name: 'replay', create: () => recordedFeed(), ...recorded, isChecked: true },
  { name: 'live', create: publishedFeed, ...published, isChecked: true },
  {
    name: 'sandbox with moves over bars',
    create: () => moved(recordedFeed(() => 'bars')),
    ...recorded,
    isChecked: false,
  },
]

const anySymbol = fc.constantFrom(...all.map(({ symbol }) => symbol))
const anyTick = fc.oneof(
  fc.integer({ min: TODAY - 500, max: TODAY + 1500 }),
  fc.integer({ min: TODAY + 9_000, max: TODAY + 10_000 }),
  fc.integer({ min: 0, max: TODAY + 10 * SPAN_TICKS }),
  fc.integer({ min: 1, max: 800 }).map((span) => span * SPAN_TICKS - 30),
)

describe.each(IMPLEMENTATIONS)('the $name feed', ({ create, isPriced, isStale, isChecked }) => {
  const feed = create()

  it('knows nothing of an unknown symbol', () => {
    expect(feed.quote(primaryOf('FOO-USD'), TODAY)).toBeUndefined()
    expect(feed.trades(primaryOf('FOO-USD'), TODAY)).toEqual([])
    expect(feed.bar(primaryOf('FOO-USD'), TODAY, TODAY + 1)).toBeUndefined()
    expect(feed.volume(primaryOf('FOO-USD'), TODAY, TODAY + 1)).toBe(0n)
    expect(feed.latestTradeTick(primaryOf('FOO-USD'), TODAY)).toBeUndefined()
  })

  it('quotes on the tick grid, bid below ask, both above zero', () => {
    fc.assert(
      fc.property(anySymbol, anyTick, (symbol, tick) => {
        const quote = feed.quote(primaryOf(symbol), tick)
        expect(quote !== undefined).toBe(isPriced(tick))
        if (quote === undefined) return
        const { tickSize } = find(symbol)!
        for (const each of [quote.last, quote.mark, quote.index, quote.bid, quote.ask]) {
          expect(each % tickSize).toBe(0n)
          expect(each).toBeGreaterThan(0n)
        }
        expect(quote.bid).toBeLessThan(quote.ask)
        expect(quote.mark >= quote.bid && quote.mark <= quote.ask).toBe(true)
        expect(quote.staleReason !== null).toBe(isStale(tick))
      }),
    )
  })

  it('says the same whenever, in whatever order and by whichever instance it is asked', () => {
    const twin = create()
    fc.assert(
      fc.property(fc.array(fc.tuple(anySymbol, anyTick), { minLength: 2, maxLength: 6 }), (questions) => {
        const ask = (one: Feed, [symbol, tick]: [string, number]): unknown => [
          one.quote(primaryOf(symbol), tick),
          one.trades(primaryOf(symbol), tick),
          one.bar(primaryOf(symbol), tick, tick + 7),
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
      { numRuns: runs(40) },
    )
  })

  it('trades on the grids, and its last price is the latest trade’s', () => {
    fc.assert(
      fc.property(anySymbol, anyTick, (symbol, tick) => {
        const { tickSize, lotSize } = find(symbol)!
        const trades = feed.trades(primaryOf(symbol), tick)
        for (const trade of trades) {
          expect(trade.price % tickSize).toBe(0n)
          expect(trade.quantity % lotSize).toBe(0n)
          expect(trade.quantity).toBeGreaterThan(0n)
        }
        const latest = trades.at(-1)
        if (latest !== undefined) expect(feed.quote(primaryOf(symbol), tick)!.last).toBe(latest.price)
        const ids = [...trades, ...feed.trades(primaryOf(symbol), tick + 1)].map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it('finds the latest tick with trades', () => {
    fc.assert(
      fc.property(anySymbol, anyTick, (symbol, tick) => {
        const latest = feed.latestTradeTick(primaryOf(symbol), tick)
        expect(latest !== undefined).toBe(isPriced(tick))
        if (latest === undefined) return
        expect(latest).toBeLessThanOrEqual(tick)
        expect(feed.trades(primaryOf(symbol), latest).length).toBeGreaterThan(0)
        if (latest < tick) expect(feed.volume(primaryOf(symbol), latest + 1, tick + 1)).toBe(0n)
      }),
    )
  })

  it('says nothing that the check of ticks would reject', () => {
    if (!isChecked) return
    for (const { symbol, assetClass } of all.filter((_, position) => position % 10 < 2)) {
      const rejected: unknown[] = []
      const check = createTickCheck(TICK_LIMITS[assetClass], (fault, tick) => rejected.push([symbol, fault, tick]))
      for (let tick = TODAY; tick < TODAY + 300; tick++) {
        const last = toNumber(feed.quote(primaryOf(symbol), tick)!.last)
        check.offer({ at: tick * TICK_MICROS, open: last, high: last, low: last, close: last }, tick * TICK_MICROS)
      }
      check.end()
      expect(rejected).toEqual([])
    }
  })

  it('has bars that are made of its trades', () => {
    fc.assert(
      fc.property(anySymbol, anyTick, fc.integer({ min: 1, max: 120 }), (symbol, from, length) => {
        const trades = Array.from({ length }, (_, offset) => feed.trades(primaryOf(symbol), from + offset)).flat()
        expect(feed.bar(primaryOf(symbol), from, from + length)).toEqual(barOf(trades))
        expect(feed.volume(primaryOf(symbol), from, from + length)).toBe(barOf(trades)?.volume ?? 0n)
      }),
      { numRuns: runs(60) },
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
            feed.bar(primaryOf(symbol), from + part * length, from + (part + 1) * length),
          ).filter((part) => part !== undefined)
          const whole = feed.bar(primaryOf(symbol), from, from + count * length)
          if (parts.length === 0) return expect(whole).toBeUndefined()
          expect(whole).toEqual({
            open: parts[0]!.open,
            high: greatest(parts.map(({ high }) => high)),
            low: least(parts.map(({ low }) => low)),
            close: parts.at(-1)!.close,
            volume: parts.reduce((sum, { volume }) => sum + volume, 0n),
          })
        },
      ),
      { numRuns: runs(40) },
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
