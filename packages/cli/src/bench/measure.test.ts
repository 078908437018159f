import { measure, summarise } from './measure.js'

test('percentiles are those of the nearest rank', () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(summarise(times)).toEqual({ count: 100, p50: 50, p90: 90, p99: 99, max: 100 })
  expect(summarise([3])).toEqual({ count: 1, p50: 3, p90: 3, p99: 3, max: 3 })
  expect(summarise([])).toEqual({ count: 0, p50: 0, p90: 0, p99: 0, max: 0 })
})

test('steps take turns, the first rounds do not count, and an interruption ends it', async () => {
  const runs: string[] = []
  const controller = new AbortController()
  const steps = ['a', 'b'].map((request) => ({ request, run: () => Promise.resolve(runs.push(request)) }))
  const measured = await measure(20, steps, controller.signal)
  expect(measured.map(({ request, count }) => [request, count])).toEqual([
    ['a', 20],
    ['b', 20],
  ])
  expect(runs.join('')).toBe('ab'.repeat(25))
  controller.abort()
  expect((await measure(20, steps, controller.signal)).map(({ count }) => count)).toEqual([0, 0])
})
