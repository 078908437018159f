import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { toNumber } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../../market/catalogue.js'
import { loadRecordings } from '../../../market/feeds/replay/load-recordings.js'
import type { Recording } from '../../../market/feeds/replay/recording.js'
import { createReplayClock } from '../../../market/feeds/replay/replay-clock.js'
import { createReplayFeed } from '../../../market/feeds/replay/replay.js'
import { lastSlot, type Tape } from '../tape.js'
import { createTapeFeed } from '../tape-feed.js'
import { decodeTape, encodeTape } from '../file/tape-bytes.js'
import { tapeOfRecordings } from './tape-of-recordings.js'

const catalogue = loadCatalogue()
const LISTINGS = [
  { symbol: 'BTC-USD', venue: 'GMX' },
  { symbol: 'BTC-USD', venue: 'OSTIUM' },
  { symbol: 'ETH-USD', venue: 'GMX' },
] as const
const START_MS = Date.parse('2026-03-03T00:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'import-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function record(text: string, name = 'ticks.csv'): Promise<readonly Recording[]> {
  const path = join(folder, name)
  writeFileSync(path, text)
  return loadRecordings(path, catalogue, () => undefined)
}
const feedOf = (tape: Tape) =>
  createTapeFeed(
    tape,
    catalogue.all.filter(({ symbol }) => tape.series.some((one) => one.symbol === symbol)),
  )

const anyLine = fc.record({
  ...{ afterMs: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 200_000 })) },
  of: fc.constantFrom('BTC-USD,GMX', 'BTC-USD,', 'ETH-USD,'),
  share: fc.integer({ min: -900, max: 900 }),
})

test('a tape of ticks says of every tick what the replay of the same recording says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 40 }), async (lines) => {
      let at = START_MS
      const rows = lines.map(({ afterMs, of, share }) => {
        at += afterMs
        const typical = toNumber(catalogue.find(of.slice(0, 7))!.typicalPrice)
        return `${at},${of},${(typical * (1 + share / 10_000)).toFixed(4)}`
      })
      const recordings = await record(['time,symbol,venue,price', ...rows].join('\n'))
      const tape = tapeOfRecordings(recordings, { barPath: 'near', staleAfter: 60_000_000 })
      const feed = feedOf(decodeTape(encodeTape(tape)))
      const clock = createReplayClock({ originTick: 0, startsAt: 0, speed: 1 })
      const replay = createReplayFeed({ recordings, clock, seed: new Uint8Array(32), staleAfter: 60_000_000 })
      for (let slot = 0; slot <= lastSlot(tape); slot += slot % 7 === 0 ? 1 : 3)
        for (const listing of LISTINGS) {
          const [taped, replayed] = [feed, replay].map((of) => of.quote(listing, tape.firstTick + slot))
          expect(taped && { ...taped, tick: 0 }).toEqual(replayed && { ...replayed, tick: 0 })
        }
    }),
    { numRuns: runs(60) },
  )
})

test('recorded bids and asks make the spread, and yearly rates those of a period', async () => {
  const recordings = await record(
    [
      'time,symbol,venue,price,bid,ask,carry_long,carry_short,funding_long,funding_short',
      `${START_MS},BTC-USD,GMX,90000,89990,90020,0.1,0,0.876,-0.876`,
      `${START_MS + 1_000},BTC-USD,GMX,90010,,,,,,`,
      `${START_MS + 5_000},BTC-USD,GMX,90010,90005,90015,0.1,0,-0.876,0.876`,
    ].join('\n'),
  )
  const tape = tapeOfRecordings(recordings, { barPath: 'near', staleAfter: null })
  const [series] = tape.series
  const step = toNumber(series!.tickSize)
  expect([...series!.slots]).toEqual([0, 4, 20])
  expect(Array.from(series!.spreads!, (steps) => steps * step)).toEqual([30, 0, 10])
  // An hour of 0.876 a year.
  expect(series!.funding.map(({ slot, rates }) => [slot, toNumber(rates.long), toNumber(rates.short)])).toEqual([
    [0, 0.0001, -0.0001],
    [20, -0.0001, 0.0001],
  ])
  expect(feedOf(tape).carry!({ symbol: 'BTC-USD', venue: 'GMX' }, tape.firstTick + 20)).toMatchObject({
    source: 'tape',
  })
})

const minutes = (lines: readonly string[]): string => ['time,symbol,open,high,low,close', ...lines].join('\n')

test.each([
  ['near', [100, 99, 104, 103], [100, 101, 96, 97]],
  ['high', [100, 104, 99, 103], [100, 101, 96, 97]],
  ['low', [100, 99, 104, 103], [100, 96, 101, 97]],
] as const)('the path %s passes a minute in four points', async (barPath, first, second) => {
  const at = (minute: number): string => new Date(START_MS + minute * 60_000).toISOString()
  const recordings = await record(
    minutes([`${at(0)},SOL-USD,100,104,99,103`, `${at(1)},SOL-USD,100,101,96,97`, `${at(2)},SOL-USD,97,97,97,97`]),
  )
  const [series] = tapeOfRecordings(recordings, { barPath, staleAfter: null }).series
  const steps = Array.from(series!.prices, (price) => price * toNumber(series!.tickSize))
  // The third bar says what held before.
  expect(steps).toEqual([...first, ...second])
  expect([...series!.slots]).toEqual([0, 80, 159, 239, 240, 320, 399, 479])
})

test('a bar of a day is passed in the hours of its market, and has the prices of the bar', async () => {
  const source = require.resolve('@observablehq/sample-datasets/aapl.csv')
  const recordings = await record(readFileSync(source, 'utf8'), 'AAPL-USD.csv')
  const [recording] = recordings
  const { opens, highs, lows, closes } = recording!
  const tape = tapeOfRecordings(recordings, { barPath: 'near', staleAfter: null })
  const feed = feedOf(tape)
  const listing = { symbol: 'AAPL-USD', venue: 'OSTIUM' } as const
  const ticksOf = (at: number): readonly [number, number] => [at / 250_000, at / 250_000 + 345_600]
  let found = 0
  for (const [entry, at] of recording!.times.entries()) {
    const bar = feed.bar(listing, ...ticksOf(at))
    // A bar whose prices all held before has no row.
    if (bar === undefined) continue
    found += 1
    const steps = (value: bigint): number => Number(value / recording!.instrument.tickSize)
    // An open that is the close before is no change, and told by it.
    const before = feed.quote(listing, ticksOf(at)[0])
    const held = before === undefined ? steps(bar.open) : steps(before.last)
    const [open, high, low, close] = ([opens, highs, lows, closes] as const).map((column) => column[entry]!)
    if (open !== held) expect(steps(bar.open)).toBe(open)
    expect([Math.max(steps(bar.high), held), Math.min(steps(bar.low), held), steps(bar.close)]).toEqual([
      ...[Math.max(high!, held), Math.min(low!, held), close],
    ])
  }
  expect(found).toBeGreaterThan(1_200)
  const hours = new Set(
    Array.from(tape.series[0]!.slots, (slot) => new Date((tape.firstTick + slot) * 250).toISOString().slice(11, 16)),
  )
  // In summer and in winter, the open, a third, two thirds and the close of the session in New York.
  expect([...hours].sort()).toEqual(['13:30', '14:30', '15:40', '16:40', '17:49', '18:49', '19:59', '20:59'])
})

test('nothing is told before it was known', async () => {
  const recordings = await record(`time,symbol,price\n${START_MS + 1},BTC-USD,90000\n${START_MS + 251},BTC-USD,90100`)
  const tape = tapeOfRecordings(recordings, { barPath: 'near', staleAfter: null })
  expect(tape.firstTick * 250).toBe(START_MS + 250)
  expect([...tape.series[0]!.slots]).toEqual([0, 1])
})
