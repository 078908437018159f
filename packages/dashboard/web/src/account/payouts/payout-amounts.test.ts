import { isShare, payoutError, traderAmount, wholeCents } from './payout-amounts.js'

const error = (value: string, available = '1000.55') => payoutError(value, available, (amount) => `$${amount}`)

it.each(['', ' ', '1', '0.01', '1000.55', ' 20.5 '])('%j can be asked for', (value) => expect(error(value)).toBeNull())

it.each([
  ['0', /above 0/],
  ['1e3', /above 0/],
  ['-5', /above 0/],
  ['0.001', /cents/],
  ['1000.56', /\$1000\.55/],
])('%j cannot', (value, words) => expect(error(value)).toMatch(words))

it('the share of the trader is rounded down to cents', () => {
  expect(traderAmount('1234.57', '33.3333')).toBe('411.52')
  expect(traderAmount('1000', '80')).toBe('800')
  expect(traderAmount('0.01', '99.99')).toBe('0')
  expect(wholeCents('5000.019')).toBe('5000.01')
})

it('a share is above 0 and at most 100', () => {
  expect(['0.5', '80', '100', ' 33.333 '].every(isShare)).toBe(true)
  expect(['', '0', '100.01', '-1', 'all'].some(isShare)).toBe(false)
})
