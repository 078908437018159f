/** Rates of published ticks: which are in force at the beginning of an hour, for how long, and after a restart. */
import { createLogger } from '@ats/service-kit/process'
import { captureLogs } from '@ats/test-kit'
import { formatDecimal } from '../../../../core/values/decimal.js'
import type { PublishedRates } from '../../../../core/model/market/published-tick.js'
import { loadCatalogue } from '../../../catalogue.js'
import { listedInstruments } from '../../../listed-instrument.js'
import { composeRates, type VenueRates } from './compose-rates.js'
import { alignDown } from '../bars/history-reach.js'
import { DAY_TICKS, HOUR_TICKS } from '../bars/listing-history.js'
import { loadRates } from './load-rates.js'
import { createCarry } from './published-carry.js'
import { RATE_UNITS_MAX, type RatesEntry } from './rate-entries.js'
import { createRateHistory, RATE_LEAD_TICKS, type RateHistory } from './rate-history.js'
import { createRateWriter } from './rate-writer.js'
import { startMs } from '../tick-block.js'

const DAY = alignDown(7_100_000_000, DAY_TICKS)
const NOON = DAY + 12 * HOUR_TICKS
const listed = listedInstruments(loadCatalogue().all)
const gmx = listed.find(({ symbol, venue }) => symbol === 'BTC-USD' && venue === 'GMX')!
const ostium = listed.find(({ symbol, venue }) => symbol === 'EUR-USD' && venue === 'OSTIUM')!
const numberOf = (one: typeof gmx): number => (one === gmx ? 1 : 2)

const entry = (tick: number, percent: number, listing = 1): RatesEntry => ({
  listing,
  carry: { long: percent * 1e10, short: 0 },
  funding: listing === 1 ? { long: percent * 1e10, short: -2 * percent * 1e10 } : null,
  openInterest: listing === 1 ? { long: 3_000_000, short: 2_400_000 } : null,
  receivedAtMs: startMs(tick),
})
const history = (fromTick = DAY): RateHistory => createRateHistory(fromTick)
const carryOf = (rates: RateHistory, one = gmx) => createCarry(one, { rates, numberOf })
const longOf = (rates: RateHistory, tick: number, one = gmx): string | undefined => {
  const told = carryOf(rates, one)(tick)
  const sides = told?.borrowing ?? told?.rollover
  return sides && formatDecimal(sides.long)
}

test('in force from an hour on are the rates that were told five seconds before it began', () => {
  const rates = history()
  rates.take(NOON - 600, [entry(NOON - 600, 10)])
  expect(longOf(rates, NOON)).toBe('0.1')
  rates.take(NOON - RATE_LEAD_TICKS, [entry(NOON - RATE_LEAD_TICKS, 20)])
  rates.take(NOON - RATE_LEAD_TICKS + 1, [entry(NOON - 19, 30)])
  rates.take(NOON + 1, [entry(NOON + 1, 40)])
  for (const tick of [NOON, NOON + 1, NOON + HOUR_TICKS - 1]) expect(longOf(rates, tick)).toBe('0.2')
  expect(longOf(rates, NOON - 1)).toBeUndefined()
  rates.take(NOON + HOUR_TICKS, [])
  expect(longOf(rates, NOON + HOUR_TICKS)).toBe('0.4')
})

test('each side has its own rate of funding, for one period of the venue', () => {
  const rates = history()
  rates.take(NOON - 600, [entry(NOON - 600, 87.6)])
  const { funding, source } = carryOf(rates)(NOON)!
  expect([formatDecimal(funding!.long), formatDecimal(funding!.short), source]).toEqual([
    '0.0001',
    '-0.0002',
    'gmx /markets/info',
  ])
})

test.each([
  ['GMX', gmx, 3_600_000, NOON],
  ['Ostium', ostium, 86_400_000, DAY + DAY_TICKS],
])('a rate of %s that nobody has heard for a period is in force nowhere', (_, one, ageMs, hour) => {
  const told = (receivedAtMs: number) => {
    const rates = history()
    rates.take(DAY + 1, [{ ...entry(DAY, 10, numberOf(one)), receivedAtMs }])
    rates.take(hour, [])
    return longOf(rates, hour, one)
  }
  expect(told(startMs(hour) - ageMs)).toBe('0.1')
  expect(told(startMs(hour) - ageMs - 1)).toBeUndefined()
})

test('hours without any tick have the rates that were told last, while they are fresh', () => {
  const rates = history()
  rates.take(NOON + 10, [entry(NOON + 10, 10), entry(NOON + 10, 7, 2)])
  const told = () => [1, 2, 13, 40].map((hours) => longOf(rates, NOON + hours * HOUR_TICKS))
  const before = told()
  expect(before).toEqual(['0.1', undefined, undefined, undefined])
  expect(longOf(rates, DAY + DAY_TICKS, ostium)).toBe('0.07')
  rates.take(NOON + 41 * HOUR_TICKS, [entry(NOON, 50)])
  expect(told()).toEqual(before)
  expect(longOf(rates, DAY + DAY_TICKS, ostium)).toBe('0.07')
})

test('a restart reads back what was in force, from what is stored and the ticks since', async () => {
  const rows: PublishedRates[] = []
  const running = history()
  const write = createRateWriter(running, {
    last: () => Promise.resolve(rows.at(-1)?.hour ?? null),
    insert: (more) => Promise.resolve(void rows.push(...more)),
  })
  const ticks = Array.from({ length: 30 }, (_, turn) => NOON + 5_000 * turn)
  for (const [turn, tick] of ticks.entries()) {
    running.take(tick, [entry(tick, turn), entry(tick, turn / 2, 2)])
    if (turn % 7 === 0) await write()
  }
  const logs = captureLogs()
  const logger = createLogger({ service: 'test', level: 'error', destination: logs.destination })
  const from = rows.at(-2)!.hour
  const again = history(from)
  const read = (hour: number, limit: number) => Promise.resolve(rows.filter((row) => row.hour >= hour).slice(0, limit))
  await loadRates(again, from, read, logger)
  for (const [turn, tick] of ticks.entries())
    if (tick > from - 5_000) again.take(tick, [entry(tick, turn), entry(tick, turn / 2, 2)])
  for (let hour = NOON + HOUR_TICKS; hour < ticks.at(-1)!; hour += HOUR_TICKS) {
    expect(running.at(1, hour)).toBeDefined()
    for (const listing of [1, 2]) expect(again.at(listing, hour)).toEqual(running.at(listing, hour))
  }
  rows[1] = { ...rows[1]!, block: rows[1]!.block.map((byte) => byte ^ 1) }
  const garbled = history(from)
  await loadRates(garbled, from, read, logger)
  expect(logs.text()).toContain('not what was stored')
  expect([garbled.at(1, rows[1].hour), garbled.at(1, rows[0]!.hour)]).toEqual([undefined, running.at(1, rows[0]!.hour)])
})

describe('the rates that a tick tells', () => {
  const listings = [gmx, ostium].map((one) => ({
    ...{ id: numberOf(one), venue: one.venue, symbol: one.symbol, tickSize: one.instrument.tickSize },
  }))
  const now = startMs(NOON) * 1_000
  const said = (long: bigint, arrivedAt = now): VenueRates => ({
    ...{ venue: 'GMX', symbol: 'BTC-USD', arrivedAt, funding: null, openInterest: null },
    carry: { long, short: 0n } as VenueRates['carry'],
  })

  test('are those of the venue, to the nearest 10^-12', () => {
    const told = composeRates(listings, [said(123_456_789_500_000n)], new Map(), now)
    expect([...told]).toEqual([
      [1, { carry: { long: 123_456_790, short: 0 }, funding: null, openInterest: null, receivedAtMs: now / 1_000 }],
    ])
  })

  test('are repeated until the venue has said something, for a day at most', () => {
    const before = new Map([[2, { ...entry(NOON, 3, 2) }]])
    for (const [later, count] of [
      [0, 1],
      [86_400_000_000, 1],
      [86_400_001_000, 0],
    ] as const)
      expect(composeRates(listings, [], before, now + later).size).toBe(count)
  })

  test('leave out what is beyond 1,000 % a year', () => {
    const most = BigInt(RATE_UNITS_MAX) * 1_000_000n
    expect(composeRates(listings, [said(most)], new Map(), now).size).toBe(1)
    expect(composeRates(listings, [said(-most - 1_000_000n)], new Map(), now).size).toBe(0)
  })
})
