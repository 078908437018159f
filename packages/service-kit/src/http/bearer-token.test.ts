import { hashCredential } from '@ats/contracts'
import { createBearerCheck, createBearerLookup } from './bearer-token.js'

const [ONE, OTHER, SHORT] = ['a'.repeat(32), 'b'.repeat(40), 'c'.repeat(31)]
const request = (...values: readonly string[]) => ({ rawHeaders: values.flatMap((value) => ['Authorization', value]) })
const lookup = createBearerLookup([ONE, OTHER, SHORT].map((value) => ({ hash: hashCredential(value), value })))
const check = createBearerCheck([ONE, OTHER])

test.each([
  [`Bearer ${ONE}`, ONE],
  [`bearer  ${OTHER}`, OTHER],
  [`Bearer ${ONE}x`, null],
  [`Basic ${ONE}`, null],
  ['Bearer ', null],
])('%j belongs to %j', (header, value) => {
  expect(lookup(request(header))).toBe(value)
  expect(check(request(header))).toBe(value !== null)
})

test('neither two headers nor none are a token, and a short one can be guessed from its SHA-256', () => {
  expect(lookup(request(`Bearer ${ONE}`, `Bearer ${ONE}`))).toBeNull()
  expect(lookup(request())).toBeNull()
  expect(lookup(request(`Bearer ${SHORT}`))).toBeNull()
})
