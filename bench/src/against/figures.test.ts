import type { LoadResult } from '../load/messages.js'
import { figuresOf, ratiosOf, roundsTable, type Figures, type Slice } from './figures.js'

const slice = (answered: number, engineMs: number, p99Ms: number): Slice => ({
  result: {
    answered,
    completed: answered,
    seconds: 0.5,
    perSecond: 2 * answered,
    latency: { meanMs: 1, p50Ms: 2, p90Ms: 3, p99Ms, p999Ms: 5, maxMs: 6 },
    errors: 0,
    problems: [],
  } satisfies LoadResult,
  cpu: { engine: engineMs, postgres: engineMs / 2, redis: 0 },
})

test('CPU is shared by all operations of the slices, whichever slice they are of', () => {
  expect(figuresOf([slice(100, 50, 10), slice(300, 350, 30)])).toEqual({
    engine: 1000,
    postgres: 500,
    redis: 0,
    rate: 400,
    p50: 2,
    p99: 20,
  })
})

const figures = (engine: number): Figures => ({ engine, postgres: 1, redis: 1, rate: 1, p50: 1, p99: 1 })
const rounds = [
  { A: figures(100), C: figures(100), B: figures(80) },
  { A: figures(1000), C: figures(1000), B: figures(800) },
]

test('ratios are those of the rounds, so a slow round counts no more than a fast one', () => {
  const { change, control } = ratiosOf(rounds, 'engine')
  expect([change.mean, control.mean]).toEqual([expect.closeTo(0.8, 12), expect.closeTo(1, 12)])
})

test('a price is not told what PostgreSQL and Redis take', () => {
  expect(roundsTable('price', rounds)).not.toMatch(/PostgreSQL|Redis/)
  expect(roundsTable('orders', rounds)).toMatch(/PostgreSQL[^]*Redis/)
  const [engine] = roundsTable('orders', rounds).match(/engine CPU.*/) ?? []
  expect(engine?.split(/ *\| */).slice(1, -1)).toEqual(['550.0', '550.0', '440.0', '0.800 ± 0.000', '1.000 ± 0.000'])
})
