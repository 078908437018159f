import { decimal, formatDecimal, price, quantity, usd } from '../core/values/decimal.js'
import { effectivePrice } from './effective-price.js'

const closed = (direction: 'LONG' | 'SHORT', at: string, pnl: string): string =>
  formatDecimal(
    effectivePrice({
      ...{ direction, quantity: quantity(decimal('0.5')), cost: usd(decimal('1000')) },
      ...{ price: price(decimal(at)), realizedPnl: usd(decimal(pnl)) },
    }),
  )

test.each([
  ['LONG', '2100', '50', '2100'],
  ['LONG', '2100', '49.9951', '2100'],
  ['SHORT', '1900', '50', '1900'],
  ['LONG', '4000', '450', '2900'],
  ['LONG', '100', '-50', '1900'],
  ['SHORT', '4000', '-50', '2100'],
  ['SHORT', '10', '450', '1100'],
] as const)('a %s closed at %s with a result of %s came out at %s', (direction, at, pnl, expected) => {
  expect(closed(direction, at, pnl)).toBe(expected)
})

test('nothing closed has the price that was told', () => {
  const nothing = { direction: 'LONG', quantity: quantity(0n), cost: usd(0n), price: price(decimal('7')) } as const
  expect(effectivePrice({ ...nothing, realizedPnl: usd(decimal('1')) })).toBe(decimal('7'))
})
