import fc from 'fast-check'
import { decimal, decimalFromNumber } from './decimal.js'
import { fingerprint } from './fingerprint.js'

const BODY = {
  ...{ symbol: 'btcusd', side: 'BUY', quantity: decimal('1'), price: decimal('20000.5'), reduce_only: false },
  ...{ expires_at: 1_767_225_600_000_000, platform_id: null },
}
const of = (values: Parameters<typeof fingerprint>[1], endpoint = 'POST /v1/order') =>
  fingerprint(endpoint, values).toString('hex')

test('the order of the fields is nothing to it', () => {
  expect(of(Object.fromEntries(Object.entries(BODY).reverse()))).toBe(of(BODY))
})

test('1, 1.0 and "1.00" are the same quantity', () => {
  for (const value of [decimalFromNumber(1), decimal('1.0'), decimal('1.00')]) {
    expect(of({ ...BODY, quantity: value })).toBe(of(BODY))
  }
})

test.each([
  ['symbol', { symbol: 'ethusd' }],
  ['side', { side: 'SELL' }],
  ['quantity', { quantity: decimal('1.000000000000000001') }],
  ['price', { price: decimal('20000.6') }],
  ['price left out', { price: null }],
  ['reduce_only', { reduce_only: true }],
  ['expires_at', { expires_at: 1_767_225_600_000_001 }],
  ['platform_id', { platform_id: 'GMX' }],
  ['a null that is the word', { platform_id: 'null' }],
  ['a false that is the word', { reduce_only: 'false' }],
  ['a field more', { client: 'x' }],
])('differs in %s', (_, fields) => {
  expect(of({ ...BODY, ...fields })).not.toBe(of(BODY))
})

test('differs by endpoint', () => {
  expect(of(BODY, 'POST /v1/account/close-position')).not.toBe(of(BODY))
})

test('values cannot run into each other', () => {
  expect(of({ a: 'x","b', c: 'y' })).not.toBe(of({ a: 'x', b: 'c","y' }))
  expect(of({ a: '\ud800' })).not.toBe(of({ a: '\ud801' }))
})

test('equal exactly when the values are', () => {
  const values = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(fc.constantFrom('x', 'y', '', 'null'), fc.boolean(), fc.constant(null), fc.bigInt(0n, 3n)),
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(values, values, (one, other) => {
      const keys = new Set([...Object.keys(one), ...Object.keys(other)])
      const areEqual = [...keys].every((key) => key in one && key in other && one[key] === other[key])
      expect(of(one) === of(other)).toBe(areEqual)
    }),
  )
})
