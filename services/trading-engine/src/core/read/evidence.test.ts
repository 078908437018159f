/** Evidence of a day: long 1 BTC-USD on GMX from before it, and what was done until the account was ended. */
import { BTC } from '../../../test/support/market/instruments.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { decimal, formatDecimal, price, quantity, rate, usd } from '../values/decimal.js'
import { tickAt } from '../values/tick.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { evidenceSteps, type EvidenceFill, type EvidenceRows } from './evidence.js'
import { neededRates } from './evidence-rates.js'
import { highestEquity, segmentsOf, soughtHighs } from './evidence-segments.js'
import { fundedOn, neededTicks } from './evidence-ticks.js'

const at = (clock: string) => timeOf(`2026-03-02T${clock}Z`)
const money = (text: string) => usd(decimal(text))
const LISTING = { venue: 'GMX', symbol: 'BTC-USD' } as const

const fill = (clock: string, positionId: string, fields: Partial<Record<'side' | 'size' | 'price' | 'pnl', string>>) =>
  ({
    ...{ ...LISTING, positionId, side: fields.side ?? 'BUY', orderId: `order of ${positionId}`, id: `fill ${clock}` },
    quantity: quantity(decimal(fields.size ?? '1')),
    price: price(decimal(fields.price ?? '20000')),
    realizedPnl: money(fields.pnl ?? '0'),
    ...{ at: at(clock), tick: tickAt(at(clock)), closedBy: null, orderedAt: at(clock) },
  }) as unknown as EvidenceFill
const transfer = (clock: string, house: string, amount: string, fields: object = {}) =>
  ({
    ...{ id: `${house} ${clock}`, house, direction: 'IN', amount: money(amount), at: at(clock), positionId: 'old' },
    ...{ funding: null, accrual: null, ...fields },
  }) as unknown as EvidenceRows['transfers'][number]

const ROWS: EvidenceRows = {
  plan: aPlan(),
  payouts: [],
  opening: {
    ...{ at: at('00:00:00'), balance: money('100000'), netDeposits: money('0') },
    ...{ scaled: money('0'), paidOut: money('0'), closedHigh: null },
    holdings: [
      {
        ...{ id: 'old', ...LISTING, direction: 'LONG' },
        ...{ quantity: quantity(decimal('1')), cost: money('19000') },
      },
    ],
  },
  day: {
    ...{ date: '2026-03-02', at: at('00:00:00'), tick: tickAt(at('00:00:00')), startNetDeposits: money('0') },
    ...{
      startBalance: money('100000'),
      startEquity: money('101000'),
      highWaterMark: money('101000'),
      paidOut: money('0'),
    },
  },
  fills: [
    fill('02:00:00', 'old', { side: 'SELL', size: '0.5', price: '21000', pnl: '1000' }),
    fill('03:00:00', 'new', { side: 'SELL', size: '2' }),
    {
      ...fill('05:00:00', 'new', { side: 'BUY', size: '2', price: '20500', pnl: '-1000' }),
      ...{ closedBy: 'RISK', orderedAt: at('04:59:00') },
    },
  ],
  transfers: [
    transfer('01:00:00', 'funding', '5', { funding: { at: at('01:00:00'), rate: rate(1n) } }),
    transfer('01:30:00', 'borrowing', '3', {
      accrual: { from: at('00:50:00'), until: at('01:30:00'), rate: rate(1n) },
    }),
    transfer('02:30:00', 'capital', '700', { positionId: null }),
  ],
  earlier: [],
  triggered: [{ ...LISTING, id: 'stop', triggerTick: tickAt(at('01:45:00')) }] as unknown as EvidenceRows['triggered'],
  breaches: [
    { rule: 'max_drawdown', action: 'TERMINATED', at: at('05:00:01'), tick: tickAt(at('04:58:00')) },
  ] as unknown as EvidenceRows['breaches'],
  liquidations: [
    { id: 'old', liquidationTick: tickAt(at('02:00:00')), closedAt: at('02:00:00') },
  ] as unknown as EvidenceRows['liquidations'],
}
const STEPS = evidenceSteps(ROWS, [{ at: at('03:30:00'), tick: tickAt(at('03:30:00')) }])
const clockOf = (tick: number) => new Date(tick * 250).toISOString().slice(11, 16)

test('steps stand in the order in which they were decided: a breach and a liquidation before what closed for them', () => {
  expect(STEPS.map(({ kind, at: micros }) => `${kind} ${new Date(micros / 1000).toISOString().slice(11, 19)}`)).toEqual(
    [
      ...['day 00:00:00', 'transfer 01:00:00', 'transfer 01:30:00', 'trigger 01:45:00', 'liquidation 02:00:00'],
      ...['fill 02:00:00', 'transfer 02:30:00', 'fill 03:00:00', 'high 03:30:00', 'breach 04:59:00', 'fill 05:00:00'],
    ],
  )
})

test('a breach that locks stands where it was recorded, a trigger from before the opening at the opening', () => {
  const locked = { ...ROWS.breaches[0]!, action: 'LOCKED' as const }
  const early = { ...ROWS.triggered[0]!, triggerTick: tickAt(at('00:00:00')) - 99 }
  const steps = evidenceSteps({ ...ROWS, breaches: [locked], triggered: [early] })
  expect(steps.at(-1)).toMatchObject({ kind: 'breach', at: at('05:00:01') })
  expect(steps[1]).toMatchObject({ kind: 'trigger', at: at('00:00:00') })
})

test('needed are the marks of what was held whenever something was decided, and the books that fills took', () => {
  const needed = neededTicks(ROWS, STEPS).map(({ tick, isExact, taken, listing }) => {
    const prices = [...taken.BUY, ...taken.SELL].map(formatDecimal).join(' ')
    return [listing.symbol, clockOf(tick), isExact ? 'exact' : 'latest', prices].join(' ').trim()
  })
  expect(needed).toEqual([
    ...['BTC-USD 00:00 exact', 'BTC-USD 01:00 latest', 'BTC-USD 01:45 exact', 'BTC-USD 02:00 exact 21000'],
    ...['BTC-USD 03:00 exact 20000', 'BTC-USD 03:30 exact', 'BTC-USD 04:58 exact', 'BTC-USD 05:00 exact 20500'],
  ])
})

test('a later day and one without a tick need no marks', () => {
  const later = { ...ROWS, day: { ...ROWS.day, at: at('00:00:01') } }
  expect(neededTicks(later, evidenceSteps(later)).map(({ tick }) => clockOf(tick))[0]).toBe('01:00')
  const unknown = { ...ROWS, day: { ...ROWS.day, tick: null } }
  expect(neededTicks(unknown, evidenceSteps(unknown)).map(({ tick }) => clockOf(tick))[0]).toBe('01:00')
  expect(fundedOn({ funding: null })).toBeNull()
})

test('needed rates are those of the periods that what was held then was charged for', () => {
  const needed = neededRates(ROWS, STEPS, { find: () => BTC })
  expect(needed.map(({ tick, listing }) => `${listing.venue} ${clockOf(tick)}`)).toEqual(['GMX 00:00', 'GMX 01:00'])
  expect(neededRates(ROWS, STEPS, { find: () => undefined })).toEqual([])
  const stranger = { ...ROWS, transfers: ROWS.transfers.map((each) => ({ ...each, positionId: 'unknown' })) }
  expect(neededRates(stranger, evidenceSteps(stranger), { find: () => BTC })).toEqual([])
})

test('between two steps only the market moves: balance, deposits and holdings of each segment, the latest first', () => {
  const segments = segmentsOf(ROWS, STEPS).map(({ balance, netDeposits, holdings, ticks }) => {
    const held = holdings.map((one) => [one.direction, formatDecimal(one.quantity), formatDecimal(one.cost)].join(' '))
    return [...ticks.map(clockOf), formatDecimal(balance), formatDecimal(netDeposits), ...held].join(' ')
  })
  expect(segments.slice(0, 3)).toEqual([
    '04:59 05:00 100708 700 LONG 0.5 9500 SHORT 2 40000',
    '03:30 04:59 100708 700 LONG 0.5 9500 SHORT 2 40000',
    '03:00 03:30 100708 700 LONG 0.5 9500 SHORT 2 40000',
  ])
  expect(segments.slice(-3)).toEqual([
    '01:00 01:30 100005 0 LONG 1 19000',
    '00:00 01:00 100000 0 LONG 1 19000',
    '00:00 00:00 100000 0 LONG 1 19000',
  ])
  expect(segments).toHaveLength(STEPS.length)
})

test('what closes the whole of a position leaves nothing of it', () => {
  const [last] = segmentsOf(ROWS, [...STEPS, { kind: 'high', at: at('06:00:00'), tick: 1 }])
  expect(last?.holdings.map(({ id }) => id)).toEqual(['old'])
})

test('the highest equity has longs at the high and shorts at the low, and none where a mark is not known', () => {
  const [segment] = segmentsOf(ROWS, STEPS)
  const range = { low: price(decimal('19000')), high: price(decimal('22000')) }
  // 100708 + 0.5 × 22000 − 9500 + 40000 − 2 × 19000
  expect(formatDecimal(highestEquity(segment!, () => range) ?? 0n)).toBe('104208')
  expect(highestEquity(segment!, () => undefined)).toBeNull()
})

test.each<[string, PlanFields, EvidenceRows['breaches'][number]['rule'], string, readonly string[]]>([
  ['within the day', { maxDrawdown: { mode: 'TRAILING_INTRADAY' } }, 'max_drawdown', '101000.01', ['101000.01']],
  ['no new high', { maxDrawdown: { mode: 'TRAILING_INTRADAY' } }, 'max_drawdown', '101000', []],
  ['another floor', { maxDrawdown: { mode: 'TRAILING_INTRADAY' } }, 'daily_loss_limit', '102000', []],
  ['at the end of days', { maxDrawdown: { mode: 'TRAILING_EOD' } }, 'max_drawdown', '102000', []],
])('a floor trails a high of its day: %s', (_, fields, rule, high, expected) => {
  const rows = { ...ROWS, plan: aPlan(fields), breaches: [{ ...ROWS.breaches[0]!, rule }] }
  const sought = soughtHighs(rows, { highWaterMark: money(high), dayHigh: null })
  expect(sought.map((each) => formatDecimal(each.high))).toEqual(expected)
})

test('the floor of a day trails its high, which is told without what capital has moved since', () => {
  const breaches = [{ ...ROWS.breaches[0]!, rule: 'daily_loss_limit' as const }]
  const highs = (dayHigh: string | null) =>
    soughtHighs({ ...ROWS, breaches }, { highWaterMark: money('0'), dayHigh: dayHigh === null ? null : money(dayHigh) })
  expect(highs(null)).toEqual([])
  expect(highs('101000')).toEqual([])
  const [sought] = highs('102000')
  expect(sought?.moved({ netDeposits: money('500'), paidOut: money('0') })).toBe(money('500'))
})
