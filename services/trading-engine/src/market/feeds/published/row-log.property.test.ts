import fc from 'fast-check'
import { createRowLog } from './row-log.js'

const ROWS = 2_000

it('finds what a plain list finds, however much was dropped', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: ROWS })
  fc.assert(
    fc.property(steps, fc.nat(3 * ROWS), fc.nat(3 * ROWS), (rises, dropBefore, wanted) => {
      const log = createRowLog(2)
      const rows: [number, number][] = []
      let key = 0
      for (const [position, rise] of rises.entries()) {
        key += rise
        log.push(key, position)
        rows.push([key, position])
      }
      log.dropBefore(dropBefore)
      const place = log.lastUntil(wanted)
      const expected = rows.findLastIndex(([first]) => first <= wanted)
      expect(log.end()).toBe(rows.length)
      expect(log.first()).toBeLessThanOrEqual(rows.filter(([first]) => first < dropBefore).length)
      expect(place).toBe(Math.max(expected, log.first() - 1))
      if (place >= log.first()) expect([log.get(place, 0), log.get(place, 1)]).toEqual(rows[place])
    }),
  )
})

it('forgets whole chunks, and takes less for it', () => {
  const log = createRowLog(1)
  for (let row = 0; row < ROWS; row++) log.push(row)
  const full = log.bytes()
  log.dropBefore(ROWS - 1)
  expect(log.bytes()).toBeLessThan(full)
  expect(log.get(log.lastUntil(ROWS - 1), 0)).toBe(ROWS - 1)
  expect(log.lastUntil(3)).toBe(log.first() - 1)
})
