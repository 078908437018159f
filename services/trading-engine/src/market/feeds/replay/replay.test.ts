/** Apple's daily bars of 2013 to 2018, from a package of public data, replayed. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { draw } from '@ats/test-kit'
import { price, toNumber } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import type { Feed } from '../feed.js'
import { createSandboxFeed } from '../sandbox.js'
import { loadRecordings } from './load-recordings.js'
import { endOf, type Recording } from './recording.js'
import { createReplayFeed } from './replay.js'
import { createReplayClock } from './replay-clock.js'
import { primaryOf } from '../../../../test/support/market/listings.js'

const SOURCE = require.resolve('@observablehq/sample-datasets/aapl.csv')
const SYMBOL = 'AAPL-USD'
const ORIGIN = 7_074_086_400
const DAY_MICROS = 86_400_000_000
const catalogue = loadCatalogue()
const seed = new Uint8Array(32).fill(7)

/** As the file says it: date, then open, high, low, close, adjusted close, volume. */
const days = readFileSync(SOURCE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [date = '', ...figures] = line.split(',')
    const [open = 0, high = 0, low = 0, close = 0, , volume = 0] = figures.map(Number)
    return { at: Date.parse(date) * 1000, date, open, high, low, close, volume }
  })
const cents = (value: number): number => Math.round(value * 100)
const dayOf = (date: string) => days.find((day) => day.date === date)!

const folder = mkdtempSync(join(tmpdir(), 'replay-'))
const rejected: unknown[] = []
let recording: Recording
beforeAll(async () => {
  const path = join(folder, `${SYMBOL}.csv`)
  copyFileSync(SOURCE, path)
  const recordings = await loadRecordings(path, catalogue, (tick) => rejected.push(tick))
  recording = recordings[0]!
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Replay {
  readonly feed: Feed
  /** The tick in which the beginning of a day shows. */
  readonly tickOf: (date: string) => number
  readonly last: (tick: number) => number
}

function replay({ speed = 86_400, start = '2013-05-13', staleAfter = 60_000_000, key = seed } = {}): Replay {
  const clock = createReplayClock({ originTick: ORIGIN, startsAt: Date.parse(start) * 1000, speed })
  const feed = createReplayFeed({ recordings: [recording], seed: key, clock, staleAfter })
  return {
    feed,
    tickOf: (date) => clock.tickOf(Date.parse(date) * 1000),
    last: (tick) => cents(toNumber(feed.quote(primaryOf(SYMBOL), tick)!.last)),
  }
}

it('is believed whole', () => {
  expect(rejected).toEqual([])
  expect(recording.times).toEqual(days.map(({ at }) => at))
  expect([recording.barMicros, days.length]).toEqual([DAY_MICROS, 1260])
})

describe.each([
  ['a day a second', 86_400],
  ['a day in five seconds, two thirds of a tick a point', 17_123],
  ['an hour a second', 3600],
])('at %s', (_what, speed) => {
  it('every day is what was recorded', () => {
    const { feed, tickOf } = replay({ speed })
    for (const [position, { date, open, high, low, close, volume }] of days.entries()) {
      // Only days that share no tick with their neighbours can be told from them.
      const [from, to] = [tickOf(date), tickOf(new Date(Date.parse(date) + 86_400_000).toISOString())]
      if (position > 0 && tickOf(days[position - 1]!.date) + 4 > from) continue
      const bar = feed.bar(primaryOf(SYMBOL), from, Math.max(to, from + 1))!
      const prices = [bar.open, bar.high, bar.low, bar.close].map((each) => cents(toNumber(each)))
      expect([date, ...prices]).toEqual([date, ...[open, high, low, close].map(cents)])
      expect(Math.abs(toNumber(bar.volume) / volume - 1)).toBeLessThan(1e-9)
    }
  })

  it('no price leaves the days that its tick has seen', () => {
    const { last, tickOf, feed } = replay({ speed })
    for (const { date, low, high, at } of draw(days.slice(0, 300), 4, ({ date }) => `${date} ${speed}`)) {
      const [from, to] = [tickOf(date), tickOf(new Date(at / 1000 + 86_400_000).toISOString())]
      for (let step = 0; step < Math.min(to - from, 40); step++) {
        const tick = from + Math.floor((step * (to - from)) / 40)
        if (feed.latestTradeTick(primaryOf(SYMBOL), tick)! < from) continue
        expect(last(tick)).toBeGreaterThanOrEqual(cents(low))
        expect(last(tick)).toBeLessThanOrEqual(cents(high))
      }
    }
  })
})

it('faster than a bar a tick, nothing is lost', () => {
  const { feed, tickOf } = replay({ speed: 4 * 604_800 })
  const bar = feed.bar(primaryOf(SYMBOL), ORIGIN, tickOf('2018-06-01'))!
  const [highs, lows] = [days.map(({ high }) => high), days.map(({ low }) => low)]
  expect([bar.high, bar.low].map((each) => cents(toNumber(each)))).toEqual([
    cents(Math.max(...highs)),
    cents(Math.min(...lows)),
  ])
  expect(feed.trades(primaryOf(SYMBOL), ORIGIN + 3).length).toBeGreaterThan(15)
})

it('a gap over night is one', () => {
  const { last, tickOf } = replay({ speed: 3600, start: '2015-08-20' })
  const monday = tickOf('2015-08-24')
  expect([last(monday - 1), last(monday)]).toEqual([cents(dayOf('2015-08-21').close), cents(dayOf('2015-08-24').open)])
  expect(last(monday) / last(monday - 1)).toBeLessThan(0.9)
})

it('the price of a weekend is the last one, and stale after the time allowed', () => {
  const { feed, last, tickOf } = replay({ speed: 3600, start: '2015-08-20', staleAfter: 7_200_000_000 })
  const saturday = tickOf('2015-08-22')
  const isStale = (tick: number): boolean => feed.quote(primaryOf(SYMBOL), tick)!.staleReason !== null
  // Two hours are eight ticks.
  expect([isStale(saturday - 1), isStale(saturday), isStale(saturday + 8), isStale(saturday + 9)]).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(last(tickOf('2015-08-24') - 1)).toBe(cents(dayOf('2015-08-21').close))
  expect(feed.trades(primaryOf(SYMBOL), saturday + 9)).toEqual([])
  expect(feed.bar(primaryOf(SYMBOL), saturday + 1, tickOf('2015-08-24'))).toBeUndefined()
  expect(feed.latestTradeTick(primaryOf(SYMBOL), tickOf('2015-08-24') - 1)).toBeLessThan(saturday)
  expect(isStale(tickOf('2015-08-24'))).toBe(false)
})

it('when it is over the last price stays, stale for ever; before it begins there is none', () => {
  const { feed, last, tickOf } = replay()
  const end = tickOf(new Date(endOf(recording) / 1000).toISOString())
  for (const tick of [end + 2, end + 1_000_000]) {
    expect(last(tick)).toBe(cents(days.at(-1)!.close))
    expect(feed.quote(primaryOf(SYMBOL), tick)!.staleReason).toBe('silent')
    expect(feed.trades(primaryOf(SYMBOL), tick)).toEqual([])
  }
  expect(feed.quote(primaryOf(SYMBOL), ORIGIN - 1)).toBeUndefined()
  expect(feed.quote(primaryOf(SYMBOL), ORIGIN)).toBeDefined()
  expect(feed.quote(primaryOf('BTC-USD'), ORIGIN)).toBeUndefined()
})

it('started later, it has the same prices earlier, and what came before as its history', () => {
  const [whole, later] = [replay(), replay({ start: '2015-08-24' })]
  const shift = whole.tickOf('2015-08-24') - ORIGIN
  for (const offset of [-400, -1, 0, 1, 2, 3, 100]) {
    expect({ ...later.feed.quote(primaryOf(SYMBOL), ORIGIN + offset)!, tick: ORIGIN + shift + offset }).toEqual(
      whole.feed.quote(primaryOf(SYMBOL), ORIGIN + shift + offset),
    )
  }
  expect(later.feed.bar(primaryOf(SYMBOL), ORIGIN - 400, ORIGIN)).toEqual(
    whole.feed.bar(primaryOf(SYMBOL), ORIGIN + shift - 400, ORIGIN + shift),
  )
})

it('with another seed it takes other ways through the same bars', () => {
  const [mine, other] = [replay({ speed: 3600 }), replay({ speed: 3600, key: new Uint8Array(32) })]
  const ticks = Array.from({ length: 96 }, (_, step) => ORIGIN + step)
  expect(ticks.map(mine.last)).not.toEqual(ticks.map(other.last))
  expect(mine.feed.bar(primaryOf(SYMBOL), ORIGIN, ORIGIN + 96)).toEqual(
    other.feed.bar(primaryOf(SYMBOL), ORIGIN, ORIGIN + 96),
  )
})

it('a move of the sandbox is laid over it, and says a price where it is silent', () => {
  const { feed, tickOf } = replay({ speed: 3600, start: '2015-08-20' })
  const moved = createSandboxFeed(feed, catalogue.all)
  const sunday = tickOf('2015-08-23')
  const [target, bitcoin] = [price(10n ** 18n), price(5n * 10n ** 18n)]
  moved.addMoves([
    { symbol: SYMBOL, startedTick: sunday, price: target, overTicks: 0 },
    { symbol: 'BTC-USD', startedTick: sunday, price: bitcoin, overTicks: 0 },
  ])
  expect(moved.quote(primaryOf(SYMBOL), sunday - 1)).toEqual(feed.quote(primaryOf(SYMBOL), sunday - 1))
  expect(moved.quote(primaryOf(SYMBOL), sunday)).toMatchObject({ last: target, staleReason: null })
  expect(moved.quote(primaryOf('BTC-USD'), sunday)).toMatchObject({ last: bitcoin, staleReason: null })
  expect(moved.bar(primaryOf(SYMBOL), sunday, sunday + 10)).toBeUndefined()
  expect(moved.bar(primaryOf(SYMBOL), tickOf('2015-08-24'), tickOf('2015-08-25'))).toMatchObject({
    high: target,
    low: target,
  })
})

it('several recorded ticks may share a tick of the market, in their order', async () => {
  const file = join(folder, 'ETH-USD.ndjson')
  const prices = [3000, 3010, 2990, 3005]
  const lines = prices.map((each, step) => JSON.stringify({ time: 100 + step / 100, price: each, quantity: step }))
  writeFileSync(file, lines.join('\n'))
  const recordings = await loadRecordings(file, catalogue, (tick) => rejected.push(tick))
  const clock = createReplayClock({ originTick: ORIGIN, startsAt: 100_000_000, speed: 1 })
  const feed = createReplayFeed({ recordings, seed, clock, staleAfter: 0 })
  const trades = [...feed.trades(primaryOf('ETH-USD'), ORIGIN), ...feed.trades(primaryOf('ETH-USD'), ORIGIN + 1)]
  const lot = toNumber(catalogue.find('ETH-USD')!.lotSize)
  // The first is at the start, the others within the tick after it. Where none was recorded a lot is traded.
  expect(feed.trades(primaryOf('ETH-USD'), ORIGIN)).toHaveLength(1)
  expect(trades.map((trade) => [trade.id, toNumber(trade.price), toNumber(trade.quantity)])).toEqual([
    ['0', 3000, lot],
    ['1', 3010, 1],
    ['2', 2990, 2],
    ['3', 3005, 3],
  ])
  expect(feed.bar(primaryOf('ETH-USD'), ORIGIN + 1, ORIGIN + 2)).toMatchObject({
    open: trades[1]!.price,
    high: trades[1]!.price,
    low: trades[2]!.price,
  })
})
