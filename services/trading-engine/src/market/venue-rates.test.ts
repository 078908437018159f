/** Rates of carry: the venues' published rules worked by hand, and what a feed gives in place of estimates. */
import { decimal, formatDecimal, rate } from '../core/values/decimal.js'
import { tickAt } from '../core/values/tick.js'
import { BTC, EUR } from '../../test/support/market/instruments.js'
import { timeOf } from '../../test/support/market/scripted-world.js'
import { borrowingRate, rolloverRates } from './carry-figures.js'
import type { VenueId } from '../core/model/market/instrument.js'
import type { FeedCarry } from './feeds/feed.js'
import { listedInstruments, type ListedInstrument } from './listed-instrument.js'
import { createListingFigures } from './metrics.js'
import { carryAt, fundingAt, fundingHistory, type RateSource } from './venue-rates.js'

const SEED = Buffer.from('seed')
const AT = timeOf('2026-03-02T12:34:56Z')
const HOUR_MICROS = 3_600_000_000
const HOUR = timeOf('2026-03-02T12:00:00Z')
const listed = (symbol: string, venue: VenueId): ListedInstrument => {
  const found = listedInstruments([BTC, EUR]).find((each) => each.symbol === symbol && each.venue === venue)
  if (found === undefined) throw new Error(`${venue} does not list ${symbol}`)
  return found
}
const [GMX, OSTIUM] = [listed('BTC-USD', 'GMX'), listed('BTC-USD', 'OSTIUM')]
const decimalRate = (text: string) => rate(decimal(text))
const sourceOf = (of: ListedInstrument, given?: (tick: number) => FeedCarry | undefined): RateSource => ({
  listed: of,
  feed: given === undefined ? {} : { carry: (_listing, tick) => given(tick) },
  figures: createListingFigures(of, SEED),
})
const shown = ({ long, short }: { long: bigint; short: bigint }) => [formatDecimal(long), formatDecimal(short)]

test.each([
  // 50 % a year up to a usage of 80 %, 110 % with all of it
  ['0', '0'],
  ['0.4', '0.2'],
  ['0.8', '0.4'],
  ['0.9', '0.75'],
  ['1', '1.1'],
])('borrowing at a usage of %s: %s a year', (usage, expected) => {
  if (GMX.terms.carry.kind !== 'borrowing') throw new Error('GMX lends')
  expect(formatDecimal(borrowingRate(GMX.terms.carry, decimalRate(usage)))).toBe(expected)
})

test('rollover: longs pay the carry of the underlying and the premium, shorts receive the one and pay the other', () => {
  if (OSTIUM.terms.carry.kind !== 'rollover') throw new Error('Ostium rolls over')
  expect(shown(rolloverRates(OSTIUM.terms.carry))).toEqual(['0.055', '-0.025'])
})

test('estimates say so, and hold for a whole period', () => {
  const source = sourceOf(GMX)
  const carry = carryAt(source, AT)
  expect(carry.source).toBe('estimate')
  for (const at of [HOUR, AT, HOUR + 3_599_999_999]) expect(carryAt(source, at)).toEqual(carry)
  expect(carryAt(sourceOf(OSTIUM), AT)).toEqual({
    rates: { long: decimal('0.055'), short: decimal('-0.025') },
    source: 'estimate',
  })
})

test('the side that pays funding is the larger one: it alone pays for borrowing', () => {
  const source = sourceOf(GMX)
  const sides = new Set<string>()
  for (let hour = 0; hour < 48; hour += 1) {
    const at = HOUR + hour * HOUR_MICROS
    const { long, short } = carryAt(source, at).rates
    const isLongLarger = fundingAt(source, at).rates.long >= 0n
    expect(isLongLarger ? short : long).toBe(0n)
    expect(isLongLarger ? long : short).toBeGreaterThan(0n)
    sides.add(isLongLarger ? 'long' : 'short')
  }
  expect(sides.size).toBe(2)
})

describe('a feed that has the venue’s rates', () => {
  const rates = { long: decimalRate('0.3'), short: decimalRate('0') }
  const given: FeedCarry = {
    funding: { long: decimalRate('0.00002'), short: decimalRate('-0.00003') },
    borrowing: rates,
    source: 'gmx /markets/info',
  }

  test('gives those of the period’s beginning', () => {
    const asked: number[] = []
    const source = sourceOf(GMX, (tick) => {
      asked.push(tick)
      return given
    })
    expect(carryAt(source, AT)).toEqual({ rates, source: 'gmx /markets/info' })
    expect(asked).toEqual([tickAt(HOUR)])
    expect(fundingAt(source, HOUR)).toEqual({
      at: HOUR,
      rates: given.funding,
      source: 'gmx /markets/info',
    })
    expect(fundingAt(source, AT)).toEqual(fundingAt(source, HOUR))
    expect(asked).toEqual(Array(4).fill(tickAt(HOUR)))
  })

  test.each<[string, FeedCarry | undefined]>([
    ['nothing', undefined],
    ['only funding', { funding: { long: decimalRate('0'), short: decimalRate('0') }, source: 'x' }],
    ['the other venue’s kind', { rollover: rates, source: 'x' }],
    ['rates of a wrong scale', { borrowing: { ...rates, long: decimalRate('10.1') }, source: 'x' }],
  ])('that gives %s leaves the estimate', (_name, answer) => {
    expect(
      carryAt(
        sourceOf(GMX, () => answer),
        AT,
      ),
    ).toEqual(carryAt(sourceOf(GMX), AT))
  })

  test('of a wrong scale is no rate of funding either', () => {
    const funding = { long: decimalRate('0'), short: decimalRate('-0.11') }
    const wrong = sourceOf(GMX, () => ({ funding, source: 'x' }))
    expect(fundingAt(wrong, HOUR)).toEqual(fundingAt(sourceOf(GMX), HOUR))
  })
})

describe('the history of funding', () => {
  const DAY = 24 * HOUR_MICROS
  const times = (source: RateSource, from: number, to: number, limit = 100): readonly number[] =>
    fundingHistory(source, { from, to, limit }).map(({ at }) => (at - HOUR) / HOUR_MICROS)

  test('is of the funding times of the venue, newest first, both ends within it', () => {
    expect(times(sourceOf(GMX), HOUR, HOUR + 2 * HOUR_MICROS)).toEqual([2, 1, 0])
    expect(times(sourceOf(GMX), HOUR + 1, HOUR + 2 * HOUR_MICROS - 1)).toEqual([1])
    expect(times(sourceOf(GMX), HOUR, HOUR + DAY, 2)).toEqual([24, 23])
    expect(times(sourceOf(GMX), HOUR + 1, HOUR + 2)).toEqual([])
  })

  test('of a venue that funds once a day has a row a day', () => {
    const found = fundingHistory(sourceOf(OSTIUM), { from: 0, to: 3 * DAY, limit: 3 })
    expect(found.map(({ at }) => at)).toEqual([3 * DAY, 2 * DAY, DAY])
  })

  test('has the rates that positions were charged by', () => {
    const source = sourceOf(GMX)
    const [latest] = fundingHistory(source, { from: 0, to: AT, limit: 1 })
    expect(latest).toEqual(fundingAt(source, AT))
  })
})

test('another instrument has its own rates', () => {
  expect(shown(carryAt(sourceOf(listed('EUR-USD', 'OSTIUM')), AT).rates)).toEqual(['0.055', '-0.025'])
})
