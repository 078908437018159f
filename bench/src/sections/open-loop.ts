import { runCell, withEngine } from '../bench.js'
import type { Cell } from '../cell.js'
import { warm } from './contenders.js'
import type { Section } from './section.js'

const RATES = [300, 1_000, 2_000]
const CONNECTIONS = 256

export const openLoopSection: Section = {
  name: 'open',
  title: 'POST /v1/order, open loop: latency from the time an order was due',
  run: (bench) =>
    withEngine(bench, { accounts: bench.scale.accounts }, async (engine) => {
      await warm(bench, engine)
      const cells: Cell[] = []
      for (const perSecond of RATES) {
        const pace = { loop: 'open', perSecond, connections: CONNECTIONS } as const
        const workload = { kind: 'place', accounts: engine.accounts } as const
        cells.push(await runCell(bench, openLoopName(perSecond), engine, workload, pace))
      }
      const pointsOf = (value: (cell: Cell) => number | null) =>
        cells.map((cell, index) => [RATES[index] ?? 0, value(cell) ?? 0] as const)
      const lines = [
        { name: 'p50', points: pointsOf(({ p50Ms }) => p50Ms) },
        { name: 'p99', points: pointsOf(({ p99Ms }) => p99Ms) },
      ]
      const line = { title: openLoopSection.title, xLabel: 'orders/s due', yLabel: 'ms', lines }
      return { cells, ratios: [], notes: [], line }
    }),
}

export const openLoopName = (perSecond: number): string => `order, ${perSecond.toLocaleString('en-US')}/s due`
