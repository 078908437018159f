import fc from 'fast-check'
import { formatTimestamp, parseTimestamp } from './time.js'

test('what is written is read back, to the microsecond, and sorts like the moments', () => {
  const lastMicros = Date.UTC(2100, 11, 31) * 1000
  const moment = fc.integer({ min: 0, max: lastMicros })
  fc.assert(
    fc.property(moment, (at) => {
      expect(parseTimestamp(formatTimestamp(at))).toBe(at)
    }),
  )
})
