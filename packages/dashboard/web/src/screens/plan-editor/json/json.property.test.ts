import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { removeJson, setJson } from './edit-json.js'
import { leavesOf, nodeAt, parseJson, positionOf, type JsonNode } from './parse-json.js'

/** Names that JSON has to escape, and some that objects have already. */
const name = fc.oneof(
  fc.constantFrom('pct', 'id', '', '__proto__', 'a.b', '"', '\\', 'é\n'),
  fc.string({ maxLength: 4 }),
)
const value = fc.jsonValue({ maxDepth: 3 }).map((any) => JSON.parse(JSON.stringify(any)) as unknown) // -0 becomes 0
const record = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true })
const indent = fc.constantFrom(undefined, 1, 2, '\t')

const rootOf = (text: string): JsonNode => {
  const { root, problem } = parseJson(text)
  if (root === undefined) throw new Error(problem.fault)
  return root
}

test('reads exactly what JSON.parse reads, except a name that is there twice', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        value.map((any) => JSON.stringify(any)),
        fc.string(),
        fc.string({ unit: fc.constantFrom(...'{}[]",:1e-.0 tn/*\\u\n') }),
      ),
      (text) => {
        const parsed = (() => {
          try {
            return { value: JSON.parse(text) as unknown }
          } catch {
            return null
          }
        })()
        const { root, problem } = parseJson(text)
        if (problem?.fault === 'name_twice') return
        expect(root === undefined).toBe(parsed === null)
        if (root === undefined) expect(problem.fault).toMatch(/^[a-z_]+$/)
        if (root !== undefined) expect(JSON.parse(text.slice(root.start, root.end))).toEqual(parsed?.value)
      },
    ),
    { numRuns: runs(1_000) },
  )
})

test('a value that is set is there, and every other one is written as it was', () => {
  fc.assert(
    fc.property(record, fc.array(name, { minLength: 1, maxLength: 3 }), value, indent, (before, path, next, space) => {
      const text = JSON.stringify(before, null, space)
      const after = setJson(text, path, JSON.stringify(next, null, 2))
      const others = leavesOf(rootOf(text)).filter((leaf) => !path.every((step, place) => leaf.path[place] === step))
      if (after === null) return
      const root = rootOf(after)
      const set = nodeAt(root, path)
      expect(set === undefined ? undefined : JSON.parse(after.slice(set.start, set.end))).toEqual(next)
      for (const { path: other, node } of others) {
        const kept = nodeAt(root, other)
        const wasEmptied = path.length > other.length && other.every((step, place) => path[place] === step)
        if (!wasEmptied) expect(kept && after.slice(kept.start, kept.end)).toBe(text.slice(node.start, node.end))
      }
    }),
    { numRuns: runs(1_000) },
  )
})

test('a value that is removed is gone, and the others are as they were', () => {
  fc.assert(
    fc.property(record, name, indent, (before, gone, space) => {
      const expected = Object.fromEntries(Object.entries(before).filter(([key]) => key !== gone))
      expect(JSON.parse(removeJson(JSON.stringify(before, null, space), [gone]))).toEqual(expected)
    }),
  )
})

test.each([
  ['{"a": 1,}', 'name_expected', 1, 9],
  ['{\n  "a" 1\n}', 'colon_expected', 2, 7],
  ['{\n  "a": 01\n}', 'comma_expected', 2, 9],
  ['{\n  a: 1\n}', 'symbol_unknown', 2, 3],
  ['{"a": 1e}', 'number_unfinished', 1, 7],
  ['{"a": 1} // more', 'comment', 1, 10],
  ['[1,\n /* two */ 2]', 'comment', 2, 2],
  ['[1, 2,]', 'value_expected', 1, 7],
  ['{"a": [1', 'comma_expected', 1, 9],
  ['{\n  "a": 1\n  "b": 2\n}', 'comma_expected', 3, 3],
  ['{"a": "x\n"}', 'string_unfinished', 1, 7],
  ['{"a": "\\q"}', 'string_wrong', 1, 7],
  ['{"a": 1, "a": 2}', 'name_twice', 1, 10],
  ['{} {}', 'more_follows', 1, 4],
  ['', 'value_expected', 1, 1],
  ['['.repeat(200), 'too_deep', 1, 102],
  ['{"a":'.repeat(100_000), 'too_deep', 1, 506],
])('%j: %s at line %d, column %d', (text, fault, line, column) => {
  const { problem } = parseJson(text)
  expect(problem?.fault).toBe(fault)
  expect(positionOf(text, problem!.at)).toEqual({ line, column })
})

test('a number keeps its digits when something else is changed', () => {
  const text = '{"a": 0.10000000000000000001, "b": 1}'
  expect(nodeAt(rootOf(text), ['a'])).toMatchObject({ kind: 'number', text: '0.10000000000000000001' })
  expect(setJson(text, ['b'], '2')).toBe('{"a": 0.10000000000000000001, "b": 2}')
  expect(setJson(text, ['c', 'd'], '3')).toBe('{"a": 0.10000000000000000001, "b": 1, "c": { "d": 3 }}')
  expect(setJson(text, ['a', 'b'], '3')).toBeNull()
})
