import fc from 'fast-check'
import { createNoise } from './keyed-noise.js'
import { SPAN_TICKS } from './price-path.js'
import { createVolumeCascade, LOTS_PER_TICK_MIN } from './volume-cascade.js'

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
const start = fc.oneof(
  fc.integer({ min: 0, max: 12_000_000_000 }),
  fc.integer({ min: 1, max: 1000 }).map((span) => span * SPAN_TICKS - 20),
)

describe('the volume cascade', () => {
  it('sums exactly over any range', () => {
    fc.assert(
      fc.property(
        seed,
        start,
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0.01, max: 20_000, noNaN: true }),
        (key, from, length, average) => {
          const volume = createVolumeCascade(createNoise(key, 'test'), average)
          let sum = 0
          for (let tick = from; tick < from + length; tick++) {
            expect(volume.lotsAt(tick)).toBeGreaterThanOrEqual(LOTS_PER_TICK_MIN)
            sum += volume.lotsAt(tick)
          }
          expect(volume.lotsOver(from, from + length)).toBe(sum)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('adds up: a range is the sum of its parts', () => {
    fc.assert(
      fc.property(seed, start, fc.nat(30_000_000), fc.nat(30_000_000), (key, from, first, second) => {
        const volume = createVolumeCascade(createNoise(key, 'test'), 5000)
        const middle = from + first
        expect(volume.lotsOver(from, middle) + volume.lotsOver(middle, middle + second)).toBe(
          volume.lotsOver(from, middle + second),
        )
      }),
    )
  })

  it('has the average it is given', () => {
    const volume = createVolumeCascade(createNoise(new Uint8Array(32), 'test'), 1000)
    expect(volume.lotsOver(0, SPAN_TICKS) / SPAN_TICKS).toBeCloseTo(1000 + LOTS_PER_TICK_MIN, 6)
  })
})
