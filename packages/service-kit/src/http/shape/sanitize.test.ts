import fc from 'fast-check'
import { isPlainText, sanitize, withoutUndefined } from './sanitize.js'

it.each(['', 'plain', 'ünïcödé 中文 😀', '\u00a0\u2028', '<script>'])('%j is plain text', (text) => {
  expect(isPlainText(text)).toBe(true)
})

it.each(['\u0000', 'a\nb', 'a\tb', '\u001b[31m', '\u007f', '\u0085', '\ud800', '\udc00', '\ude00\ud83d', 'a\ud83db'])(
  '%j is not',
  (text) => {
    expect(isPlainText(text)).toBe(false)
  },
)

it('reports each piece of bad text and __proto__, with its path', () => {
  const value = JSON.parse('{"a":["ok","\\u0000"],"b":{"c":"\\ud800","__proto__":1}}') as unknown
  const issues = sanitize(value, false).issues.map(({ path, code }) => `${path.slice(0, 3).join('.')} ${code}`)
  expect(issues).toEqual(['a.1 string.characters', 'b.c string.characters', 'b.__proto__ object.unknown'])
})

it('repeats no more than 64 characters of a name, wherever it stands', () => {
  const [long, longest] = ['n'.repeat(64), 'n'.repeat(65)]
  const { value, issues } = sanitize({ [long]: { [longest]: 1, b: 2 } }, false)
  expect(value).toEqual({ [long]: { b: 2 } })
  expect(issues).toEqual([
    { path: [long, long], code: 'object.unknown', message: `${long} is not a field of this request` },
  ])
})

it('turns null fields into absent ones, but leaves nulls in lists', () => {
  const { value, hadNulls } = sanitize({ a: null, b: { c: null, d: 1 }, e: [null] }, false)
  expect(hadNulls).toBe(true)
  expect(Object.keys(value as object)).toEqual(['a', 'b', 'e'])
  expect(Object.keys(withoutUndefined(value) as object)).toEqual(['b', 'e'])
  expect(withoutUndefined(value)).toStrictEqual({ b: { d: 1 }, e: [null] })
  const at = new Date(0)
  expect(withoutUndefined({ at, a: undefined })).toStrictEqual({ at })
})

it('keeps nulls when asked to', () => {
  const value = { a: null, b: [{ c: null }] }
  expect(sanitize(value, true)).toEqual({ value, issues: [], fields: 3, hadNulls: false })
})

it('changes nothing else, and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const screened = sanitize(value, true)
      if (screened.issues.length === 0) expect(screened.value).toEqual(value)
    }),
  )
})
