import fc from 'fast-check'
import { excessOf, measureJson } from './json-size.js'

const measured = (json: string) => measureJson(Buffer.from(json))

it.each([
  ['{}', 0, 0, 1],
  ['{"a":1}', 1, 1, 1],
  ['{"a":[1,2],"b":{}}', 2, 4, 2],
  ['{"a":"{[,:\\",","b":"\\\\"}', 2, 2, 1],
  ['[[[]]]', 0, 2, 3],
  ['{"é":["ü,"]}', 1, 2, 2],
])('%s', (json, names, values, depth) => {
  expect(measured(json)).toEqual({ names, values, depth })
})

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + 1 + valuesIn(inner), 0)
    : 0

it('counts the fields and items of any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(measured(JSON.stringify(value)).values).toBe(valuesIn(value))
    }),
  )
})

it.each([
  ['500 items', `[${'1,'.repeat(499)}1]`, null],
  ['501 items', `[${'1,'.repeat(500)}1]`, 'the body must not have more than 500 fields and items'],
  ['32 levels', '['.repeat(32) + ']'.repeat(32), null],
  ['33 levels', '['.repeat(33) + ']'.repeat(33), 'the body must not be nested deeper than 32 levels'],
])('%s', (_name, json, message) => {
  expect(excessOf(measured(json), [], 'the body', 500)?.message ?? null).toBe(message)
})
