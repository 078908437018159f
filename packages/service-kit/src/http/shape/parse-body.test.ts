import fc from 'fast-check'
import { parseBody } from './parse-body.js'

const parsed = (json: string) => parseBody(Buffer.from(json), { 'content-type': 'application/json' })
const parse = (json: string) => {
  const body = parsed(json)
  return 'value' in body ? body.value : body
}

const escaped = (text: string): string =>
  [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

test('an escaped name is the field it says, also after a field whose name is a backslash', () => {
  for (const first of ['h', 'symbol', 'flags']) parse(`{"${first}":[],"\\\\":0}`)
  for (const name of ['a', 'quantity', 'é', '💰', '0'])
    expect(parse(`{"h":1,"${escaped(name)}":2}`)).toEqual({ h: 1, [name]: 2 })
})

test('text stays what it is, however it is escaped', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\\', '"', 'u', '0', '\n', '\u2028'),
      fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
    ),
  })
  fc.assert(
    fc.property(text, (value) => {
      expect(parse(JSON.stringify({ value }))).toEqual({ value })
      expect(parse(`{"value":"${escaped(value)}"}`)).toEqual({ value })
    }),
  )
})

test.each([
  ['nested too deep', `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 'body.depth'],
  ['of too many fields', `{${Array.from({ length: 501 }, (_, index) => `"${index}":1`).join(',')}}`, 'body.size'],
])('a body %s is refused before it is parsed', (_name, json, code) => {
  const parsing = jest.spyOn(JSON, 'parse')
  try {
    expect(parsed(json)).toMatchObject({ issue: { path: [], code } })
    expect(parsing).not.toHaveBeenCalled()
  } finally {
    parsing.mockRestore()
  }
})
