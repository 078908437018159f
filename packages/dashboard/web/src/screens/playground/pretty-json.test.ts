import fc from 'fast-check'
import { prettyJson } from './pretty-json.js'

test('JSON has a line for each value', () => {
  expect(prettyJson('{"a":[1,{}],"b":{"c":"x, y: {z}"},"d":[]}')).toBe(
    JSON.stringify({ a: [1, {}], b: { c: 'x, y: {z}' }, d: [] }, null, 2),
  )
})

test('numbers keep every digit', () => {
  expect(prettyJson('[0.10,123456789012345678901234567890,1e400]')).toBe(
    '[\n  0.10,\n  123456789012345678901234567890,\n  1e400\n]',
  )
})

test('any JSON looks as it is usually written, and says the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test.each(['', 'Bad Gateway', '{"a":', '<html>'])('what is no JSON stays as it is: %j', (text) => {
  expect(prettyJson(text)).toBe(text)
})
