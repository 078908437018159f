/** Leverage by day and overnight, in the hours of New York and across its changes of the clock. */
import { aPlan } from '../../../test/support/plans/plans.js'
import { EUR } from '../../../test/support/market/instruments.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import type { Instrument, TradingSession } from '../model/market/instrument.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import { leverageAt } from './opening-leverage.js'
import { isDayTrading, overnightLimit } from './overnight-leverage.js'

const sessions: readonly TradingSession[] = [1, 2, 3, 4, 5].map((day) => ({ day, openMinute: 570, closeMinute: 960 }))
const tradingHours = {
  isAlwaysOpen: false,
  timeZone: 'America/New_York',
  sessions,
  dayTrading: { fromMinute: 571, untilMinute: 945 },
} as const
const terms = { ...EUR.terms.OSTIUM!, leverageMax: rate(decimal('50')), overnightLeverageMax: rate(decimal('10')) }
const STOCK: Instrument = { ...EUR, tradingHours, terms: { OSTIUM: terms } }

test.each([
  // Monday; New York is 5 hours behind
  ['2026-03-02T14:30:59Z', false],
  ['2026-03-02T14:31:00Z', true],
  ['2026-03-02T20:44:59.999999Z', true],
  ['2026-03-02T20:45:00Z', false],
  // Saturday
  ['2026-03-07T16:00:00Z', false],
  // the Monday after: 4 hours
  ['2026-03-09T13:30:59Z', false],
  ['2026-03-09T13:31:00Z', true],
  ['2026-03-09T19:45:00Z', false],
  // in UTC it is Tuesday already
  ['2026-03-03T01:00:00Z', false],
])('at %s day trading: %s', (at, expected) => {
  expect(isDayTrading(tradingHours, timeOf(at))).toBe(expected)
})

test('hours without day trading have none', () => {
  expect(isDayTrading({ isAlwaysOpen: true }, timeOf('2026-03-02T15:00:00Z'))).toBe(false)
  expect(isDayTrading({ ...tradingHours, dayTrading: undefined as never }, timeOf('2026-03-02T15:00:00Z'))).toBe(false)
})

describe('a new position', () => {
  const DAY = timeOf('2026-03-02T15:00:00Z')
  const NIGHT = timeOf('2026-03-02T20:50:00Z')
  test.each([
    ['OFF', NIGHT, '20'],
    ['LIMIT', DAY, '20'],
    ['LIMIT', NIGHT, '10'],
    ['CLOSE', NIGHT, '10'],
  ] as const)('%s: leverage %#', (overnightLeverage, at, expected) => {
    const account = { plan: aPlan({ costs: { overnightLeverage } }), leverages: new Map() }
    expect(formatDecimal(leverageAt(STOCK, 'OSTIUM', account, at))).toBe(expected)
  })

  test('what the trader has lowered further stays there', () => {
    const plan = aPlan({ costs: { overnightLeverage: 'LIMIT' } })
    const leverages = new Map([['OSTIUM:EUR-USD', rate(decimal('3'))]])
    expect(formatDecimal(leverageAt(STOCK, 'OSTIUM', { plan, leverages }, NIGHT))).toBe('3')
  })

  test('an instrument without an overnight maximum has no limit', () => {
    expect(overnightLimit(aPlan({ costs: { overnightLeverage: 'LIMIT' } }), EUR, 'OSTIUM', NIGHT)).toBeNull()
  })
})
