/** All that is written of a request comes back, but for what says nothing. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { readInput, writeInput } from './input-text.js'

const value = fc.oneof(
  ...[fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), fc.bigInt(-9n, 9n).map((digit) => digit * 10n ** 18n)],
  ...[fc.string(), fc.constantFrom('~', '~~1', '~1e3', '"', '\n'), fc.integer(), fc.constant(true)],
)

test('values of every kind, in fields and in lists', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(value, fc.constant(null))),
      fc.dictionary(fc.stringMatching(/^[a-z]+$/), value),
      (list, fields) => {
        const text = writeInput({ list, fields })
        expect(text).not.toContain('\n')
        const expected = Object.keys(fields).length === 0 ? { list } : { list, fields: { ...fields } }
        expect(readInput(text)).toEqual(expected)
      },
    ),
    { numRuns: runs(300) },
  )
})

test('what says nothing, and what the row of the command has, is left out', () => {
  const order = { symbol: 'BTC-USD', price: null, flags: { postOnly: false }, clientId: 'a', bracket: undefined }
  expect(writeInput({ ...order, quantity: 10n ** 17n })).toBe('{"symbol":"BTC-USD","quantity":"~1e17"}')
})
