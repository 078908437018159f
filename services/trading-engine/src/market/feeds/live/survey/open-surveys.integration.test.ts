import { createLogger } from '@ats/service-kit/process'
import { startVenuePrices, type VenuePrices } from '@ats/test-chain'
import { captureLogs } from '@ats/test-kit'
import { decimal, formatDecimal } from '../../../../core/values/decimal.js'
import { loadCatalogue } from '../../../catalogue.js'
import { GMX_TOKENS } from '../gmx/gmx-tokens.js'
import { createVenueHttp } from '../venue-http.js'
import { createInstrumentWatch } from './instrument-watch.js'
import { openSurveys } from './open-surveys.js'

const catalogue = loadCatalogue()
const instruments = ['BTC-USD', 'ETH-USD', 'EUR-USD', 'SPX-USD'].map((symbol) => catalogue.find(symbol)!)
let venues: VenuePrices
let opened: ReturnType<typeof openSurveys>
const logs = captureLogs()
const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })

beforeAll(async () => {
  const price = decimal('100')
  venues = await startVenuePrices({
    tokens: [
      { ...GMX_TOKENS['BTC-USD']!, price, isDisabled: true },
      { ...GMX_TOKENS['SOL-USD']!, price },
    ],
    pairs: [
      { from: 'EUR', to: 'USD', price, isOpen: false },
      { from: 'US500', to: 'USD', price },
      { from: 'NEW', to: 'USD', price },
    ],
  })
  const http = createVenueHttp({ hosts: [venues.url], timeoutMs: 5_000, now: () => Date.now() * 1000 })
  opened = openSurveys({ gmx: http, ostium: http, ostiumBuilder: http, instruments, logger, random: () => 0 })
  for (const survey of opened.surveys) survey.start()
  const { state } = opened
  const isDone = (): boolean =>
    state.instruments().length === 2 &&
    state.rates().length > 2 &&
    state.schedule({ venue: 'OSTIUM', symbol: 'EUR-USD' }) !== undefined
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
})
afterAll(async () => {
  await Promise.all(opened.surveys.map((survey) => survey.stop()))
  await venues.close()
})

it('keeps the rates of both venues: what each side pays a year', () => {
  const shown = opened.state
    .rates()
    .map(({ symbol, venue, carry, funding }) => [
      ...[venue, symbol, formatDecimal(carry.long), formatDecimal(carry.short)],
      ...(funding === null ? [] : [formatDecimal(funding.long), formatDecimal(funding.short)]),
    ])
  expect(shown).toEqual([
    ['GMX', 'BTC-USD', '0.04', '0', '0.08', '-0.1'],
    // a pure carry of 2 % and a premium of 1.5 %; nobody receives
    ['OSTIUM', 'EUR-USD', '0.034999999765632', '0'],
    ['OSTIUM', 'SPX-USD', '0.034999999765632', '0'],
  ])
})

it('keeps the state of each market, and whether it is paused', () => {
  const state = opened.state.market({ venue: 'GMX', symbol: 'BTC-USD' })
  expect(state?.isPaused).toBe(true)
  expect(
    [state?.long.openInterest, state?.long.fundingRate, state?.long.borrowingRate].map((one) => formatDecimal(one!)),
  ).toEqual(['3000000', '0.08', '0.04'])
  expect(opened.state.market({ venue: 'OSTIUM', symbol: 'BTC-USD' })).toBeUndefined()
})

it('keeps the hours of pairs that close', () => {
  expect(opened.state.schedule({ venue: 'OSTIUM', symbol: 'EUR-USD' })).toMatchObject({ isOpen: false })
  expect(opened.state.schedule({ venue: 'OSTIUM', symbol: 'BTC-USD' })).toBeUndefined()
})

it('reports what is new, gone, paused or renamed, and adopts none of it', () => {
  const byVenue = new Map(opened.state.instruments().map((report) => [report.venue, report]))
  expect(byVenue.get('GMX')).toEqual({
    venue: 'GMX',
    unlisted: ['SOL/USD'],
    gone: ['ETH-USD'],
    changed: ['BTC-USD: paused'],
  })
  expect(byVenue.get('OSTIUM')).toEqual({
    venue: 'OSTIUM',
    unlisted: ['NEW-USD'],
    gone: ['BTC-USD', 'ETH-USD'],
    changed: ['SPX-USD: now US500-USD'],
  })
})

it('logs a difference once for as long as it is the same', () => {
  const own = captureLogs()
  const watch = createInstrumentWatch(createLogger({ service: 'test', level: 'info', destination: own.destination }))
  const same = { venue: 'GMX' as const, unlisted: [], gone: [], changed: [] }
  const gone = { ...same, gone: ['BTC-USD'] }
  for (const report of [same, same, gone, gone, same, same]) watch.compare(report)
  expect(own.entries().map(({ gone_count: count }) => count)).toEqual([1, 0])
})
