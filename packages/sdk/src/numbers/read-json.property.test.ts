import fc from 'fast-check'
import { quoteDecimals } from './read-json.js'

const WHOLE = new Set(['count', 'sequence'])
const read = (text: string): unknown => JSON.parse(quoteDecimals(text, WHOLE))

test('decimals keep every digit', () => {
  expect(read('{"price":0.100000000000000001,"count":3,"b":[[1.50,-2],[1e-7,-1.5E+21]]}')).toEqual({
    price: '0.100000000000000001',
    count: 3,
    b: [
      ['1.50', '-2'],
      ['0.0000001', '-1500000000000000000000'],
    ],
  })
})

test('text that looks like numbers, names or quotes stays text', () => {
  const value = { count: 1, s: 'a\\"price\\":1.5', '\\': ['12', 'x:"y"'], 'a"b': null, sequence: 2, t: '"', u: '\\' }
  expect(read(JSON.stringify(value))).toEqual(value)
})

test('for any JSON, only the numbers of decimals change, spaces or not', () => {
  const asText = (value: unknown, name = ''): unknown => {
    if (typeof value === 'number') return WHOLE.has(name) ? value : expect.any(String)
    if (Array.isArray(value)) return value.map((item) => asText(item, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, asText(inner, field)]))
  }
  const name = fc.oneof(fc.constantFrom('count', 'sequence', 'price', 'a"b'), fc.string())
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      tie('object'),
    ),
    object: fc.dictionary(name, fc.oneof(tie('any'), fc.array(fc.integer(), { maxLength: 3 }))),
  })).object
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (given, space) => {
      const text = JSON.stringify(given, null, space)
      expect(read(text)).toEqual(asText(JSON.parse(text)))
    }),
  )
})

test('a decimal reads as the number it was', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = read(JSON.stringify(number)) as string
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Number(text)).toBe(number === 0 ? 0 : number)
    }),
  )
})

test('what ends in the middle of a string is left for JSON.parse to refuse', () => {
  expect(quoteDecimals('{"a":"1', WHOLE)).toBe('{"a":"1')
  expect(quoteDecimals('"', WHOLE)).toBe('"')
})
