import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import { decimal, price } from '../../../core/values/decimal.js'
import { loadCatalogue } from '../../catalogue.js'
import { createVenueIntake } from './venue-intake.js'
import type { ReadPrices } from './venue-tick.js'

const symbol = 'EUR-USD'
const instrument = loadCatalogue().find(symbol)!
const SECOND = 1_000_000
const START = 1_783_345_314 * SECOND

/** One price, made some seconds after the start. */
function pricesOf(text: string, seconds: number, isOpen = true): ReadPrices {
  const mid = price(decimal(text))
  const tick = { venue: 'OSTIUM' as const, symbol, bid: mid, mid, ask: mid, at: START + seconds * SECOND, isOpen }
  return { ticks: [tick], unreadable: [], missing: [] }
}

function createIntake() {
  const logs = captureLogs()
  const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })
  const intake = createVenueIntake({ venue: 'OSTIUM', instruments: [instrument], logger })
  const [stream, http] = [intake.openChannel(), intake.openChannel()]
  return {
    stream: (prices: ReadPrices, seconds: number) => stream.take(prices, START + seconds * SECOND),
    http: (prices: ReadPrices, seconds: number) => http.take(prices, START + seconds * SECOND),
    rejected: () => [stream, http].map((channel) => Object.fromEntries(channel.figures().rejected)),
    accepted: () => [stream, http].map((channel) => channel.figures().accepted),
    latest: () => intake.latest(symbol),
    logged: () => logs.entries().length,
  }
}

it('takes newer ticks of either channel, and ignores those behind the other channel', () => {
  const intake = createIntake()
  intake.stream(pricesOf('1.1', 5), 5)
  intake.http(pricesOf('1.2', 4), 6)
  intake.http(pricesOf('1.2', 5), 6)
  expect(intake.latest()).toMatchObject({ mid: decimal('1.1'), arrivedAt: START + 5 * SECOND })
  intake.http(pricesOf('1.11', 6), 7)
  intake.stream(pricesOf('1.12', 5), 7)
  expect(intake.latest()).toMatchObject({ mid: decimal('1.11'), arrivedAt: START + 7 * SECOND })
  expect([intake.accepted(), intake.rejected(), intake.logged()]).toEqual([[1, 1], [{}, {}], 0])
})

it('rejects a tick older than the one before of its channel, counts it there, and logs it once a minute', () => {
  const intake = createIntake()
  intake.stream(pricesOf('1.1', 5), 5)
  for (const text of ['1.11', '1.12', '1.13', '1.14']) intake.stream(pricesOf(text, 4), 6)
  expect([intake.rejected(), intake.logged()]).toEqual([[{ out_of_order: 4 }, {}], 1])
  intake.stream(pricesOf('1.1', 80), 80)
  intake.stream(pricesOf('1.1', 79), 80)
  expect([intake.rejected(), intake.logged()]).toEqual([[{ out_of_order: 5 }, {}], 2])
})

it('takes from one channel that a market has closed at the price that came by the other', () => {
  const intake = createIntake()
  intake.stream(pricesOf('1.1', 5), 5)
  intake.http(pricesOf('1.1', 5, false), 6)
  expect(intake.latest()?.isOpen).toBe(false)
})

it('does not renew the arrival of a price that is told again', () => {
  const intake = createIntake()
  for (const seconds of [5, 6, 7]) intake.http(pricesOf('1.1', 5), seconds)
  expect(intake.latest()?.arrivedAt).toBe(START + 5 * SECOND)
})
