/** The cost of an order as the installation grows: engines on databases of different sizes take turns. */
import { closed, runCell, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import type { Cell } from '../cell.js'
import { formatCount } from '../report/format.js'
import type { LinePlot } from '../report/svg-plot.js'
import { seedOrders } from '../seed/seed-orders.js'
import { CONNECTIONS, placing, warm } from './contenders.js'
import { runRounds } from './rounds.js'
import { RATIO, type Section, type SectionResult } from './section.js'

export const accountsSection: Section = {
  name: 'accounts',
  title: 'cost of an order by number of accounts',
  run: (bench) => withEngineOfEach(bench, bench.scale.accountsOfGrowth, (accounts) => ({ accounts }), compareAccounts),
}

async function compareAccounts(bench: Bench, engines: readonly EngineUnderTest[]): Promise<SectionResult> {
  const cold: Cell[] = []
  for (const engine of engines) cold.push(await touchAll(bench, engine))
  const nameOf = ({ accounts }: EngineUnderTest): string => `order, ${formatCount(accounts)} accounts`
  const { cells, ratio } = await compare(bench, engines, nameOf, RATIO.accountsGrowth)
  const line = growthLine(accountsSection.title, 'accounts', bench.scale.accountsOfGrowth, cells)
  return { cells: [...cold, ...cells], ratios: [ratio], notes: [], line }
}

/** The first order of each account, which has to be loaded for it. */
const touchAll = (bench: Bench, engine: EngineUnderTest): Promise<Cell> => {
  const name = `first order of each of ${formatCount(engine.accounts)} accounts`
  const workload = { kind: 'place-once', from: 0, accounts: engine.accounts } as const
  return runCell(bench, name, engine, workload, closed(CONNECTIONS), 'exhausted')
}

export const ordersSection: Section = {
  name: 'orders',
  title: 'cost of an order by number of order rows',
  run: (bench) => {
    const { accounts, orderRowsOfGrowth } = bench.scale
    const options = (rows: number) => ({
      accounts,
      prepare: async ({ pool }: EngineUnderTest['database']) => {
        if (rows === 0) return
        bench.progress.note(`writing ${formatCount(rows)} orders`)
        await seedOrders(pool, rows, accounts)
      },
    })
    return withEngineOfEach(bench, orderRowsOfGrowth, options, async (_bench, engines) => {
      for (const engine of engines) await warm(bench, engine)
      const nameOf = (_engine: EngineUnderTest, index: number): string =>
        `order, ${formatCount(orderRowsOfGrowth[index] ?? 0)} rows`
      const { cells, ratio } = await compare(bench, engines, nameOf, RATIO.ordersGrowth)
      const line = growthLine(ordersSection.title, 'order rows', orderRowsOfGrowth, cells)
      return { cells, ratios: [ratio], notes: [], line }
    })
  },
}

const growthLine = (title: string, xLabel: string, sizes: readonly number[], cells: readonly Cell[]): LinePlot => ({
  title,
  xLabel,
  yLabel: 'µs an order',
  lines: [{ name: '', points: cells.map(({ perSecond }, index) => [sizes[index] ?? 0, 1e6 / perSecond] as const) }],
})

/** All engines run side by side, so that their rounds can take turns; those that wait cost next to nothing. */
function withEngineOfEach(
  bench: Bench,
  sizes: readonly number[],
  options: (size: number) => Parameters<typeof withEngine>[1],
  work: (bench: Bench, engines: readonly EngineUnderTest[]) => Promise<SectionResult>,
  engines: readonly EngineUnderTest[] = [],
): Promise<SectionResult> {
  const [size, ...rest] = sizes
  if (size === undefined) return work(bench, engines)
  return withEngine(bench, options(size), (engine) =>
    withEngineOfEach(bench, rest, options, work, [...engines, engine]),
  )
}

/** The ratio is of costs: how many times as much an order costs on the last engine as on the first. */
async function compare(
  bench: Bench,
  engines: readonly EngineUnderTest[],
  nameOf: (engine: EngineUnderTest, index: number) => string,
  ratioName: string,
) {
  const contenders = engines.map((engine, index) => placing(bench, engine, nameOf(engine, index)))
  const rounds = await runRounds(bench, contenders)
  const [first, last] = [contenders[0]?.name ?? '', contenders.at(-1)?.name ?? '']
  return { cells: rounds.cells, ratio: rounds.ratio(ratioName, first, last) }
}
