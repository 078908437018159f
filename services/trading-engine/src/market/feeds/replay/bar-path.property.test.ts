import fc from 'fast-check'
import { createNoise } from '../../keyed-noise.js'
import { computeBarPath, PATH_POINTS_MIN, type TickBar } from './bar-path.js'

const seed = new Uint8Array(32).fill(9)
const noise = createNoise(seed, 'a symbol')

const anyTicks = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1_000_000_000_000 }))
const anyBar: fc.Arbitrary<TickBar> = fc
  .tuple(fc.tuple(anyTicks, anyTicks, anyTicks, anyTicks), fc.boolean(), fc.integer({ min: 0, max: 4e15 }))
  .map(([prices, isUp, at]) => {
    const [low = 0, first = 0, second = 0, high = 0] = [...prices].sort((a, b) => a - b)
    return { at, open: isUp ? first : second, high, low, close: isUp ? second : first }
  })
const anyPoints = fc.integer({ min: PATH_POINTS_MIN, max: 1024 })

it('opens at the open, ends at the close, touches high and low and never leaves them', () => {
  fc.assert(
    fc.property(anyBar, anyPoints, (bar, points) => {
      const path = computeBarPath(noise, bar, points)
      expect(path).toHaveLength(points)
      expect([path[0], path.at(-1)]).toEqual([bar.open, bar.close])
      expect([Math.min(...path), Math.max(...path)]).toEqual([bar.low, bar.high])
      expect(path.every(Number.isInteger)).toBe(true)
    }),
  )
})

it('is the same at any time and in any process with the seed', () => {
  fc.assert(
    fc.property(anyBar, anyPoints, (bar, points) => {
      expect(computeBarPath(createNoise(seed, 'a symbol'), bar, points)).toEqual(computeBarPath(noise, bar, points))
    }),
  )
})

describe('of many bars alike', () => {
  const bars = Array.from({ length: 400 }, (_, day) => ({
    ...{ at: day * 86_400e6, open: 500, high: 900, low: 100, close: 500 },
  }))
  const paths = bars.map((bar) => computeBarPath(noise, bar, 200))

  it('the high comes first as often as the low', () => {
    const highFirst = paths.filter((path) => path.indexOf(900) < path.indexOf(100)).length
    expect(highFirst).toBeGreaterThan(150)
    expect(highFirst).toBeLessThan(250)
  })

  it('each takes another way, and with another seed again another', () => {
    expect(new Set(paths.map((path) => path.join())).size).toBe(400)
    const other = createNoise(new Uint8Array(32), 'a symbol')
    expect(computeBarPath(other, bars[0]!, 200)).not.toEqual(paths[0])
  })

  it('it turns anywhere in the bar', () => {
    const turns = paths.map((path) => path.indexOf(900))
    expect(Math.min(...turns)).toBeLessThan(10)
    expect(Math.max(...turns)).toBeGreaterThan(190)
  })
})

it('is the very same on every machine', () => {
  const bar = { at: 1_584_316_800_000_000, open: 25_086, high: 25_630, low: 23_809, close: 23_861 }
  expect(computeBarPath(noise, bar, 12)).toMatchInlineSnapshot(`
   [
     25086,
     25087,
     25188,
     25081,
     25630,
     25322,
     24423,
     24323,
     23809,
     23809,
     23942,
     23861,
   ]
  `)
})
