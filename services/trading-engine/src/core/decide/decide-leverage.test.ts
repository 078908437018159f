/** The leverage that new positions take, of an account of 100,000 whose plan gives 20. */
import { decideLeverage } from './decide-leverage.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import type { Problem } from '../model/outcome.js'
import { limit, market } from '../../../test/support/commands.js'
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

test('new positions get it; open ones keep theirs, also when they grow', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  expect(set(trader, '5')).toBe('BTC-USD GMX 5 of 20')
  trader.placed(market('BUY', '1'))
  expect(leverageOf(trader)).toBe('20')
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
  expect(reserved(trader)).toBe('20000')
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
