import { withDatabase, withEngine, type Bench } from '../bench.js'
import type { Cell } from '../cell.js'
import { describeRows, measureRows } from '../pgbench/measure-rows.js'
import { runPgbench, writeScripts, type PgbenchRun } from '../pgbench/run-pgbench.js'
import { checkpoint } from '../servers/trading-database.js'
import { PLACE, placing, warm } from './contenders.js'
import { runRounds, type Contender } from './rounds.js'
import { RATIO, type Section, type SectionResult } from './section.js'

const CLIENTS = [16, 64]
const NOT_RUN =
  "pgbench was not run: the embedded server brings none of its version. Install Debian's postgresql and postgresql-contrib, or set BENCH_PG_BIN to a directory that holds postgres, initdb and pgbench."

export const pgbenchSection: Section = {
  name: 'pgbench',
  title: `POST /v1/order against pgbench writing the same rows`,
  run: (bench) =>
    bench.pgbench === undefined
      ? Promise.resolve({ cells: [], ratios: [], notes: [NOT_RUN] })
      : comparePgbench(bench, bench.pgbench),
}

const comparePgbench = (bench: Bench, program: string): Promise<SectionResult> => {
  const { accounts } = bench.scale
  return withEngine(bench, { accounts }, async (engine) => {
    await warm(bench, engine)
    const calibration = await placing(bench, engine, 'order, to learn its rows').run()
    const shape = await measureRows(engine.database.pool)
    const scripts = writeScripts(bench.servers.directory, shape)
    return withDatabase(bench, accounts, engine.users, async (database) => {
      const common = { program, database, scripts, accounts, users: engine.users, seconds: bench.scale.cellMs / 1000 }
      const rounds = await runRounds(bench, [
        placing(bench, engine),
        ...CLIENTS.map((clients) => benching(bench, { ...common, clients })),
      ])
      const rateOf = (name: string): number => rounds.cells.find((cell) => cell.name === name)?.perSecond ?? 0
      const fastest = CLIENTS.map(nameOf).toSorted((a, b) => rateOf(b) - rateOf(a))[0] ?? ''
      const notes = [
        describeRows('engine', await measureRows(engine.database.pool)),
        describeRows('pgbench', await measureRows(database.pool)),
      ]
      const ratios = [rounds.ratio(RATIO.placeToPgbench, PLACE, fastest)]
      return { cells: [calibration, ...rounds.cells], ratios, notes: [`The ratio is to ${fastest}.`, ...notes] }
    })
  })
}

const nameOf = (clients: number): string => `pgbench, ${clients} clients`

const benching = (bench: Bench, run: PgbenchRun): Contender => ({
  name: nameOf(run.clients),
  async run() {
    await checkpoint(bench.servers.postgres.url)
    const { perSecond, meanMs, failed } = await runPgbench(run)
    const cell: Cell = {
      name: nameOf(run.clients),
      perSecond,
      rounds: [perSecond],
      p50Ms: null,
      p99Ms: null,
      maxMs: null,
      errors: failed,
      problems: [],
    }
    bench.progress.cell(cell)
    bench.progress.note(`mean latency ${meanMs} ms`)
    return cell
  },
})
