import fc from 'fast-check'
import { TICK_MICROS } from '../../../core/values/tick.js'
import { createReplayClock } from './replay-clock.js'

const ORIGIN = 7_074_086_400
const YEAR_MICROS = 31_557_600 * 1_000_000
const anyStart = fc.integer({ min: 0, max: 60 * YEAR_MICROS })
const anySpeed = fc.oneof(
  fc.constantFrom(0.001, 0.1, 1, 60, 3600, 86_400, 1_000_000),
  fc.double({ min: 0.001, max: 1e6, noNaN: true }),
)
const anyDistance = fc.integer({ min: -YEAR_MICROS, max: YEAR_MICROS })

it('the start shows in the tick of origin, and the speed is how much of the recording goes by from there', () => {
  fc.assert(
    fc.property(anyStart, anySpeed, anyDistance, (startsAt, speed, distance) => {
      const clock = createReplayClock({ originTick: ORIGIN, startsAt, speed })
      expect(clock.tickOf(startsAt)).toBe(ORIGIN)
      const ticks = clock.tickOf(startsAt + distance) - ORIGIN
      const exact = distance / speed / TICK_MICROS
      // Never before it was recorded, and never more than a tick later.
      expect(ticks).toBeGreaterThanOrEqual(exact - 1e-9 * Math.abs(exact))
      expect(ticks - 1).toBeLessThan(exact + 1e-9 * Math.abs(exact))
    }),
  )
})

it('never turns back', () => {
  fc.assert(
    fc.property(anyStart, anySpeed, anyDistance, fc.nat({ max: 1_000_000 }), (startsAt, speed, distance, later) => {
      const { tickOf } = createReplayClock({ originTick: ORIGIN, startsAt, speed })
      expect(tickOf(startsAt + distance + later)).toBeGreaterThanOrEqual(tickOf(startsAt + distance))
    }),
  )
})

it.each([
  ['a second at speed 1', 1, 1, 4],
  ['a minute at a minute a second', 60, 60, 4],
  ['a day at a day a second', 86_400, 86_400, 4],
  ['just more than a tick', 1, 0.250001, 2],
  ['less than a tick before', 1, -0.2, 0],
  ['a second in slow motion', 0.01, 1, 400],
])('%s', (_what, speed, seconds, ticks) => {
  const { tickOf } = createReplayClock({ originTick: ORIGIN, startsAt: 5_000_000, speed })
  expect(tickOf(5_000_000 + seconds * 1_000_000)).toBe(ORIGIN + ticks)
})
