import { createLogger } from '@ats/service-kit/process'
import { startVenuePrices, type VenuePrices, type PriceFault } from '@ats/test-chain'
import { captureLogs } from '@ats/test-kit'
import { loadCatalogue } from '../../catalogue.js'
import { GMX_TOKENS } from './gmx/gmx-tokens.js'
import { createGmxSource, createOstiumSource, createPricePolling, type PriceSource } from './price-source.js'
import { createVenueHttp, type VenueHttp } from './venue-http.js'
import { createVenueIntake } from './venue-intake.js'
import type { VenueTick } from './venue-tick.js'

const catalogue = loadCatalogue()
const listed = ['BTC-USD', 'ETH-USD', 'EUR-USD'].map((symbol) => catalogue.find(symbol)!)
/** Every turn of a venue that hangs takes as long; all others end by themselves, the first one after it included. */
const HANGING_MS = 300
const PATIENT_MS = 60_000
const START = Date.parse('2026-07-06T13:41:54Z')

let venues: VenuePrices
let clock = START
let isHanging = false
beforeEach(async () => {
  clock = START
  isHanging = false
  venues = await startVenuePrices({
    now: () => clock,
    tokens: listed.flatMap(({ symbol, typicalPrice }) => {
      const token = GMX_TOKENS[symbol]
      return token === undefined ? [] : [{ ...token, price: typicalPrice }]
    }),
    pairs: listed.map(({ base, quote, typicalPrice }) => ({ from: base, to: quote, price: typicalPrice })),
  })
})
afterEach(() => venues.close())

const httpOf = (hosts: readonly string[], timeoutMs: number): VenueHttp =>
  createVenueHttp({ hosts, timeoutMs, now: () => clock * 1000 })
const SOURCES: Readonly<Record<string, (http: VenueHttp) => PriceSource>> = {
  GMX: (http) => createGmxSource(http, listed),
  OSTIUM: (http) => createOstiumSource(http, listed),
}

/** A polling of the fake, a second apart. */
function startPolling(venue: string) {
  const logs = captureLogs()
  const ticks: VenueTick[] = []
  const sourceWithin = (timeoutMs: number) => SOURCES[venue]!(httpOf([venues.url], timeoutMs))
  const [patient, hasty] = [sourceWithin(PATIENT_MS), sourceWithin(HANGING_MS)]
  const source: PriceSource = { ...patient, ask: () => (isHanging ? hasty : patient).ask() }
  const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })
  const intake = createVenueIntake({ ...source, logger, onTicks: (accepted) => ticks.push(...accepted) })
  const polling = createPricePolling({
    source,
    channel: intake.openChannel(),
    everyMs: 1_000,
    logger,
    random: () => 0.5,
  })
  return {
    logged: () => logs.entries().map(({ msg, symbol, reason }) => [msg, symbol, reason]),
    details: () => logs.text(),
    async poll(times = 1) {
      ticks.length = 0
      let waitMs = 0
      for (let turn = 0; turn < times; turn++) {
        clock += 1_000
        waitMs = await polling.poll()
      }
      return { symbols: ticks.map(({ symbol }) => symbol), waitMs }
    },
  }
}

describe.each([
  ['GMX', ['BTC-USD', 'ETH-USD']],
  ['OSTIUM', ['BTC-USD', 'ETH-USD', 'EUR-USD']],
])('prices of %s', (venue, symbols) => {
  const [first = '', ...others] = symbols

  it('are asked for every second', async () => {
    const polling = startPolling(venue)
    expect(await polling.poll()).toEqual({ symbols, waitMs: 1_000 })
    expect(await polling.poll(3)).toEqual({ symbols: [...symbols, ...symbols, ...symbols], waitMs: 1_000 })
    expect(polling.logged()).toEqual([])
  })

  it.each<[PriceFault, string]>([
    ['refuse', 'could not be reached (ECONNREFUSED)'],
    ['hang', 'did not answer in time'],
    ['error', 'answered 500'],
    ['half', 'could not be reached (ERR_BAD_RESPONSE)'],
    ['html', 'not JSON'],
    ['redirect', 'answered 302'],
    ['endless', 'more than is read'],
  ])('%s: no prices, the wait doubles, the failure and the recovery are logged once', async (fault, why) => {
    const polling = startPolling(venue)
    await venues.fail(fault)
    isHanging = fault === 'hang'
    expect(await polling.poll()).toEqual({ symbols: [], waitMs: 1_500 })
    expect(await polling.poll(2)).toEqual({ symbols: [], waitMs: 6_000 })
    expect(polling.details()).toContain(why)
    await venues.fail(null)
    isHanging = false
    expect(await polling.poll()).toEqual({ symbols, waitMs: 1_000 })
    expect(polling.logged()).toEqual([
      [`prices of ${venue} cannot be read`, undefined, expect.stringContaining(why)],
      [`prices of ${venue} are read again`, undefined, undefined],
    ])
  })

  it('429: waits as long as the venue asks for', async () => {
    const polling = startPolling(venue)
    await venues.fail('too_many')
    expect((await polling.poll()).waitMs).toBe(7_000)
  })

  it('a symbol whose price cannot be read is left out alone, and logged once', async () => {
    const polling = startPolling(venue)
    await venues.fail('renamed')
    expect(await polling.poll(2)).toEqual({ symbols: [...others, ...others], waitMs: 1_000 })
    expect(polling.logged()).toEqual([['a price was rejected', first, 'fields']])
    await venues.fail(null)
    expect((await polling.poll()).symbols).toEqual(symbols)
  })

  it('prices whose time is long past are rejected, each symbol logged once', async () => {
    const polling = startPolling(venue)
    await venues.fail('clock_slow')
    expect((await polling.poll(2)).symbols).toEqual([])
    expect(polling.logged()).toEqual(symbols.map((symbol) => ['a price was rejected', symbol, 'stale']))
  })

  it('a jump to ten times the price is shown once three responses agree', async () => {
    const polling = startPolling(venue)
    await polling.poll()
    await venues.fail('jump')
    expect((await polling.poll(2)).symbols).toEqual([...others, ...others])
    expect((await polling.poll()).symbols).toEqual([first, first, first, ...others])
  })
})

it('asks the next host when one fails, and keeps asking that one', async () => {
  const broken = await startVenuePrices({ tokens: [], pairs: [] })
  try {
    await broken.fail('error')
    const http = httpOf([broken.url, venues.url], PATIENT_MS)
    expect((await http.get('/prices/tickers')).host).toBe(venues.url)
    await http.get('/prices/tickers')
    expect(broken.requested()).toBe(1)
  } finally {
    await broken.close()
  }
})
