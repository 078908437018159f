/** A tape of published ticks, exported by the operator from an engine on live prices, and replayed. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVenuePrices, type VenuePrices } from '@ats/test-chain'
import { listingKey } from '../../src/core/model/market/listing.js'
import { decimal, formatDecimal } from '../../src/core/values/decimal.js'
import { TICK_MICROS, TICKS_PER_DAY } from '../../src/core/values/tick.js'
import { formatTimestamp } from '../../src/core/values/time.js'
import { readTapeFile } from '../../src/lab/tapes/file/tape-file.js'
import { createTapeFeed } from '../../src/lab/tapes/tape-feed.js'
import { GMX_TOKENS } from '../../src/market/feeds/live/gmx/gmx-tokens.js'
import { loadLivePricesConfig } from '../../src/market/feeds/live/live-prices-config.js'
import { createStoredTicks } from '../../src/market/feeds/published/stored-ticks.js'
import { loadRecordings } from '../../src/market/feeds/replay/load-recordings.js'
import { createReplayClock } from '../../src/market/feeds/replay/replay-clock.js'
import { createReplayFeed } from '../../src/market/feeds/replay/replay.js'
import { findSnapshot, listPublishedListings, listTicks } from '../../src/store/read/published-ticks.js'
import { OPERATOR_TOKEN, startEngine, type TestEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'
import { catalogue, LISTED } from '../support/market/tick-stage.js'

const MAIN = join(__dirname, '../..', '..', '..', 'packages', 'operator-cli', 'dist', 'main.js')
const LAB = join(__dirname, '../..', 'dist', 'lab.js')
/** More than a page, and snapshots among them. */
const TICKS = 45

const bitcoin = { ...GMX_TOKENS['BTC-USD']!, price: decimal('90000') }
let venues: VenuePrices
let engine: TestEngine
let directory: string

const numbers = async (): Promise<readonly number[]> =>
  (await listTicks(engine.pool, 0, 100_000)).map(({ number }) => number)

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tape-test-'))
  venues = await startVenuePrices({
    tokens: [bitcoin],
    pairs: [
      { from: 'BTC', to: 'USD', price: decimal('90010') },
      { from: 'EUR', to: 'USD', price: decimal('1.1') },
    ],
  })
  const config = loadLivePricesConfig({
    ...{ GMX_PRICES_URLS: venues.url, OSTIUM_PRICES_URLS: venues.url, OSTIUM_STREAM_URL: 'off' },
    OSTIUM_CANDLES_URLS: venues.url,
    ...{ VENUE_PRICES_EVERY_MS: '250', LIVE_SILENT_SECONDS: '15' },
  })
  engine = await startEngine({ feed: { ...config, MARKET_FEED: 'live', TICK_RETENTION_DAYS: 14 } })
  await pollUntil(numbers, (found) => {
    bitcoin.price += decimal('1')
    return found.length >= TICKS
  })
})
afterAll(async () => {
  await engine.close()
  await venues.close()
  rmSync(directory, { recursive: true })
})

function operator(...words: readonly string[]) {
  return new Promise<{ readonly code: number | null; readonly error: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], OPERATOR_URL: engine.operatorUrl, OPERATOR_TOKEN }
    const child = spawn(process.execPath, [MAIN, ...words], { env })
    let error = ''
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
    child.on('close', (code) => resolve({ code, error }))
  })
}

test('a tape that is replayed has the prices and rates of the ticks it was made of, tick for tick', async () => {
  const known = await numbers()
  const [first, last] = [(await findSnapshot(engine.pool, known[4]!))!, known.at(-2)!]
  const file = join(directory, 'tape.csv')
  const span = ['--from', formatTimestamp(first * TICK_MICROS), '--to', formatTimestamp(last * TICK_MICROS)]
  expect(await operator('ticks', 'export', file, ...span)).toEqual({ code: 0, error: '' })
  const rejected = jest.fn()
  const replay = createReplayFeed({
    recordings: await loadRecordings(file, catalogue, rejected),
    seed: Buffer.alloc(32),
    clock: createReplayClock({ originTick: first, startsAt: first * TICK_MICROS, speed: 1 }),
    staleAfter: 60_000_000,
  })
  expect(rejected).not.toHaveBeenCalled()
  const stored = createStoredTicks({
    list: (after, limit) => listTicks(engine.pool, after, limit),
    findSnapshot: (tick) => findSnapshot(engine.pool, tick),
    listListings: () => listPublishedListings(engine.pool),
  })
  const marks = new Set<bigint>()
  let compared = 0
  for await (const [tick, quotes] of stored.walk(first, last)) {
    for (const listed of LISTED) {
      const live = quotes(listed)
      if (live === undefined) continue
      const { mark, bid, ask, index } = live
      expect([listed.venue, listed.symbol, tick, replay.quote(listed, tick)]).toEqual([
        ...[listed.venue, listed.symbol, tick],
        expect.objectContaining({ mark, bid, ask, index, last: mark }),
      ])
      marks.add(live.mark)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan((last - first) * 2)
  expect(marks.size).toBeGreaterThan(5)
  const ratesOf = (of: string) => {
    const { borrowing, rollover, funding } = replay.carry!(
      LISTED.find((one) => listingKey(one) === of)!,
      last,
    )!
    const sides = [borrowing ?? rollover, funding].flatMap((one) => (one === undefined ? [] : [one.long, one.short]))
    return sides.map((side) => Number(formatDecimal(side)))
  }
  // As the fakes tell them; of funding what an hour is charged.
  expect(ratesOf('GMX:BTC-USD')).toEqual(
    [0.04, 0, 0.08 / 8_760, -0.1 / 8_760].map((one) => expect.closeTo(one, 12) as number),
  )
  expect(ratesOf('OSTIUM:EUR-USD')).toEqual([expect.closeTo(0.035, 6), 0])
  // What exists is kept.
  expect(await operator('ticks', 'export', file, ...span)).toMatchObject({ code: 2 })
})

test('a tape of the laboratory has the marks of the day it was made of', async () => {
  const known = await numbers()
  const [day] = formatTimestamp(known[4]! * TICK_MICROS).split('T')
  const file = join(directory, 'day.tape')
  const env = { PATH: process.env['PATH'], DATABASE_URL: engine.databaseUrl }
  const exported = spawnSync(process.execPath, [LAB, 'tape', 'export', file, '--day', day!], { env, encoding: 'utf8' })
  expect([exported.stderr, exported.status]).toEqual(['', 0])
  const { tape } = await readTapeFile(file)
  const feed = createTapeFeed(tape, catalogue.all)
  const stored = createStoredTicks({
    list: (after, limit) => listTicks(engine.pool, after, limit),
    findSnapshot: (tick) => findSnapshot(engine.pool, tick),
    listListings: () => listPublishedListings(engine.pool),
  })
  const marks = new Set<bigint>()
  const end = tape.firstTick + TICKS_PER_DAY
  for await (const [tick, quotes] of stored.walk((await findSnapshot(engine.pool, known[4]!))!, known.at(-2)!)) {
    for (const listed of LISTED) {
      const mark = tick < end ? quotes(listed)?.mark : undefined
      if (mark !== undefined) expect(feed.quote(listed, tick)?.mark).toBe(mark)
      if (mark !== undefined) marks.add(mark)
    }
  }
  expect(marks.size).toBeGreaterThan(5)
})

test('one venue and symbol alone; of a time without ticks nothing is left behind', async () => {
  const file = join(directory, 'one.csv')
  const only = ['--symbols', 'btc-usd', '--venue', 'OSTIUM']
  expect(await operator('ticks', 'export', file, '--from', '2026-01-01', '--to', '2100-01-01', ...only)).toMatchObject({
    code: 0,
  })
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(header).toBe('time,symbol,venue,price,bid,ask,index,carry_long,carry_short,funding_long,funding_short')
  expect(new Set(lines.map((line) => line.split(',').slice(1, 3).join()))).toEqual(new Set(['BTC-USD,OSTIUM']))
  const none = join(directory, 'none.csv')
  const { code, error } = await operator('ticks', 'export', none, '--from', '2020-01-01', '--to', '2020-01-02')
  expect([code, error]).toEqual([1, 'no price was published then: nothing was written\n'])
  expect(() => readFileSync(none)).toThrow('ENOENT')
})
