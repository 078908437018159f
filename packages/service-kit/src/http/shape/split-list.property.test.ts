/** A text read piece by piece is the value, or the error, that JSON.parse makes of the whole. */
import fc from 'fast-check'
import { PIECE_LENGTH_MAX, splitList } from './split-list.js'

/** @throws SyntaxError */
function readInPieces(json: string): unknown {
  const fields = new Map<string, unknown>()
  let items: unknown[] = []
  for (const { kind, name, text } of splitList(json, 'items')) {
    if (kind === 'list') fields.set(name, (items = []))
    else if (kind === 'item') items.push(JSON.parse(text))
    else fields.set(name, JSON.parse(text))
  }
  return Object.fromEntries(fields)
}

const outcomeOf = (read: () => unknown): unknown => {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON'
    throw error
  }
}

/**
 * False for a key that ends in an escaped backslash: once JSON.parse of Node 24 has seen `{"x":1,"\\":1}`, it takes the
 * key of `{"x":1,"\"":1}` for the same, so that it cannot be compared with.
 */
const isComparable = (json: string): boolean => !/\\\\"\s*:/.test(json)

const blanks = fc.constantFrom('', '', ' ', '\n\t', '\r\n ')
const name = fc.constantFrom('items', 'items', 'it\\u0065ms', 'a', '', '\\"', '__proto__').map((text) => `"${text}"`)
const value = fc.oneof(
  fc.constantFrom('1', 'null', '"]"', '"\\\\"', '"\\"}"', '[]', '{}', '[[1,2],{"a":[]}]', '{"items":[1]}'),
  fc.jsonValue({ maxDepth: 3 }).map((any) => JSON.stringify(any)),
)
const spaced = fc.tuple(blanks, value, blanks).map((parts) => parts.join(''))
const list = fc.array(spaced, { maxLength: 5 }).map((items) => `[${items.join(',')}]`)
const field = fc
  .tuple(blanks, name, blanks, blanks, fc.oneof(list, value), blanks)
  .map(([a, key, b, c, content, d]) => `${a}${key}${b}:${c}${content}${d}`)
const object = fc
  .tuple(blanks, fc.array(field, { maxLength: 4 }), blanks)
  .map(([a, fields, b]) => `${a}{${fields.join(',')}}${b}`)
  .filter(isComparable)

it('reads any object as JSON.parse does', () => {
  fc.assert(
    fc.property(object, (json) => {
      expect(readInPieces(json)).toEqual(JSON.parse(json))
    }),
    { numRuns: 500 },
  )
})

it('takes no text for JSON that is none', () => {
  const broken = fc
    .tuple(
      object,
      fc.nat(),
      fc.nat({ max: 2 }),
      fc.constantFrom('', '', ',', ':', '"', '[', ']', '{', '}', '\\', '1', ' '),
    )
    .map(([json, place, length, other]) => {
      const at = place % (json.length + 1)
      return json.slice(0, at) + other + json.slice(at + length)
    })
    .filter((json) => json.trimStart().startsWith('{') && isComparable(json))
  fc.assert(
    fc.property(broken, (json) => {
      expect(outcomeOf(() => readInPieces(json))).toEqual(outcomeOf(() => JSON.parse(json)))
    }),
    { numRuns: 3_000 },
  )
})

it.each([
  ['a text', (length: number) => `"${'x'.repeat(length - 2)}"`],
  ['a list', (length: number) => `[${'1'.repeat(length - 2)}]`],
])('reads %s up to its limit, and of a longer one enough to show it', (_kind, make) => {
  const textsOf = (length: number) => [...splitList(`{"items":[${make(length)},2]}`, 'items')].map(({ text }) => text)
  expect(textsOf(PIECE_LENGTH_MAX).map(({ length }) => length)).toEqual([0, PIECE_LENGTH_MAX, 1])
  expect(textsOf(PIECE_LENGTH_MAX + 1)[1]?.length).toBeGreaterThan(PIECE_LENGTH_MAX)
})
