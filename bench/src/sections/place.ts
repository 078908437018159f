import { closed, runCell, withEngine } from '../bench.js'
import type { Cell } from '../cell.js'
import { warm } from './contenders.js'
import type { Section } from './section.js'

const CONNECTIONS = [1, 8, 16, 64]

export const placeSection: Section = {
  name: 'place',
  title: 'POST /v1/order, closed loop',
  run: (bench) =>
    withEngine(bench, { accounts: bench.scale.accounts }, async (engine) => {
      await warm(bench, engine)
      const cells: Cell[] = []
      for (const connections of CONNECTIONS) {
        const workload = { kind: 'place', accounts: engine.accounts } as const
        cells.push(await runCell(bench, `order, ${connections} connections`, engine, workload, closed(connections)))
      }
      const points = cells.map(({ perSecond }, index) => [CONNECTIONS[index] ?? 0, perSecond] as const)
      const line = {
        title: placeSection.title,
        xLabel: 'connections',
        yLabel: 'orders/s',
        lines: [{ name: '', points }],
      }
      return { cells, ratios: [], notes: [], line }
    }),
}
