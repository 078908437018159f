import { createIds } from '../../store/write/ids.js'
import { readIds, writeIds } from './recorded-ids.js'

const drawn = (count: number): readonly string[] => {
  const newId = createIds()
  return Array.from({ length: count }, newId)
}

test('the ids of a decision come back in order, each for eight characters of those of its millisecond', () => {
  const ids = drawn(2_000)
  const text = writeIds(ids)
  expect(readIds(text, ids.at(-1)!)).toEqual(ids.slice(0, -1))
  const milliseconds = new Set(ids.map((id) => id.slice(0, 13))).size
  expect(text.length).toBeLessThanOrEqual(8 * ids.length + 36 * milliseconds)
})

test('those of other generators, with ids of others between them, and none', () => {
  const [mine, others] = [drawn(3), drawn(3)]
  const mixed = [mine[0]!, others[0]!, mine[2]!, others[1]!]
  expect(readIds(writeIds(mixed), mixed[3]!)).toEqual(mixed.slice(0, 3))
  expect(readIds(writeIds([mine[0]!]), mine[0]!)).toEqual([])
})

test('where the sixteen bits of a counter begin again, an id is kept whole', () => {
  const before = '01a2244d-4f8a-7a8e-af07-ffff12345678'
  const after = '01a2244d-4f8a-7a8e-af08-000012345678'
  expect(writeIds([before, after])).toBe(before)
  expect(readIds(before, after)).toEqual([before])
})
