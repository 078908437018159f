import { createRandom } from '../tapes/xoshiro.js'
import { cumulative, quantile } from './normal.js'
import {
  bestOfWorthless,
  leastTrackRecord,
  momentsOf,
  overfittingProbability,
  probabilisticSharpe,
} from './track-record.js'

test('the worked example of the deflated ratio (Bailey, López de Prado 2014) comes out at 0.9004', () => {
  // Of 100 variants over five years of 250 days the best has 2.5 a year; the variance of their ratios is ½ a year.
  const ratio = { sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10, count: 1_250 }
  const benchmark = bestOfWorthless(100, 0.5 / 250)
  expect(benchmark).toBeCloseTo(0.1132, 4)
  expect(probabilisticSharpe(ratio, benchmark)).toBeCloseTo(0.9004, 4)
  // Of 46 variants the paper has 0.9505.
  expect(probabilisticSharpe(ratio, bestOfWorthless(46, 0.5 / 250))).toBeCloseTo(0.9505, 4)
})

test('the normal distribution has its published figures', () => {
  expect(cumulative(0)).toBe(0.5)
  expect(cumulative(1.96)).toBeCloseTo(0.9750021048517795, 13)
  expect(cumulative(-3)).toBeCloseTo(0.0013498980316301035, 13)
  expect([cumulative(40), cumulative(-40)]).toEqual([1, 0])
  expect(quantile(0.975)).toBeCloseTo(1.959963984540054, 12)
  expect(quantile(0.5)).toBeCloseTo(0, 12)
  for (const share of [1e-6, 0.01, 0.3, 0.99]) expect(cumulative(quantile(share))).toBeCloseTo(share, 13)
})

test('moments are those of the population', () => {
  expect(momentsOf([1, 2, 3, 4])).toEqual({
    ...{ count: 4, sharpe: 2.5 / Math.sqrt(1.25), skewness: 0 },
    kurtosis: expect.closeTo(1.64, 12) as number,
  })
  expect(momentsOf([0, 0, 0, 4])).toMatchObject({ skewness: expect.closeTo(2 / Math.sqrt(3), 12) as number })
  for (const none of [[], [5], [2, 2, 2]]) expect(momentsOf(none).sharpe).toBeNull()
})

test('a record of its least length has just 95 %', () => {
  const ratio = { sharpe: 0.12, skewness: -0.7, kurtosis: 5 }
  const days = leastTrackRecord(ratio, 0.02)!
  expect(probabilisticSharpe({ ...ratio, count: days }, 0.02)).toBeCloseTo(0.95, 10)
  expect(leastTrackRecord(ratio, 0.12)).toBeNull()
})

test('more variants deflate more, and one does not', () => {
  const best = [1, 2, 10, 100, 1_000].map((variants) => bestOfWorthless(variants, 0.01))
  expect(best[0]).toBe(0)
  expect(best).toEqual([...best].sort((a, b) => a - b))
})

/** Results of so many days; `edge`: what the first variant has more on each. */
function variantsOf(count: number, days: number, edge: number, seed: number): readonly (readonly number[])[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, variant) =>
    Array.from({ length: days }, () => random.uniform() - 0.5 + (variant === 0 ? edge : 0)),
  )
}

describe('the probability of overfitting', () => {
  test('is near one half of variants that are all worthless', () => {
    const found = Array.from({ length: 60 }, (_, seed) => overfittingProbability(variantsOf(10, 240, 0, seed))!)
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length
    expect(mean).toBeGreaterThan(0.4)
    expect(mean).toBeLessThan(0.6)
  })

  test('is none where one is better on all days, and all where the best of one half is the worst of the other', () => {
    expect(overfittingProbability(variantsOf(10, 240, 0.5, 1))).toBe(0)
    // In each block another variant is good, and bad in all others.
    const opposed = Array.from({ length: 8 }, (_, variant) =>
      Array.from({ length: 80 }, (_, day) => (Math.floor(day / 10) === variant ? 9 : -1) + (day % 2) / 10),
    )
    expect(overfittingProbability(opposed)).toBe(1)
  })

  test('needs two variants, and two days a block', () => {
    expect(overfittingProbability(variantsOf(1, 240, 0, 1))).toBeNull()
    expect(overfittingProbability(variantsOf(3, 15, 0, 1))).toBeNull()
    expect(overfittingProbability(variantsOf(3, 16, 0, 1))).not.toBeNull()
  })
})
