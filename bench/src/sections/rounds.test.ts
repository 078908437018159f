import { COST_FIGURES, type Cell, type CellCost, type CostFigure } from '../cell.js'
import { scaleOf } from '../scale.js'
import { runRounds } from './rounds.js'

const cellOf = (perSecond: number, errors = 0): Cell => ({
  name: 'cell',
  perSecond,
  rounds: [perSecond],
  p50Ms: 1_000 / perSecond,
  p99Ms: perSecond,
  maxMs: null,
  errors,
  problems: [],
})

test('ratios compare within a round, and every other round runs backwards', async () => {
  const ran: string[] = []
  const contender = (name: string, rates: number[], errors: number) => ({
    name,
    run: () => {
      ran.push(name)
      return Promise.resolve(cellOf(rates.shift() ?? 0, errors))
    },
  })
  const bench = { scale: { ...scaleOf({ isQuick: true, cellSeconds: undefined }), rounds: 3 } }
  const rounds = await runRounds(bench, [contender('a', [100, 20, 300], 0), contender('b', [50, 20, 100], 2)])
  expect(ran).toEqual(['a', 'b', 'b', 'a', 'a', 'b'])
  expect(rounds.ratio('a against b', 'a', 'b')).toEqual({ name: 'a against b', median: 2, min: 1, max: 3 })
  expect(rounds.difference('b above a', 'b', 'a')).toMatchObject({
    median: expect.closeTo(20 / 3) as number,
    min: 0,
    max: 10,
  })
  expect(rounds.cells.map(({ perSecond, errors, p99Ms }) => ({ perSecond, errors, p99Ms }))).toEqual([
    { perSecond: 100, errors: 0, p99Ms: 100 },
    { perSecond: 50, errors: 6, p99Ms: 50 },
  ])
})

test('the cost of a contender is the median of what its rounds know of it', async () => {
  const of = (engine: number | null, pauseMax: number | null): CellCost => ({
    ...NOTHING_KNOWN,
    engine,
    pauseMax,
  })
  const costs = [of(100, null), of(300, 4), of(120, 6)]
  const run = (): Promise<Cell> => {
    const cost = costs.shift()
    return Promise.resolve({ ...cellOf(1), ...(cost === undefined ? {} : { cost }) })
  }
  const bench = { scale: { ...scaleOf({ isQuick: true, cellSeconds: undefined }), rounds: 4 } }
  const { cells } = await runRounds(bench, [{ name: 'a', run }])
  expect(cells[0]?.cost).toEqual(of(120, 5))
})

const NOTHING_KNOWN = Object.fromEntries(COST_FIGURES.map((figure) => [figure, null])) as Record<CostFigure, null>
