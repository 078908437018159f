/** The floors of past moments, of 100,000 with 10 % of drawdown and 5 % a day, worked by hand. */
import { aPlan } from '../../../test/support/plans/plans.js'
import type { DrawdownRule, Reference } from '../model/plan/loss-rules.js'
import { decimal, formatDecimal, rate, usd } from '../values/decimal.js'
import { openingFloors, pastFloors, type PastDay } from './past-floors.js'

const pct = (text: string) => rate(decimal(text))
const money = (text: string) => usd(decimal(text))
const planOf = (mode: DrawdownRule['mode'], base: Reference = 'INITIAL') =>
  aPlan({ maxDrawdown: { mode, pct: pct('10'), lockAtInitial: false }, dailyLoss: { pct: pct('5'), base } })
const day = (at: number, equity: string, high: string | null, deposits: string | null = '0'): PastDay => ({
  ...{ date: '2026-03-02', at, startBalance: money(equity), startEquity: money(equity) },
  ...{ startNetDeposits: deposits === null ? null : money(deposits), startPaidOut: money('0') },
  highWaterMark: high === null ? null : money(high),
})
const point = (at: number, equity: string | null) => ({
  ...{ at, balance: money('100000') },
  equity: equity === null ? null : money(equity),
})
const asText = (floors: ReturnType<typeof pastFloors>) =>
  floors.map(({ drawdown, daily }) =>
    [drawdown, daily].map((floor) => (floor === null ? '-' : formatDecimal(floor))).join(' '),
  )

const DAYS = [day(0, '100000', '100000'), day(10, '106000', '106000'), day(20, '104000', '108000')]
const POINTS = [point(0, '100000'), point(9, '107000'), point(10, '106000'), point(15, '109000'), point(30, '103000')]

test.each([
  ['STATIC', 'INITIAL', ['90000 95000', '90000 95000', '90000 95000', '90000 95000', '90000 95000']],
  ['STATIC', 'EQUITY', ['90000 95000', '90000 95000', '90000 100700', '90000 100700', '90000 98800']],
  ['TRAILING_EOD', 'INITIAL', ['90000 95000', '90000 95000', '96000 95000', '96000 95000', '98000 95000']],
  // 107,000 was looked at; the next day began with 106,000, so that no mark had been higher. 109,000 likewise.
  ['TRAILING_INTRADAY', 'INITIAL', ['90000 95000', '96000 95000', '96000 95000', '98000 95000', '98000 95000']],
] as const)('%s, daily from %s', (mode, base, expected) => {
  const history = {
    ...{ plan: planOf(mode, base), scaling: null, days: DAYS, moves: [], highWaterMark: money('108000'), now: 40 },
  }
  expect(asText(pastFloors(history, POINTS))).toEqual(expected)
})

test('a mark that rises within the present day follows the points, up to the present one, and never falls', () => {
  const plan = planOf('TRAILING_INTRADAY')
  const history = {
    ...{ plan, scaling: null, days: [day(0, '100000', '100000')], moves: [], highWaterMark: money('104000'), now: 9 },
  }
  const points = [point(1, '99000'), point(2, '103000'), point(3, null), point(4, '101000'), point(5, '104500')]
  expect(asText(pastFloors(history, points))).toEqual([
    ...['90000 95000', '93000 95000', '93000 95000', '93000 95000', '94000 95000'],
  ])
})

test('the present has the floor of the present mark, though no point had been so high', () => {
  const plan = planOf('TRAILING_INTRADAY')
  const history = {
    ...{ plan, scaling: null, days: [day(0, '100000', '100000')], moves: [], highWaterMark: money('107000'), now: 5 },
  }
  const points = [point(1, '103000'), point(4, '101000'), point(5, '102000')]
  expect(asText(pastFloors(history, points))).toEqual(['93000 95000', '93000 95000', '97000 95000'])
  // Of a price that is not known now, the mark is.
  expect(asText(pastFloors(history, [point(5, null)]))).toEqual(['97000 95000'])
  const fixed = { ...history, plan: planOf('TRAILING_EOD') }
  expect(asText(pastFloors(fixed, points))).toEqual(['90000 95000', '90000 95000', '90000 95000'])
})

test('what was added moves both floors from its moment on, once', () => {
  const days = [day(0, '100000', '100000'), day(10, '120000', '100000', '20000')]
  // What was added in the moment that a day began is in what it began with.
  const moves = [0, 5].map((at) => ({ at, amount: money('20000'), isPayout: false }))
  const points = [point(4, '100000'), point(5, '120000'), point(10, '120000'), point(11, '120000')]
  const history = {
    ...{ plan: planOf('TRAILING_EOD', 'BALANCE'), scaling: null, days, moves, highWaterMark: money('100000'), now: 40 },
  }
  expect(asText(pastFloors(history, points))).toEqual([
    ...['90000 95000', '110000 115000', '110000 114000', '110000 114000'],
  ])
})

test('before the first day, and where a version did not keep them, they are not known', () => {
  const days = [day(5, '100000', null, null), day(10, '100000', null)]
  const points = [point(4, '100000'), point(5, '100000'), point(10, '100000')]
  const highWaterMark = money('100000')
  expect(
    asText(
      pastFloors({ plan: planOf('TRAILING_EOD'), scaling: null, days, moves: [], highWaterMark, now: 40 }, points),
    ),
  ).toEqual(['- -', '- -', '- 95000'])
  expect(asText([openingFloors(planOf('STATIC'), null, day(10, '100000', null))])).toEqual(['90000 95000'])
})

test('scaling counts from its moment on: what may be lost as well as what it is measured from', () => {
  const scaling = { steps: [{ at: 5, initialBalance: money('120000') }], splitPct: null, profit: money('0') }
  const plan = { ...planOf('TRAILING_EOD'), initialBalance: money('120000'), openedWith: money('100000') }
  const days = [day(0, '100000', '100000'), day(10, '120000', '100000', '20000')]
  const moves = [{ at: 5, amount: money('20000'), isPayout: false }]
  const points = [point(4, '100000'), point(5, '120000'), point(10, '120000')]
  const history = { plan, scaling, days, moves, highWaterMark: money('100000'), now: 40 }
  // 10 % of 100,000, then of 120,000.
  expect(asText(pastFloors(history, points)).map((floors) => floors.split(' ')[0])).toEqual([
    '90000',
    '108000',
    '108000',
  ])
  expect(formatDecimal(openingFloors(plan, scaling, days[0] ?? day(0, '0', null)).drawdown ?? 0n)).toBe('90000')
})
