import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { createNoise } from './keyed-noise.js'
import { createPricePath, priceFactor, SPAN_TICKS } from './price-path.js'

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
const tick = fc.integer({ min: 0, max: 12_000_000_000 })
/** Also around the ends of spans, where two trees meet. */
const start = fc.oneof(
  tick,
  fc.integer({ min: 1, max: 1000 }).map((span) => span * SPAN_TICKS - 100),
)

describe('the price path', () => {
  it('finds exactly the extremes that trying every tick finds, on any grid', () => {
    fc.assert(
      fc.property(
        seed,
        start,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 6 }),
        (key, from, length, grid) => {
          const path = createPricePath(createNoise(key, 'test'), 0.03)
          const scale = 10 ** grid
          // Rounded up, and lowered at some ticks: like the trades of a tick, which need not reach its best price.
          const boundOf = (deviation: number): number => Math.ceil(deviation * scale)
          const valueAt = (at: number, deviation: number): number => boundOf(deviation) - (at % 3 === 0 ? 1 : 0)
          const ticks = Array.from({ length }, (_, offset) => from + offset)
          const values = ticks.map((at) => valueAt(at, path.deviationAt(at)))
          expect(path.greatestOver(from, from + length, valueAt, boundOf)).toBe(Math.max(...values))

          const floorOf = (deviation: number): number => Math.floor(deviation * scale)
          const raisedAt = (at: number, deviation: number): number => floorOf(deviation) + (at % 2)
          const raised = ticks.map((at) => raisedAt(at, path.deviationAt(at)))
          expect(path.leastOver(from, from + length, raisedAt, floorOf)).toBe(Math.min(...raised))
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('finds them exactly where the path strays as far as it can', () => {
    fc.assert(
      fc.property(
        seed,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(SPAN_TICKS - 1),
        fc.integer({ min: 10, max: 12 }),
        (key, bias, offset, level) => {
          const coin = createNoise(key, 'test')
          // Every displacement is the greatest or the least there is, most of them to the same side.
          const noise = (stream: number, index: number, part?: number): number =>
            coin(stream, index, part) % 10 < bias ? 2 ** 32 - 1 : 0
          const path = createPricePath(noise, 0.03)
          const from = (offset >> level) << level
          const to = from + (1 << level)
          const values = Array.from({ length: to - from }, (_, step) => path.deviationAt(from + step))
          const identity = (deviation: number): number => deviation
          const same = (_: number, deviation: number): number => deviation
          expect(path.greatestOver(from, to, same, identity)).toBe(values.reduce((a, b) => Math.max(a, b)))
          expect(path.leastOver(from, to, same, identity)).toBe(values.reduce((a, b) => Math.min(a, b)))
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('keeps every price positive at the greatest volatility allowed', () => {
    fc.assert(
      fc.property(seed, tick, (key, at) => {
        const deviation = createPricePath(createNoise(key, 'test'), 0.1).deviationAt(at)
        expect(Math.abs(deviation)).toBeLessThan(1.6)
        expect(priceFactor(deviation)).toBeGreaterThan(0)
      }),
    )
  })

  it('is continuous over the ends of spans', () => {
    const path = createPricePath(createNoise(new Uint8Array(32), 'test'), 0.03)
    for (let span = 1; span < 50; span++) {
      const step = path.deviationAt(span * SPAN_TICKS) - path.deviationAt(span * SPAN_TICKS - 1)
      expect(Math.abs(step)).toBeLessThan((0.03 / 588) * 10)
    }
  })
})
