/** The engine on live prices: those that the venues say, and what orders get while they say nothing. */
import { startVenuePrices, type VenuePrices } from '@ats/test-chain'
import { decimal } from '../../src/core/values/decimal.js'
import { GMX_TOKENS } from '../../src/market/feeds/live/gmx/gmx-tokens.js'
import { loadLivePricesConfig } from '../../src/market/feeds/live/live-prices-config.js'
import { TICK_MICROS } from '../../src/core/values/tick.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

interface Price {
  readonly mark_price: number
  readonly bid: number
  readonly ask: number
  readonly stale: boolean
  readonly stale_reason: string | null
}

interface Candle {
  readonly timestamp: string
  readonly close: number
  readonly volume: number
  readonly source: string
}

let venues: VenuePrices
/** One that may publish, and one that only follows: both show the same. */
let engine: TestEngine
let follower: TestEngine

async function start(role: 'all' | 'api', databaseUrl?: string): Promise<TestEngine> {
  const config = loadLivePricesConfig({
    ...{ GMX_PRICES_URLS: venues.url, OSTIUM_PRICES_URLS: venues.url, OSTIUM_CANDLES_URLS: venues.url },
    ...{ OSTIUM_STREAM_URL: 'off', VENUE_PRICES_EVERY_MS: '250', LIVE_SILENT_SECONDS: '15' },
  })
  return startEngine({
    feed: { ...config, MARKET_FEED: 'live', TICK_RETENTION_DAYS: 14 },
    ROLE: role,
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
}

beforeAll(async () => {
  venues = await startVenuePrices({
    tokens: [{ ...GMX_TOKENS['BTC-USD']!, price: decimal('90000') }],
    pairs: [
      { from: 'EUR', to: 'USD', price: decimal('1.1') },
      { from: 'USD', to: 'JPY', price: decimal('150'), isOpen: false },
    ],
  })
  engine = await start('all')
  follower = await start('api', engine.databaseUrl)
})
afterAll(async () => {
  await follower.close()
  await engine.close()
  await venues.close()
})

const priceOf = (symbol: string, isWanted: (price: Price) => boolean) =>
  pollUntil(async () => (await engine.api.get<Price>(`/v1/price?symbol=${symbol}`)).body, isWanted)
const order = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 }

test('orders fill at what the venues say', async () => {
  await priceOf('BTC-USD', ({ mark_price: mark, stale }) => mark >= 90_000 && mark < 90_100 && !stale)
  await priceOf('EUR-USD', ({ bid, ask }) => bid < 1.1002 && ask > 1.0998)
  const trader = await engine.trader()
  const { body } = await trader.place(order)
  expect(body.violations).toEqual([])
  expect(Number(body.order?.['average_price'])).toBeGreaterThanOrEqual(90_000)
  expect(Number(body.order?.['average_price'])).toBeLessThan(90_200)
})

test('the configuration says where prices come from, and which are compared', async () => {
  const { body } = await engine.api.get<{ market_feed: Record<string, unknown> }>('/v1/config')
  expect(body.market_feed).toMatchObject({ kind: 'live', sources: ['GMX', 'OSTIUM'] })
  expect(body.market_feed['divergence_checked']).toContain('BTC-USD')
  expect(body.market_feed['divergence_checked']).not.toContain('EUR-USD')
})

const candlesOf = async (of: TestEngine, query: string): Promise<readonly Candle[]> =>
  (await of.api.get<Candle[]>(`/v1/candles?symbol=BTC-USD&${query}`)).body

/** Milliseconds since the epoch. */
async function firstTickAt(): Promise<number> {
  const { rows } = await engine.pool.query<{ first: string }>('select min(number) as first from published_ticks')
  return (Number(rows[0]?.first) * TICK_MICROS) / 1_000
}

const INTERVALS = { '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000, '4h': 14_400_000, '1d': 86_400_000 }

/** Up to the candle of the first tick, the newest first, whatever has come since; and those that had ended by then. */
async function pastOf(of: TestEngine, interval: keyof typeof INTERVALS) {
  const first = await firstTickAt()
  const candles = await candlesOf(of, `interval=${interval}&limit=500&to=${new Date(first).toISOString()}`)
  const ended = candles.filter(({ timestamp }) => Date.parse(timestamp) + INTERVALS[interval] <= first)
  return { candles, ended }
}

test.each(Object.keys(INTERVALS) as (keyof typeof INTERVALS)[])(
  '%s: what was before the first tick is the history of the venue',
  async (interval) => {
    const { candles, ended } = await pollUntil(
      () => pastOf(engine, interval),
      (found) => found.candles.length >= 499,
    )
    expect(ended).toHaveLength(candles.length - 1)
    expect(new Set(ended.map(({ source }) => source))).toEqual(new Set(['venue']))
    expect(candles[0]?.source).toMatch(/ticks|both/)
    const starts = candles.map(({ timestamp }) => timestamp)
    expect(starts).toEqual([...new Set(starts)].sort().reverse())
    expect(ended.every(({ close, volume }) => close === 90_000 && volume === 0)).toBe(true)
    await pollUntil(
      async () => JSON.stringify((await pastOf(follower, interval)).ended),
      (shown) => shown === JSON.stringify(ended),
    )
  },
)

test('the change of 24 hours is that from the history of the venue', async () => {
  const { body } = await engine.api.get<{ change_24h: number | null }[]>('/v1/prices?symbols=BTC-USD')
  expect(body[0]?.change_24h).toBeGreaterThanOrEqual(0)
  expect(body[0]?.change_24h).toBeLessThan(100)
})

test('a restart shows the same history, and asks nobody for it again', async () => {
  const before = (await pastOf(engine, '1d')).ended
  const late = await start('api', engine.databaseUrl)
  expect((await pastOf(late, '1d')).ended).toEqual(before)
  await late.close()
})

test('until a funding time has passed with rates of the venue, they are estimated, and said to be', async () => {
  const { body } = await engine.api.get<{ funding: Record<string, unknown> }>('/v1/metrics?symbol=BTC-USD')
  expect(['estimate', 'gmx /markets/info']).toContain(body.funding['source'])
})

test('open interest is that of the venue, in the base asset, on every replica; made up where the venue tells none', async () => {
  for (const replica of [engine, follower]) {
    const metrics = async (query: string) =>
      (await replica.api.get<{ open_interest: number; open_interest_source: string }>(`/v1/metrics?${query}`)).body
    const told = await pollUntil(
      () => metrics('symbol=BTC-USD'),
      ({ open_interest_source: source }) => source === 'gmx /markets/info',
    )
    // 5,400,000 dollars at a little over 90,000
    expect(told.open_interest).toBeGreaterThan(59.9)
    expect(told.open_interest).toBeLessThanOrEqual(60)
    expect((await metrics('symbol=BTC-USD&venue=OSTIUM')).open_interest_source).toBe('estimate')
  }
})

test('while the venues are silent prices are stale, and orders that open are refused', async () => {
  const trader = await engine.trader()
  await priceOf('BTC-USD', ({ stale, mark_price: mark }) => !stale && mark > 0)
  expect((await trader.place(order)).body.order?.status).toBe('FILLED')
  await venues.fail('refuse')
  await priceOf('BTC-USD', ({ stale, stale_reason: reason }) => stale && reason === 'silent')
  expect((await trader.place(order)).body.violations.map(({ rule }) => rule)).toContain('stale_market_data')
  await venues.fail(null)
  await priceOf('BTC-USD', ({ stale }) => !stale)
  expect((await trader.place(order)).body.order?.status).toBe('FILLED')
})
