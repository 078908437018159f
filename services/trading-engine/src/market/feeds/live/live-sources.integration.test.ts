import { createLogger } from '@ats/service-kit/process'
import { startVenuePrices, type VenuePrices } from '@ats/test-chain'
import { captureLogs } from '@ats/test-kit'
import { decimal } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import { GMX_TOKENS } from './gmx/gmx-tokens.js'
import { loadLivePricesConfig } from './live-prices-config.js'
import { createLiveSources, type LiveSources } from './live-sources.js'

const catalogue = loadCatalogue()
const instruments = ['BTC-USD', 'EUR-USD'].map((symbol) => catalogue.find(symbol)!)
const SECOND = 1_000_000

let clock = Date.parse('2026-07-06T13:41:54Z')
let venues: VenuePrices
let sources: LiveSources

/** Looks in each turn of the event loop. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

interface Setting {
  readonly isTls?: boolean
  readonly isStreamOn?: boolean
}

async function start({ isTls = false, isStreamOn = false }: Setting = {}): Promise<void> {
  venues = await startVenuePrices({
    isTls,
    now: () => clock,
    tokens: [{ ...GMX_TOKENS['BTC-USD']!, price: decimal('60000') }],
    pairs: [
      { from: 'BTC', to: 'USD', price: decimal('61000') },
      { from: 'EUR', to: 'USD', price: decimal('1.1'), isOpen: false },
    ],
  })
  const config = loadLivePricesConfig({
    GMX_PRICES_URLS: venues.url,
    OSTIUM_PRICES_URLS: venues.url,
    OSTIUM_STREAM_URL: isStreamOn ? venues.streamUrl : 'off',
    LIVE_SILENT_SECONDS: '15',
    ...(venues.caFile !== null && { VENUE_CA_FILE: venues.caFile }),
  })
  sources = createLiveSources(
    { ...config, VENUE_PRICES_EVERY_MS: 5 },
    {
      instruments,
      logger: createLogger({ service: 'test', level: 'info', destination: captureLogs().destination }),
      now: () => clock * 1000,
      random: () => 0,
    },
  )
  sources.start()
}
afterEach(async () => {
  await sources.stop()
  await venues.close()
})

const isEveryPriceKnown = (): boolean =>
  sources.listings.every(({ venue, symbol }) => sources.latest(venue, symbol) !== undefined)

it('has the latest price of every listed pair, and says when it came and whether the market is open', async () => {
  await start()
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
  await start()
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
  await start()
  await until(isEveryPriceKnown)
  const before = sources.latest('GMX', 'BTC-USD')
  const { rejected } = sources.health()[0]!
  const reason = fault === 'clock_slow' ? 'stale' : 'early'
  expect([...rejected]).toEqual([])
  await venues.fail(fault)
  clock += 16_000
  const skewTens = () => Math.round((sources.health()[0]?.clockSkewMs ?? 0) / 10_000)
  // A response that was under way when the fault began is old by now, too.
  await until(() => (rejected.get(reason) ?? 0) > 0 && skewTens() === (fault === 'clock_slow' ? -30 : 30))
  expect(sources.latest('GMX', 'BTC-USD')).toEqual(before)
  expect(sources.index('BTC-USD', clock * 1000).get('GMX')).toEqual({ index: null, staleReason: 'silent' })
  const [gmx] = sources.health()
  expect(gmx).toMatchObject({ source: 'GMX tickers', isConnected: true, reconnects: 0 })
})

it('counts the returns of a source that was lost', async () => {
  await start()
  await until(isEveryPriceKnown)
  await venues.fail('error')
  await until(() => sources.health().every(({ isConnected }) => !isConnected))
  await venues.fail(null)
  await until(() => sources.health().every(({ isConnected }) => isConnected))
  expect(sources.health().map(({ reconnects }) => reconnects)).toEqual([1, 1])
})

const healthOf = (name: string) => sources.health().find(({ source }) => source === name)

it('takes Ostium from its stream, over TLS, and asks by HTTP only while the stream brings nothing', async () => {
  await start({ isTls: true, isStreamOn: true })
  await until(() => isEveryPriceKnown() && healthOf('Ostium prices')?.isStandby === true)
  expect(healthOf('Ostium stream')).toMatchObject({ isConnected: true, reconnects: 0 })
  expect(healthOf('Ostium prices')).toMatchObject({ venue: 'OSTIUM', reconnects: 0 })

  const moveOn = async (isSo: () => boolean): Promise<void> => {
    clock += 1_000
    const at = clock * 1000
    await until(() => isSo() && sources.latest('OSTIUM', 'BTC-USD')?.at === at)
  }
  await venues.fail('refuse', 'stream')
  venues.cutStreams()
  await moveOn(() => healthOf('Ostium prices')?.isStandby === false)
  expect(healthOf('Ostium stream')?.isConnected).toBe(false)

  await venues.fail(null, 'stream')
  await until(() => healthOf('Ostium stream')?.isConnected === true)
  venues.tick()
  await until(() => healthOf('Ostium prices')?.isStandby === true)
  expect(healthOf('Ostium stream')?.reconnects).toBe(1)
})

it('asks by HTTP for what the stream has stopped telling, without a word', async () => {
  await start({ isStreamOn: true })
  await until(() => isEveryPriceKnown() && healthOf('Ostium prices')?.isStandby === true)
  clock += 6_000
  await until(() => healthOf('Ostium prices')?.isStandby === false)
  await until(() => sources.latest('OSTIUM', 'BTC-USD')?.at === clock * 1000)
  expect(healthOf('Ostium stream')?.isConnected).toBe(true)
})

it('names the file of authorities that it cannot read', async () => {
  await start()
  const config = { ...loadLivePricesConfig({}), VENUE_CA_FILE: '/nowhere/ca.pem' }
  const logger = createLogger({ service: 'test', level: 'silent' })
  expect(() => createLiveSources(config, { instruments, logger, now: () => 0 })).toThrow('VENUE_CA_FILE cannot be read')
})
