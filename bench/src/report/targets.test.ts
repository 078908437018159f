import type { Cell } from '../cell.js'
import { RATIO, type Ratio } from '../sections/section.js'
import { EXAMPLE_RESULTS } from './example-results.js'
import type { Results } from './results.js'
import { evaluateTargets } from './targets.js'

const cell = (name: string, p99Ms: number | null, errors = 0): Cell => ({
  name,
  perSecond: 1_000,
  rounds: [1_000],
  p50Ms: 1,
  p99Ms,
  maxMs: 100,
  errors,
  problems: [],
})

const resultsOf = (cells: readonly Cell[], ratios: readonly Ratio[]): Results => ({
  ...EXAMPLE_RESULTS,
  sections: [{ name: 'operations', title: 'title', measuredAt: '2026-01-01T00:00:00Z', cells, ratios, notes: [] }],
})

const verdict = (results: Results, name: string) =>
  evaluateTargets(results).find((judged) => judged.name === name)?.verdict

test.each([
  [RATIO.cancelToPlace, 1.5, 'aim'],
  [RATIO.cancelToPlace, 1.2, 'yes'],
  [RATIO.cancelToPlace, 1.19, 'NO'],
  [RATIO.accountsGrowth, 1.1, 'aim'],
  [RATIO.accountsGrowth, 1.25, 'yes'],
  [RATIO.accountsGrowth, 1.26, 'NO'],
])('%s at %d: %s', (name, median, expected) => {
  expect(verdict(resultsOf([], [{ name, median, min: median, max: median }]), name)).toBe(expected)
})

test('errors undo a ratio, and what was not measured is not met', () => {
  const ratio = { name: RATIO.cancelToPlace, median: 9, min: 9, max: 9 }
  expect(verdict(resultsOf([cell('cancel', 1, 1)], [ratio]), RATIO.cancelToPlace)).toBe('NO: errors')
  expect(verdict(resultsOf([], []), RATIO.cancelToPlace)).toBe('not measured')
})

test('the longest turn and the pauses are those of 64 connections', () => {
  const cost = {
    engine: 400,
    postgres: 300,
    redis: null,
    delayP50: 0,
    delayP99: 0,
    delayMax: 30,
    turnP50: 2,
    turnP99: 8,
  }
  const pauses = { turnMax: 16, pauseP50: 1, pauseP99: 5, pauseMax: 40 }
  const cells = [
    cell('order, 16 connections', 1),
    { ...cell('order, 64 connections', 1), cost: { ...cost, ...pauses } },
  ]
  const results = resultsOf(cells, [])
  expect(verdict(results, 'longest turn of the event loop with 64 connections, CPU time')).toBe('NO')
  expect(verdict(results, 'p99 of pauses for garbage with 64 connections')).toBe('aim')
})

test('the p99 target is read from the cell of 1,000 orders/s', () => {
  const name = 'p99 at 1,000 orders/s, open loop'
  const results = resultsOf([cell('order, 300/s due', 1), cell('order, 1,000/s due', 20)], [])
  expect(evaluateTargets(results).find((judged) => judged.name === name)).toMatchObject({
    measured: '20 ms',
    verdict: 'yes',
  })
})
