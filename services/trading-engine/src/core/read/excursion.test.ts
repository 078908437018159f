import { decimal, formatDecimal, price, quantity, usd } from '../values/decimal.js'
import { excursionOf } from './excursion.js'

const of = (direction: 'LONG' | 'SHORT', high: string, low: string): readonly string[] => {
  const opened = { direction, openedQuantity: quantity(decimal('2')), openedNotional: usd(decimal('200')) }
  const { favourable, adverse } = excursionOf(opened, { high: price(decimal(high)), low: price(decimal(low)) })
  return [formatDecimal(favourable), formatDecimal(adverse)]
}

test.each([
  ['LONG', '110', '97.5', ['20', '5']],
  ['SHORT', '110', '97.5', ['5', '20']],
  ['LONG', '99', '98', ['0', '4']],
  ['SHORT', '99', '98', ['4', '0']],
  ['LONG', '100', '100', ['0', '0']],
] as const)('%s of 2 at 100, marks of %s to %s', (direction, high, low, expected) => {
  expect(of(direction, high, low)).toEqual(expected)
})
