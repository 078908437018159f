import fc from 'fast-check'
import { parseJsonExactly } from './parse-json.js'

test('numbers keep all their digits, wherever they stand', () => {
  const text = '{"a":12345678901234567.123456789,"b":[0.1,-2e-18,[3]],"c":{"d":1E+2}}'
  expect(parseJsonExactly(text)).toEqual({
    a: '12345678901234567.123456789',
    b: ['0.1', '-2e-18', ['3']],
    c: { d: '1E+2' },
  })
})

test('digits in strings and names of fields stay as they are', () => {
  const value = { 'x":1,': 'say \\":2, or "3"', '4': 'a\\', after: 'b\\\\":5,' }
  expect(parseJsonExactly(JSON.stringify(value))).toEqual(value)
})

test('constants are not text', () => {
  expect(parseJsonExactly('[true,false,null]')).toEqual([true, false, null])
})

test.each(['', 'bad gateway', '<html>502</html>', '{"order":', '{"a":1', '"text"', '17', 'null'])(
  '%j is no object or array',
  (text) => expect(parseJsonExactly(text)).toBeUndefined(),
)

const leavesAsText = (value: unknown): unknown => {
  if (typeof value === 'number') return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(leavesAsText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, leavesAsText(inner)]))
}

test('any JSON comes out as it went in, numbers as text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      const text = JSON.stringify(value)
      expect(parseJsonExactly(text)).toEqual(leavesAsText(JSON.parse(text)))
    }),
  )
})
