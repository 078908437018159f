/** The leverage of a symbol at a venue, of an account of 100,000 whose plan gives 20. */
import { decideLeverage } from './decide-leverage.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import type { Instrument } from '../model/market/instrument.js'
import type { Problem } from '../model/outcome.js'
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { liquidationPrice } from '../margin/liquidation.js'
import { aMemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { limit, market } from '../../../test/support/commands.js'
import { EUR } from '../../../test/support/market/instruments.js'
import { scriptContext } from '../../../test/support/market/scripted-world.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { readable } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const command = (leverage: string, fields: object = {}) => ({
  ...{ symbol: 'BTC-USD', venue: null, leverage: rate(decimal(leverage)) },
  ...fields,
})
const set = (trader: Trader, leverage: string, fields: object = {}): string => {
  const answer = trader.apply((account, context) => decideLeverage(account, command(leverage, fields), context))
  return `${answer.instrument.symbol} ${answer.venue} ${formatDecimal(answer.leverage)} of ${formatDecimal(answer.max)}`
}
const refused = (trader: Trader, leverage: string, fields: object = {}): Problem =>
  trader.problem((account, context) => decideLeverage(account, command(leverage, fields), context))
const rulesOf = (problem: Problem): readonly string[] =>
  problem.kind === 'risk_rejected' ? problem.violations.map(({ rule }) => rule) : [problem.kind]
const leverageOf = (trader: Trader): string => formatDecimal(trader.position().leverage)
const reserved = (trader: Trader): string => formatDecimal(trader.figures().reservedMargin)

test('new positions get it, and the open one, which keeps it when it grows', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  expect(set(trader, '5')).toBe('BTC-USD GMX 5 of 20')
  expect(leverageOf(trader)).toBe('5')
  trader.placed(market('BUY', '1'))
  expect(leverageOf(trader)).toBe('5')
  trader.placed(market('SELL', '2'))
  trader.placed(market('BUY', '1'))
  expect(leverageOf(trader)).toBe('5')
  // Of its symbol and venue alone.
  trader.placed(market('BUY', '1', { venue: 'OSTIUM' }))
  expect([...trader.account.positions.values()].map(({ leverage }) => formatDecimal(leverage))).toEqual(['5', '20'])
})

test('margin of working orders is reserved with it', () => {
  const trader = aTrader()
  trader.placed(limit('BUY', '1', '19000'))
  expect(reserved(trader)).toBe('950')
  set(trader, '2')
  expect(reserved(trader)).toBe('9500')
  set(trader, '20')
  expect(reserved(trader)).toBe('950')
  expect(trader.account.leverages.size).toBe(0)
})

test('an order that flips a position reserves and opens the part beyond it with it', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.placed(limit('SELL', '5', '21000'))
  // 4 × 21000 ÷ 20 is what the flip needs, 20000 ÷ 20 what is used already.
  expect(reserved(trader)).toBe('3200')
  set(trader, '4')
  // 4 × 21000 ÷ 4 less 20000 ÷ 4, as the position takes it, too.
  expect(reserved(trader)).toBe('16000')
  trader.script.setPrice('BTC-USD', '21500')
  trader.fillResting()
  expect(leverageOf(trader)).toBe('4')
})

test.each([
  ['0.99', 'leverage.range'],
  ['20.01', 'leverage.range'],
])('a leverage of %s is out of range', (leverage, code) => {
  expect(refused(aTrader(), leverage)).toMatchObject({ kind: 'invalid', issues: [{ path: ['leverage'], code }] })
})

test('the range is that of the plan and of the instrument on the venue', () => {
  const trader = aTrader({ plan: aPlan({ leverageMax: '70' }) })
  expect(set(trader, '70')).toBe('BTC-USD GMX 70 of 70')
  expect(set(trader, '50', { venue: 'OSTIUM' })).toBe('BTC-USD OSTIUM 50 of 50')
  expect(refused(trader, '51', { venue: 'OSTIUM' }).kind).toBe('invalid')
  expect(refused(trader, '5', { symbol: 'NOPE-USD' })).toMatchObject({ issues: [{ code: 'symbol.unknown' }] })
})

test('it is refused where working orders would lack margin, and stays what it was', () => {
  const trader = aTrader()
  // 10 × 19000 ÷ 1.9 is all there is.
  trader.placed(limit('BUY', '10', '19000'))
  expect(readable(refused(trader, '1.89'))).toMatchObject({
    kind: 'risk_rejected',
    violations: [{ rule: 'insufficient_margin', severity: 'SOFT', limit: '90500', unit: 'USD' }],
  })
  expect(reserved(trader)).toBe('9500')
  expect(set(trader, '1.9')).toBe('BTC-USD GMX 1.9 of 20')
  expect(formatDecimal(trader.figures().freeMargin)).toBe('0')
})

test('an account without free margin may still raise it, and lower it where nothing waits', () => {
  const trader = aTrader()
  set(trader, '2')
  trader.placed(limit('BUY', '10', '19000'))
  trader.placed(market('BUY', '4', { venue: 'OSTIUM' }))
  trader.script.setPrice('BTC-USD', '18000')
  trader.script.setPrice('SOL-USD', '100')
  expect(trader.figures().freeMargin).toBeLessThan(0n)
  expect(set(trader, '3', { symbol: 'SOL-USD' })).toContain(' 3 of ')
  expect(rulesOf(refused(trader, '1.5'))).toEqual(['insufficient_margin'])
  expect(set(trader, '3')).toBe('BTC-USD GMX 3 of 20')
})

test.each(['REDUCE_ONLY', 'HALTED', 'PASSED', 'TERMINATED', 'CLOSED'] as const)(
  'of an account that is %s it may only be lowered',
  (state) => {
    const trader = aTrader()
    set(trader, '5')
    trader.account = { ...trader.account, state }
    expect(rulesOf(refused(trader, '6'))).toEqual(['account_state'])
    expect(set(trader, '5')).toBe('BTC-USD GMX 5 of 20')
    expect(set(trader, '4')).toBe('BTC-USD GMX 4 of 20')
  },
)

test('a venue that the plan does not allow has none to set', () => {
  const trader = aTrader({ plan: aPlan({ allowedVenues: ['GMX'] }) })
  expect(rulesOf(refused(trader, '5', { venue: 'OSTIUM' }))).toEqual(['venue_not_allowed'])
})

test('a setting that changes nothing is not written', () => {
  const trader = aTrader()
  const outcome = decideLeverage(trader.account, command('20'), trader.script.context())
  expect(outcome).toMatchObject({ kind: 'decided', changes: null })
})

const rulesAndText = (problem: Problem): string =>
  problem.kind === 'risk_rejected' ? problem.violations.map(({ rule, message }) => `${rule}: ${message}`).join() : ''

test('the open position and its working orders take it in one decision, and the liquidation price follows', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '2'))
  trader.placed(limit('BUY', '1', '19000'))
  const figures = () => {
    const { usedMargin, reservedMargin, freeMargin } = trader.figures()
    const { leverage, cost, quantity } = trader.position()
    const price = liquidationPrice(trader.position(), terms(trader))
    return { leverage, usedMargin, reservedMargin, freeMargin, price, held: [cost, quantity] }
  }
  const before = figures()
  expect(set(trader, '4')).toBe('BTC-USD GMX 4 of 20')
  const after = figures()
  // 2 × 20000 ÷ 4, and 19000 ÷ 4 more.
  expect(readable(after)).toMatchObject({ leverage: '4', usedMargin: '10000', reservedMargin: '4750' })
  expect(after.held).toEqual(before.held)
  expect(after.price!).toBeLessThan(before.price!)
  expect(trader.events.filter(({ type }) => type !== 'order.ack' && type !== 'order.fill')).toEqual([])
  set(trader, '20')
  expect(figures()).toEqual(before)
})

const terms = (trader: Trader) => trader.script.context().instruments.find('BTC-USD')!.terms.GMX!

test.each([
  [
    ...(['free margin lacks it', '1.5', '20000'] as const),
    'that leverage needs 74666.666666666666666667 USD more of margin; 67904 USD is free, 6762.666666666666666667 USD is missing',
  ],
  [
    ...(['it would stand at its maintenance', '20', '19100'] as const),
    'at that leverage the open position would stand at its maintenance margin or under it; more than 1088 USD is missing',
  ],
])('nothing is changed where %s', (_, leverage, mark, message) => {
  const trader = aTrader()
  set(trader, '5')
  trader.placed(market('BUY', '8'))
  trader.script.setPrice('BTC-USD', mark)
  const before = trader.account
  expect(rulesAndText(refused(trader, leverage))).toBe(`insufficient_margin: ${message}`)
  expect(trader.account).toBe(before)
})

test('nothing is changed while the mark of the open position is stale', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.script.setStale('BTC-USD', true)
  expect(rulesAndText(refused(trader, '5'))).toBe(
    'insufficient_margin: the price of BTC-USD is stale; the margin of its open position waits for the feed',
  )
  expect(leverageOf(trader)).toBe('20')
  expect(set(trader, '5', { symbol: 'SOL-USD' })).toContain(' 5 of ')
})

test('a position whose liquidation is due is not carried on by a lower leverage', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  const due = liquidationPrice(trader.position(), terms(trader))!
  trader.script.setPrice('BTC-USD', formatDecimal(due))
  expect(rulesAndText(refused(trader, '5'))).toBe(
    'insufficient_margin: the open position is at its maintenance margin or under it: it is liquidated as it is',
  )
  expect(leverageOf(trader)).toBe('20')
  trader.script.setPrice('BTC-USD', formatDecimal(decimal('1') + due))
  set(trader, '5')
  expect(leverageOf(trader)).toBe('5')
})

test('a position that opened at less is not raised outside of ACTIVE', () => {
  const trader = aTrader()
  set(trader, '5')
  trader.placed(market('BUY', '1'))
  trader.account = { ...trader.account, leverages: new Map(), state: 'REDUCE_ONLY' }
  expect(rulesOf(refused(trader, '20'))).toEqual(['account_state'])
  expect(set(trader, '4')).toBe('BTC-USD GMX 4 of 20')
  expect(leverageOf(trader)).toBe('4')
})

test('at a LIVE venue the open position keeps its own', () => {
  const venue = aMemoryVenue()
  venue.trader.script.setPrice('BTC-USD', '20000')
  venue.execute(venue.of(venue.trader.placed(market('BUY', '1')).id))
  expect(set(venue.trader, '5')).toBe('BTC-USD GMX 5 of 20')
  expect(leverageOf(venue.trader)).toBe('20')
})

/** Margins and maintenance in fractions of their own, rounded as the contract says: against the trader. */
test('whatever is set, margins are those of an independent formula, and setting it back returns every figure', () => {
  const SCALE = 10n ** 18n
  const ceil = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
  const leverages = fc.integer({ min: 100, max: 2_000 }).map((hundredths) => (BigInt(hundredths) * SCALE) / 100n)
  const lots = fc.integer({ min: 1, max: 800 }).map((hundredths) => (BigInt(hundredths) * SCALE) / 100n)
  const orders = fc.array(fc.record({ size: lots, at: fc.integer({ min: 15_000, max: 19_000 }) }), { maxLength: 3 })
  const marks = fc.integer({ min: 19_200, max: 22_000 })
  const isIsolated = fc.boolean()
  let [taken, left] = [0, 0]
  fc.assert(
    fc.property(
      leverages,
      leverages,
      lots,
      orders,
      marks,
      isIsolated,
      (first, second, size, resting, mark, isolated) => {
        const trader = aTrader({ plan: aPlan({ marginMode: isolated ? 'ISOLATED' : 'CROSS' }) })
        const text = (value: bigint): string => formatDecimal(rate(value))
        set(trader, text(first))
        const placed = trader.place(market('BUY', text(size)))
        for (const { size: quantity, at } of resting) trader.place(limit('BUY', text(quantity), String(at)))
        fc.pre(placed.fills.length > 0 && trader.account.positions.size === 1)
        trader.script.setPrice('BTC-USD', String(mark))
        const at = BigInt(mark)
        const { quantity, cost } = trader.position()
        const waiting = [...trader.account.orders.values()].reduce(
          (sum, { quantity: lot, limitPrice }) => sum + ceil(lot * limitPrice!, SCALE),
          0n,
        )
        const profit = quantity * at - cost
        const at1 = (leverage: bigint) => {
          const used = ceil(quantity * at * SCALE, leverage)
          const all = ceil((quantity * at + waiting) * SCALE, leverage)
          const free = trader.account.balance + profit - all
          return { usedMargin: used, reservedMargin: all - used, freeMargin: free }
        }
        const figures = () => {
          const { usedMargin, reservedMargin, freeMargin } = trader.figures()
          return { usedMargin, reservedMargin, freeMargin }
        }
        expect(figures()).toEqual(at1(first))
        const maintenance = ceil(quantity * at * terms(trader).maintenanceMarginRate, SCALE)
        const carried = isolated ? at1(second).usedMargin + profit : trader.account.balance + profit
        const { freeMargin } = at1(second)
        const isDue = isolated && at1(first).usedMargin + profit <= maintenance
        const isRefused =
          (first !== second && (isDue || carried <= maintenance)) ||
          (freeMargin < 0n && freeMargin < at1(first).freeMargin)
        const before = trader.account
        if (isRefused) {
          left += 1
          expect(rulesOf(refused(trader, text(second)))).toEqual(['insufficient_margin'])
          expect(trader.account).toBe(before)
          return
        }
        taken += 1
        set(trader, text(second))
        expect(figures()).toEqual(at1(second))
        // Back again, unless the mark by now would not carry it.
        if (isDue || (at1(first).freeMargin < 0n && at1(first).freeMargin < freeMargin)) return
        set(trader, text(first))
        expect(figures()).toEqual(at1(first))
        expect(trader.position()).toEqual([...before.positions.values()][0])
      },
    ),
    { numRuns: runs(200) },
  )
  expect(Math.min(taken, left)).toBeGreaterThan(0)
})

test('at night a stock that is held is raised no further than a new one may be, and the night alone lowers nothing', () => {
  const stock: Instrument = {
    ...{ ...EUR, symbol: 'ACME-USD', base: 'ACME', aliases: [] },
    terms: { OSTIUM: { ...EUR.terms.OSTIUM!, overnightLeverageMax: rate(decimal('10')) } },
    tradingHours: {
      ...{ isAlwaysOpen: false, timeZone: 'America/New_York', dayTrading: { fromMinute: 571, untilMinute: 945 } },
      sessions: [1, 2, 3, 4, 5].map((day) => ({ day, openMinute: 570, closeMinute: 960 })),
    },
  }
  const find = (symbol: string) => (symbol === stock.symbol ? stock : undefined)
  const script = scriptContext({ all: [stock], find, resolve: find, candidates: () => [] })
  const trader = aTrader({ plan: aPlan({ costs: { overnightLeverage: 'LIMIT' } }), script })
  const at = (time: string) => {
    script.setTime(time)
    script.setPrice('ACME-USD', '1.1')
  }
  const held = (leverage: string): string => {
    set(trader, leverage, { symbol: 'ACME-USD' })
    return formatDecimal(trader.position('ACME-USD', 'OSTIUM').leverage)
  }
  at('2026-03-02T20:44:00Z')
  trader.placed(market('BUY', '1000', { symbol: 'ACME-USD' }))
  at('2026-03-02T20:50:00Z')
  expect([held('20'), held('15'), held('5'), held('15')]).toEqual(['20', '15', '5', '10'])
})

test('lower leverage takes no more margin of a class than the plan allows it', () => {
  const crypto = { notionalMax: null, marginPctMax: rate(decimal('4')), positionsMax: null }
  const trader = aTrader({ plan: aPlan({ orderRules: { byClass: { crypto } } }) })
  trader.placed(market('BUY', '1'))
  // 20000 ÷ 5 = 4000, which is 4 % of 100000.
  set(trader, '5')
  expect(rulesOf(refused(trader, '4.99'))).toEqual(['class_exposure_cap'])
  expect(set(trader, '20')).toBe('BTC-USD GMX 20 of 20')
})
