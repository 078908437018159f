import { parseCrashAt } from './crash-points.js'
import { botKey, indexOfKey, userOf } from './keys.js'

test('a crash point is a name and a passage', () => {
  expect(parseCrashAt('write-sent:3')).toEqual({ point: 'write-sent', passage: 3 })
})

test.each(['write-sent', 'write-sent:0', 'elsewhere:1', 'write-sent:x'])('%s is refused in words', (text) => {
  expect(() => parseCrashAt(text)).toThrow(`CRASH_AT is ${text}`)
})

test('a key names its user, and one with a wrong secret none', () => {
  const first = botKey(5)
  const second = botKey(5, 3)
  expect(first.headers['x-api-key']).not.toBe(second.headers['x-api-key'])
  expect(second.userId).toBe(first.userId)
  expect(userOf(indexOfKey(second.headers['x-api-key'], second.headers['x-api-secret']) ?? 0)).toBe(first.userId)
  expect(indexOfKey(first.headers['x-api-key'], second.headers['x-api-secret'])).toBeNull()
})
