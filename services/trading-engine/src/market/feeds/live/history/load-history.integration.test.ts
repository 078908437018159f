import { createLogger } from '@ats/service-kit/process'
import { startVenuePrices, type VenuePrices, type PriceFault } from '@ats/test-chain'
import { captureLogs } from '@ats/test-kit'
import { loadCatalogue } from '../../../catalogue.js'
import { candleMicros, CANDLE_INTERVALS } from '../../../candles.js'
import { GMX_TOKENS } from '../gmx/gmx-tokens.js'
import { createVenueHttp } from '../venue-http.js'
import { createGmxHistory, createOstiumHistory, type HistorySource } from './history-source.js'
import { loadHistory, type BarHistory } from './load-history.js'

const catalogue = loadCatalogue()
const instruments = ['BTC-USD', 'CL-USD', 'AAPL-USD'].map((symbol) => catalogue.find(symbol)!)
const clock = Date.parse('2026-07-06T13:41:54Z')
const now = (): number => clock * 1000

let venues: VenuePrices
beforeEach(async () => {
  venues = await startVenuePrices({
    now: () => clock,
    tokens: instruments.flatMap(({ symbol, typicalPrice }) => {
      const token = GMX_TOKENS[symbol]
      return token === undefined ? [] : [{ ...token, price: typicalPrice }]
    }),
    pairs: instruments.map(({ base, quote, typicalPrice }) => ({ from: base, to: quote, price: typicalPrice })),
  })
})
afterEach(() => venues.close())

const SOURCES: Readonly<Record<string, () => HistorySource>> = {
  GMX: () => createGmxHistory(createVenueHttp({ hosts: [venues.url], timeoutMs: 5_000, now }), instruments),
  OSTIUM: () => createOstiumHistory(createVenueHttp({ hosts: [venues.url], timeoutMs: 5_000, now }), instruments, now),
}

/** Loads all of one venue, and is called before each series is taken. */
async function load(
  venue: string,
  stopping = new AbortController(),
  onHistory: () => unknown = () => undefined,
  left: readonly string[] = [],
) {
  const logs = captureLogs()
  const loaded: BarHistory[] = []
  const figures = await loadHistory(
    SOURCES[venue]!(),
    {
      logger: createLogger({ service: 'test', level: 'info', destination: logs.destination }),
      random: () => 0,
      isWanted: ({ symbol }, interval) => !left.includes(`${symbol} ${interval}`),
      firstWaitMs: 1,
      async onHistory(history) {
        await onHistory()
        loaded.push(history)
      },
    },
    stopping.signal,
  )
  return { loaded, figures, logged: logs.entries().map(({ msg }) => msg) }
}

it.each([
  ['GMX', ['BTC-USD', 'CL-USD']],
  ['OSTIUM', ['BTC-USD', 'CL-USD', 'AAPL-USD']],
])('%s: loads the newest 500 closed bars of each interval, without a gap', async (venue, symbols) => {
  const { loaded, figures, logged } = await load(venue)
  expect(loaded.map(({ symbol, interval }) => `${symbol} ${interval}`).sort()).toEqual(
    symbols.flatMap((symbol) => CANDLE_INTERVALS.map((interval) => `${symbol} ${interval}`)).sort(),
  )
  for (const { bars, interval } of loaded) {
    const length = candleMicros(interval)
    const last = Math.floor(now() / length) * length - length
    const times = Array.from({ length: 500 }, (_, step) => last - (499 - step) * length)
    expect(bars.map(({ startsAt }) => startsAt)).toEqual(times)
  }
  expect([figures, logged]).toEqual([{ loaded: symbols.length * 6, failed: 0, rejected: 0 }, ['history was loaded']])
})

it('asks for nothing but what is wanted', async () => {
  const left = CANDLE_INTERVALS.flatMap((interval) => [`CL-USD ${interval}`, `BTC-USD ${interval}`]).slice(1)
  const { loaded } = await load('GMX', undefined, undefined, left)
  expect(loaded.map(({ symbol, interval }) => `${symbol} ${interval}`)).toEqual(['CL-USD 1m'])
  expect(venues.requested()).toBe(1)
})

it.each<PriceFault>(['error', 'html', 'half'])('%s: tries again, and loads all the same', async (fault) => {
  await venues.fail(fault)
  let isRepaired = false
  const [{ figures }] = await Promise.all([
    load('GMX'),
    (async () => {
      while (venues.requested() < 4) await new Promise((resolve) => setImmediate(resolve))
      await venues.fail(null)
      isRepaired = true
    })(),
  ])
  expect([figures, isRepaired]).toEqual([{ loaded: 12, failed: 0, rejected: 0 }, true])
})

it('gives up what cannot be had after five attempts, and logs it in one line', async () => {
  await venues.fail('error')
  const { figures, loaded, logged } = await load('GMX')
  expect([figures, loaded, logged]).toEqual([
    { loaded: 0, failed: 12, rejected: 0 },
    [],
    ['history was loaded with gaps'],
  ])
  expect(venues.requested()).toBe(60)
})

it('asks for two series at a time, and for no more until one is taken', async () => {
  let taking = 0
  let most = 0
  await load('GMX', new AbortController(), async () => {
    taking += 1
    most = Math.max(most, taking)
    while (most < 2) await new Promise((resolve) => setImmediate(resolve))
    taking -= 1
  })
  expect(most).toBe(2)
})

it('ends early when it is stopped, also while it waits', async () => {
  await venues.fail('too_many') // it asks for seven seconds
  const stop = new AbortController()
  const loading = load('GMX', stop)
  while (venues.requested() < 2) await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  expect((await loading).figures).toEqual({ loaded: 0, failed: 0, rejected: 0 })
})
