import fc from 'fast-check'
import { decimal, divide, formatDecimal, multiply, ONE, price, quantity, rate, usd } from '../values/decimal.js'
import { isLiquidatable, liquidationPrice } from './liquidation.js'
import type { VenueTerms } from '../model/market/instrument.js'
import { notionalOf, unrealizedPnl, type Direction, type Position } from '../model/account/position.js'
import { BTC } from '../../../test/support/market/instruments.js'
import { market } from '../../../test/support/commands.js'
import { aTrader } from '../../../test/support/trader.js'

const termsOf = (maintenance: string): VenueTerms => {
  if (BTC.terms.GMX === undefined) throw new Error('GMX lists BTC-USD')
  return { ...BTC.terms.GMX, maintenanceMarginRate: rate(decimal(maintenance)) }
}
const openPosition = (direction: Direction, size: string, entry: string, leverage: string): Position => {
  const trader = aTrader()
  trader.placed(market(direction === 'LONG' ? 'BUY' : 'SELL', '1'))
  const held = quantity(decimal(size))
  return {
    ...trader.position(),
    quantity: held,
    cost: notionalOf(held, price(decimal(entry))),
    leverage: rate(decimal(leverage)),
  }
}

test.each<[Direction, string, string, string, string | null]>([
  // direction, entry, leverage, maintenance → price
  // long: 21,000 ÷ (1 + 0.1 − 0.05)
  ['LONG', '21000', '10', '0.05', '20000'],
  // short: 19,000 ÷ (1 − 0.1 + 0.05)
  ['SHORT', '19000', '10', '0.05', '20000'],
  ['LONG', '20000', '20', '0.01', '19230.769230769230769231'],
  ['SHORT', '20000', '20', '0.01', '20833.333333333333333333'],
  // margin at mark never runs out for a short at leverage 1 without maintenance
  ['SHORT', '20000', '1', '0', null],
])('%s from %s, leverage %s, maintenance %s: liquidated at %p', (direction, entry, leverage, maintenance, expected) => {
  const at = liquidationPrice(openPosition(direction, '2', entry, leverage), termsOf(maintenance))
  expect(at === null ? null : formatDecimal(at)).toBe(expected)
})

test.each<[Direction, string, boolean]>([
  ['LONG', '20000.5', false],
  ['LONG', '20000', true],
  ['LONG', '19999.5', true],
])('a %s with its liquidation price at 20,000, mark %s: %p', (direction, mark, expected) => {
  expect(isLiquidatable(openPosition(direction, '2', '21000', '10'), price(decimal(mark)), termsOf('0.05'))).toBe(
    expected,
  )
})

test('a short is liquidated from its price upwards', () => {
  const position = openPosition('SHORT', '2', '19000', '10')
  const at = (mark: string): boolean => isLiquidatable(position, price(decimal(mark)), termsOf('0.05'))
  expect([at('19999.5'), at('20000'), at('20000.5')]).toEqual([false, true, true])
})

test('the price is where margin and PnL meet the maintenance: safe just before it, due just after', () => {
  const cases = fc.record({
    direction: fc.constantFrom<Direction>('LONG', 'SHORT'),
    lots: fc.integer({ min: 1, max: 100_000 }),
    entry: fc.integer({ min: 1, max: 100_000 }),
    leverage: fc.integer({ min: 2, max: 100 }),
    maintenance: fc.constantFrom('0.0005', '0.005', '0.0099'),
  })
  fc.assert(
    fc.property(cases, ({ direction, lots, entry, leverage, maintenance }) => {
      const size = `${Math.floor(lots / 1000)}.${String(lots % 1000).padStart(3, '0')}`
      const position = openPosition(direction, size, String(entry), String(leverage))
      const terms = termsOf(maintenance)
      const at = liquidationPrice(position, terms)
      expect(at).not.toBeNull()
      const away = (at ?? 0n) / 1_000_000n
      const [safe, due] = direction === 'LONG' ? [away, -away] : [-away, away]
      expect(isLiquidatable(position, price((at ?? 0n) + safe), terms)).toBe(false)
      expect(isLiquidatable(position, price((at ?? 0n) + due), terms)).toBe(true)
      // and there the sums agree to a millionth of a millionth of the notional
      const mark = price(at ?? 0n)
      const notional = notionalOf(position.quantity, mark)
      const left = divide(notional, position.leverage, 'FLOOR') + unrealizedPnl(position, mark)
      const gap = left - multiply(notional, terms.maintenanceMarginRate, 'FLOOR')
      expect(gap < 0n ? -gap : gap).toBeLessThanOrEqual(usd(notional / 10n ** 12n + ONE / 10n ** 12n))
    }),
  )
})
