import { decimal, price, quantity, rate, usd } from '../values/decimal.js'
import { chargeDifferences, type Charge } from './recompute-charge.js'

const RATES = { long: rate(decimal('0.0001')), short: rate(decimal('-0.0002')) }
/** A long of 2 paid 4 USD at 20,000. */
const FUNDING: Charge = {
  ...{ venue: 'GMX', symbol: 'BTC-USD', transferId: 't', accountId: 'a', house: 'funding', at: 0, direction: 'LONG' },
  ...{ amount: usd(decimal('-4')), rate: rate(decimal('0.0001')), quantity: quantity(decimal('2')) },
}
const MARKS = [price(decimal('19990')), price(decimal('20000'))]

test.each<[string, Partial<Charge>]>([
  ['at one of the marks', {}],
  [
    'of a short, by the rate of longs',
    { direction: 'SHORT', rate: rate(decimal('0.0002')), amount: usd(decimal('8')) },
  ],
  ['of borrowing, whatever the marks', { house: 'borrowing' }],
  ['of rollover of a short', { house: 'rollover', direction: 'SHORT', rate: rate(decimal('-0.0002')) }],
])('a charge is right %s', (_, fields) => {
  expect(chargeDifferences({ ...FUNDING, ...fields }, RATES, MARKS)).toEqual([])
})

test('another rate and another amount are differences', () => {
  const wrong = { ...FUNDING, rate: rate(decimal('0.0003')) }
  expect(chargeDifferences(wrong, RATES, MARKS)).toEqual([
    { accountId: 'a', subject: 't', check: 'rates', expected: '0.0001', found: '0.0003' },
    { accountId: 'a', subject: 't', check: 'funding', expected: '-11.994', found: '-4' },
  ])
})

test('what nobody told is not compared', () => {
  expect(chargeDifferences({ ...FUNDING, rate: rate(1n) }, undefined, [])).toEqual([])
})
