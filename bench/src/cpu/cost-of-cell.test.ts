import { costOfCell } from './cost-of-cell.js'

const loop = {
  delay: { p50Ms: 1, p99Ms: 2, maxMs: 3 },
  pauses: { p50Ms: 4, p99Ms: 5, maxMs: 6 },
  turns: { p50Ms: 7, p99Ms: 8, maxMs: 9 },
}

test('CPU is told in microseconds an operation, of the processes there are', () => {
  const cost = costOfCell({ cpu: { engine: 500, postgres: 250, redis: 0 }, loop }, { engine: 1, postgres: 2 }, 1_000)
  expect(cost).toEqual({
    engine: 500,
    postgres: 250,
    redis: null,
    delayP50: 1,
    delayP99: 2,
    delayMax: 3,
    turnP50: 7,
    turnP99: 8,
    turnMax: 9,
    pauseP50: 4,
    pauseP99: 5,
    pauseMax: 6,
  })
})

test('nothing is told where nothing was looked at', () => {
  const cost = costOfCell({ cpu: null, loop: null }, { engine: 1 }, 1_000)
  expect(new Set(Object.values(cost))).toEqual(new Set([null]))
})
