import fc from 'fast-check'
import { findDuplicateKeys } from './duplicate-keys.js'
import { measureJson } from './json-size.js'
import { parseBody } from './parse-body.js'
import { sanitize } from './sanitize.js'

const found = (json: string): readonly string[] => findDuplicateKeys(json).map(({ path }) => path.join('/'))

it.each<[string, ...string[]]>([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":1,"b":{"a":1}}'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{ "a" : 1 ,\n "a" : 2 , "a" : 3 }', 'a'],
  ['{"a\\"":1,"a\\u0022":2}', 'a"'],
  ['{"é":1,"\\u00e9":2}', 'é'],
  ['{"":1,"":2}', ''],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"flags":{"post_only":true,"post_only":false}}', 'flags/post_only'],
  ['{"a":{"x":1},"a":{"y":2}}', 'a'],
  ['{"orders":[{"a":1},{"b":[],"b":{}}]}', 'orders/1/b'],
  ['{"a":"b","c":"b","b":":,{}[]\\"\\\\"}'],
  ['[{"a":1},{"a":1},["a","a"]]'],
  [`{"${'n'.repeat(100)}":1,"${'n'.repeat(100)}":2}`, 'n'.repeat(64)],
])('%s', (json, ...paths) => {
  expect(found(json)).toEqual(paths)
  expect(measureJson(Buffer.from(json)).names === sanitize(JSON.parse(json), true).fields).toBe(paths.length === 0)
})

/** Objects as their text writes them, so that names can repeat, some of their letters as escapes. */
const name = fc
  .constantFrom('a', 'b', 'A', ':', '', 'é', '1', '0')
  .chain((text) => fc.constantFrom(JSON.stringify(text), `"${[...text].map(escaped).join('')}"`))

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom('1', 'null', '"a"', '":"', '"\\\\"', '"{\\"a\\":1"', '[]', '{}'),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(' , ')}]`),
    fc
      .array(fc.tuple(name, tie('json')), { maxLength: 5 })
      .map((fields) => `{${fields.map(([key, value]) => `${key}: ${value}`).join(',')}}`),
  ),
}))

const valueOf = (text: string): unknown => {
  const parsed = parseBody(Buffer.from(`{"value":${text}}`), { 'content-type': 'application/json' })
  return 'value' in parsed && parsed.value['value']
}

it('tells a text in which a name repeats from all others, and finds it', () => {
  fc.assert(
    fc.property(json, (text) => {
      const isWhole = measureJson(Buffer.from(text)).names === sanitize(valueOf(text), true).fields
      expect(found(text).length === 0).toBe(isWhole)
    }),
    { numRuns: 2_000 },
  )
})
