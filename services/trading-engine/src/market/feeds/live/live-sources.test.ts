import { createLogger } from '@ats/service-kit'
import { captureLogs, startFakeVenues, type FakeVenues } from '@ats/test-kit'
import { decimal } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import { GMX_TOKENS } from './gmx/gmx-tokens.js'
import { loadLivePricesConfig } from './live-prices-config.js'
import { createLiveSources, type LiveSources } from './live-sources.js'

const catalogue = loadCatalogue()
const instruments = ['BTC-USD', 'EUR-USD'].map((symbol) => catalogue.find(symbol)!)
const SECOND = 1_000_000

let clock = Date.parse('2026-07-06T13:41:54Z')
let venues: FakeVenues
let sources: LiveSources

/** Looks in each turn of the event loop. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(async () => {
  venues = await startFakeVenues({
    now: () => clock,
    tokens: [{ ...GMX_TOKENS['BTC-USD']!, price: decimal('60000') }],
    pairs: [
      { from: 'BTC', to: 'USD', price: decimal('61000') },
      { from: 'EUR', to: 'USD', price: decimal('1.1'), isOpen: false },
    ],
  })
  const env = { GMX_PRICES_URLS: venues.url, OSTIUM_PRICES_URLS: venues.url }
  sources = createLiveSources(
    { ...loadLivePricesConfig(env), VENUE_PRICES_EVERY_MS: 5 },
    {
      instruments,
      logger: createLogger({ service: 'test', level: 'info', destination: captureLogs().destination }),
      now: () => clock * 1000,
    },
  )
  sources.start()
})
afterEach(async () => {
  await sources.stop()
  await venues.close()
})

const isEveryPriceKnown = (): boolean =>
  sources.listings.every(({ venue, symbol }) => sources.latest(venue, symbol) !== undefined)

it('has the latest price of every listed pair, and says when it came and whether the market is open', async () => {
  expect(sources.listings.map(({ venue, symbol }) => `${symbol} ${venue}`)).toEqual([
    'BTC-USD GMX',
    'BTC-USD OSTIUM',
    'EUR-USD OSTIUM',
  ])
  await until(isEveryPriceKnown)
  expect(sources.latest('GMX', 'BTC-USD')).toMatchObject({ isOpen: null, isPaused: false, arrivedAt: clock * 1000 })
  expect(sources.latest('OSTIUM', 'EUR-USD')).toMatchObject({ isOpen: false, at: clock * 1000 })
  expect(sources.latest('GMX', 'EUR-USD')).toBeUndefined()
})

it('says the index of all venues, and whether one is silent, by the time of arrival', async () => {
  await until(isEveryPriceKnown)
  const [gmx, ostium] = (['GMX', 'OSTIUM'] as const).map((venue) => sources.latest(venue, 'BTC-USD')!.mid)
  const index = (gmx! + ostium!) / 2n
  const now = clock * 1000
  expect([...sources.index('BTC-USD', now)]).toEqual([
    ['GMX', { index, staleReason: null }],
    ['OSTIUM', { index, staleReason: null }],
  ])
  expect([...sources.index('BTC-USD', now + 16 * SECOND)]).toEqual([
    ['GMX', { index: null, staleReason: 'silent' }],
    ['OSTIUM', { index: null, staleReason: 'silent' }],
  ])
  expect([...sources.index('EUR-USD', now + 3_600 * SECOND)]).toEqual([
    ['OSTIUM', { index: sources.latest('OSTIUM', 'EUR-USD')?.mid, staleReason: null }],
  ])
  expect(sources.index('XYZ-USD', now).size).toBe(0)
})

it.each(['clock_slow', 'clock_fast'] as const)('%s: the venue falls silent, and its health says why', async (fault) => {
  await until(isEveryPriceKnown)
  const before = sources.latest('GMX', 'BTC-USD')
  const { rejected } = sources.health().venues[0]!
  const reason = fault === 'clock_slow' ? 'stale' : 'early'
  expect([...rejected]).toEqual([])
  await venues.fail(fault)
  clock += 16_000
  await until(() => (rejected.get(reason) ?? 0) > 0)
  expect(sources.latest('GMX', 'BTC-USD')).toEqual(before)
  expect(sources.index('BTC-USD', clock * 1000).get('GMX')).toEqual({ index: null, staleReason: 'silent' })
  const [gmx] = sources.health().sources
  expect(gmx).toMatchObject({ source: 'GMX tickers', isConnected: true, reconnects: 0 })
  expect(Math.round((gmx?.clockSkewMs ?? 0) / 10_000)).toBe(fault === 'clock_slow' ? -30 : 30)
})

it('counts the returns of a source that was lost', async () => {
  await until(isEveryPriceKnown)
  await venues.fail('error')
  await until(() => sources.health().sources.every(({ isConnected }) => !isConnected))
  await venues.fail(null)
  await until(() => sources.health().sources.every(({ isConnected }) => isConnected))
  expect(sources.health().sources.map(({ reconnects }) => reconnects)).toEqual([1, 1])
})
