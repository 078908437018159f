import { createTurns } from '@ats/service-kit/async'
import { loadCatalogue } from './catalogue.js'
import type { Listing } from '../core/model/market/listing.js'
import { CANDLE_INTERVALS, createCandles, type CandleInterval } from './candles.js'
import type { Feed } from './feeds/feed.js'
import { createSyntheticFeed } from './feeds/synthetic.js'
import { tickAt, TICK_MICROS } from '../core/values/tick.js'
import { primaryOf } from '../../test/support/market/listings.js'

const { all } = loadCatalogue()
const synthetic = createSyntheticFeed(all, new Uint8Array(32).fill(3))
const micros = (text: string): number => Date.parse(text) * 1000
const NOW = micros('2026-01-16T12:34:56.789Z')

/** Counts the bars it is asked for. */
function countingFeed(): Feed & { requested: number } {
  const feed = {
    ...synthetic,
    requested: 0,
    bar: (listing: Listing, from: number, to: number) => (feed.requested++, synthetic.bar(listing, from, to)),
  }
  return feed
}

const query = (interval: CandleInterval, from: string, to: string, limit = 500) => ({
  ...primaryOf('BTC-USD'),
  ...{ interval, from: micros(from), to: micros(to), limit, at: NOW },
})
const starts = (candles: readonly { startsAt: number }[]): readonly string[] =>
  candles.map(({ startsAt }) => new Date(startsAt / 1000).toISOString().slice(0, 19))

describe('candles', () => {
  const { find } = createCandles(synthetic, createTurns())

  it('are the ones that start between from and to, both included, newest first', async () => {
    const found = await find(query('1h', '2026-01-16T08:00:00Z', '2026-01-16T10:00:00Z'))
    expect(starts(found)).toEqual(['2026-01-16T10:00:00', '2026-01-16T09:00:00', '2026-01-16T08:00:00'])
    expect(starts(await find(query('1h', '2026-01-16T08:00:00.001Z', '2026-01-16T09:59:59Z')))).toEqual([
      '2026-01-16T09:00:00',
    ])
  })

  it.each([
    ['1m', '2026-01-16T12:34:00'],
    ['5m', '2026-01-16T12:30:00'],
    ['15m', '2026-01-16T12:30:00'],
    ['1h', '2026-01-16T12:00:00'],
    ['4h', '2026-01-16T12:00:00'],
    ['1d', '2026-01-16T00:00:00'],
  ] as const)('never tell the future: the newest of %s starts at %s and is open', async (interval, start) => {
    const [newest, before] = await find(query(interval, '2026-01-01T00:00:00Z', '2030-01-01T00:00:00Z', 2))
    expect(starts([newest!])).toEqual([start])
    expect([newest!.isClosed, before!.isClosed]).toEqual([false, true])
    const tick = Math.floor(NOW / 250_000)
    expect(newest).toMatchObject(synthetic.bar(primaryOf('BTC-USD'), newest!.startsAt / 250_000, tick + 1)!)
  })

  it('skip the time in which nothing was traded', async () => {
    const feed = countingFeed()
    const tradedTicks = ['1999-12-31T23:59:59Z', '2026-01-16T09:15:01Z', '2026-01-16T12:34:56.750Z'].map(
      (text) => micros(text) / TICK_MICROS,
    )
    const latestTradeTick = (_: Listing, tick: number) => tradedTicks.findLast((traded) => traded <= tick)
    const quiet = createCandles(
      { ...feed, bar: (...question) => feed.bar(...question), latestTradeTick },
      createTurns(),
    )
    expect(starts(await quiet.find(query('1m', '1970-01-01T00:00:00Z', '2026-01-17T00:00:00Z')))).toEqual([
      '2026-01-16T12:34:00',
      '2026-01-16T09:15:00',
      '1999-12-31T23:59:00',
    ])
    expect(feed.requested).toBe(3)
    expect(starts(await quiet.find(query('1h', '2026-01-16T09:00:00Z', '2026-01-16T12:00:00Z')))).toEqual([
      '2026-01-16T12:00:00',
      '2026-01-16T09:00:00',
    ])
  })

  it('are closed once their last tick is here', async () => {
    const [candle] = await find({
      ...query('1m', '2026-01-16T12:00:00Z', '2026-01-16T12:00:00Z'),
      at: micros('2026-01-16T12:00:59.750Z'),
    })
    expect(candle!.isClosed).toBe(true)
  })

  it('stop at the limit', async () => {
    expect(await find(query('1m', '2026-01-16T00:00:00Z', '2026-01-16T12:00:00Z', 7))).toHaveLength(7)
  })

  it('are none when nothing lies between', async () => {
    expect(await find(query('1d', '2026-01-15T00:00:01Z', '2026-01-15T23:00:00Z'))).toEqual([])
    expect(await find(query('1m', '2026-01-16T10:00:00Z', '2026-01-16T09:00:00Z'))).toEqual([])
    expect(await find(query('1m', '2027-01-16T10:00:00Z', '2027-01-16T11:00:00Z'))).toEqual([])
    expect(await find({ ...query('1m', '2026-01-16T10:00:00Z', '2026-01-16T11:00:00Z'), symbol: 'FOO-USD' })).toEqual(
      [],
    )
  })

  it('nest: each interval’s are made of every shorter one’s', async () => {
    const day = (interval: CandleInterval) =>
      find(query(interval, '2026-01-15T00:00:00Z', '2026-01-15T23:59:59Z', 1440))
    const [whole] = await day('1d')
    for (const interval of CANDLE_INTERVALS) {
      const parts = await day(interval)
      expect(parts.reduce((high, part) => (part.high > high ? part.high : high), parts[0]!.high)).toBe(whole!.high)
      expect(parts.reduce((low, part) => (part.low < low ? part.low : low), parts[0]!.low)).toBe(whole!.low)
      expect([parts.at(-1)!.open, parts[0]!.close]).toEqual([whole!.open, whole!.close])
      expect(parts.reduce((sum, part) => sum + part.volume, 0n)).toBe(whole!.volume)
    }
  })

  it('are computed once when closed, on every request while open, and again after their ticks were forgotten', async () => {
    const feed = countingFeed()
    const candles = createCandles(feed, createTurns())
    const ask = () => candles.find(query('1h', '2026-01-16T10:00:00Z', '2026-01-16T12:00:00Z'))
    const first = await ask()
    expect(feed.requested).toBe(3)
    expect(await ask()).toEqual(first)
    expect(feed.requested).toBe(4)
    candles.forget(tickAt(first[0]!.startsAt))
    expect(await ask()).toEqual(first)
    expect(feed.requested).toBe(5)
    candles.forget(tickAt(first[0]!.startsAt) - 1)
    expect(await ask()).toEqual(first)
    expect(feed.requested).toBe(8)
  })

  it('are worked out a few bars in each turn of the event loop, however many ask, and each gets its turns', async () => {
    const feed = countingFeed()
    const slices: number[] = []
    let before = 0
    const turns = createTurns({
      schedule: (run) =>
        setImmediate(() => {
          slices.push(feed.requested - before)
          before = feed.requested
          run()
        }),
    })
    const { find: findSlowly } = createCandles(feed, turns)
    const ask = (symbol: string, limit: number) =>
      findSlowly({ ...query('1d', '2020-01-01T00:00:00Z', '2026-01-17T00:00:00Z', limit), symbol })
    let few: number | undefined
    const answers = await Promise.all([
      ask('BTC-USD', 100),
      ask('ETH-USD', 100),
      ask('SOL-USD', 20).then((found) => ((few = feed.requested), found)),
    ])
    expect(answers.map(({ length }) => length)).toEqual([100, 100, 20])
    expect(feed.requested).toBe(220)
    expect(Math.max(...slices)).toBe(8)
    expect(few).toBeLessThan(80)

    slices.length = 0
    await ask('BTC-USD', 100)
    expect(slices.length).toBe(1)
  })

  it('are worked out no further when nobody waits for them', async () => {
    const feed = countingFeed()
    const visitor = { owner: 'somebody', isGone: () => feed.requested >= 24 }
    const requested = createCandles(feed, createTurns()).find(
      query('1d', '2020-01-01T00:00:00Z', '2026-01-17T00:00:00Z'),
      visitor,
    )
    await expect(requested).rejects.toMatchObject({ name: 'RequestAborted' })
    expect(feed.requested).toBe(24)
  })
})
