/** The engine on live prices: those that the venues say, and what orders get while they say nothing. */
import { startFakeVenues, type FakeVenues } from '@ats/test-kit'
import { decimal } from '../src/core/values/decimal.js'
import { GMX_TOKENS } from '../src/market/feeds/live/gmx/gmx-tokens.js'
import { loadLivePricesConfig } from '../src/market/feeds/live/live-prices-config.js'
import { startEngine, type TestEngine } from './support/engine.js'
import { pollUntil } from './support/poll-until.js'

interface Price {
  readonly mark_price: number
  readonly bid: number
  readonly ask: number
  readonly stale: boolean
  readonly stale_reason: string | null
}

const bitcoin = { ...GMX_TOKENS['BTC-USD']!, price: decimal('90000') }
let venues: FakeVenues
let engine: TestEngine

async function start(databaseUrl?: string): Promise<TestEngine> {
  const config = loadLivePricesConfig({
    ...{ GMX_PRICES_URLS: venues.url, OSTIUM_PRICES_URLS: venues.url, OSTIUM_STREAM_URL: 'off' },
    ...{ VENUE_PRICES_EVERY_MS: '250', LIVE_SILENT_SECONDS: '2' },
  })
  return startEngine({
    feed: { ...config, MARKET_FEED: 'live', TICK_RETENTION_DAYS: 14 },
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
}

beforeEach(async () => {
  bitcoin.price = decimal('90000')
  venues = await startFakeVenues({
    tokens: [bitcoin],
    pairs: [
      { from: 'EUR', to: 'USD', price: decimal('1.1') },
      { from: 'USD', to: 'JPY', price: decimal('150'), isOpen: false },
    ],
  })
  engine = await start()
})
afterEach(async () => {
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
