import fc from 'fast-check'
import { UUID } from 'uuidv7'
import { createIds, createUuidText } from './ids.js'

test('a UUID is written as the library writes it', () => {
  const write = createUuidText()
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      expect(write(bytes)).toBe(UUID.ofInner(bytes).toString())
    }),
  )
})

test('each id is a UUID of version 7 and greater than the one before, also beyond one fill of random numbers', () => {
  const newId = createIds()
  const ids = Array.from({ length: 5_000 }, newId)
  expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})
