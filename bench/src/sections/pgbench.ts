import { join } from 'node:path'
import { withDatabase, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import type { Cell } from '../cell.js'
import { costOfCell } from '../cpu/cost-of-cell.js'
import { measureCost } from '../cpu/measure-cost.js'
import { describeRows, measureRows } from '../pgbench/measure-rows.js'
import { runPgbench, writeScripts, type PgbenchRun } from '../pgbench/run-pgbench.js'
import { checkpoint } from '../servers/trading-database.js'
import { withWallet } from '../servers/with-wallet.js'
import { startReceiver } from '../webhooks/start-receiver.js'
import { delivered, KEYS, PLACE, placing, warm } from './contenders.js'
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
  return withEngine(bench, { accounts }, (bare) =>
    withGatedEngines(bench, async ({ gated, whole }) => {
      for (const engine of [bare, gated, whole]) await warm(bench, engine)
      await delivered(whole.database)
      const calibration = await placing(bench, bare, 'order, to learn its rows').run()
      // So that none of them begins colder than the others.
      for (const engine of [gated, whole]) await placing(bench, engine, 'order, to warm up').run()
      await delivered(whole.database)
      const shape = await measureRows(bare.database.pool)
      const { closingShare } = shape
      const { directory } = bench.servers
      const scripts = writeScripts(join(directory, 'pgbench'), shape.texts, closingShare)
      const ofWholeTexts = writeScripts(join(directory, 'pgbench-whole'), shape.wholeTexts, closingShare)
      return withDatabase(bench, accounts, bare.users, async (database) => {
        const common = { program, database, accounts, users: bare.users, seconds: bench.scale.cellMs / 1000 }
        const rounds = await runRounds(bench, [
          placing(bench, bare),
          placing(bench, gated, GATED),
          { name: WHOLE, run: () => placeAndDeliver(bench, whole) },
          ...CLIENTS.map((clients) => benching(bench, nameOf(clients), { ...common, scripts, clients })),
          benching(bench, WHOLE_TEXTS, { ...common, scripts: ofWholeTexts, clients: CLIENTS_OF_WHOLE_TEXTS }),
        ])
        const rateOf = (name: string): number => rounds.cells.find((cell) => cell.name === name)?.perSecond ?? 0
        const fastest = CLIENTS.map(nameOf).toSorted((a, b) => rateOf(b) - rateOf(a))[0] ?? ''
        const notes = [
          `The ratios are to ${fastest}, and those of whole texts to what the engine wrote before it stored a text once. Webhooks yield to orders: most of a cell are delivered after it, and the next cell waits for them.`,
          describeRows('engine', await measureRows(bare.database.pool)),
          describeRows('pgbench', await measureRows(database.pool)),
        ]
        const ratios = [
          rounds.ratio(RATIO.placeToPgbench, PLACE, fastest),
          rounds.ratio(RATIO.gatedToPgbench, GATED, fastest),
          rounds.ratio(RATIO.wholeToPgbench, WHOLE, fastest),
          rounds.ratio(RATIO.gatedToWholeTexts, GATED, WHOLE_TEXTS),
          rounds.ratio(RATIO.wholeToWholeTexts, WHOLE, WHOLE_TEXTS),
        ]
        return { cells: [calibration, ...rounds.cells], ratios, notes }
      })
    }),
  )
}

const GATED = `${PLACE}, keys of the wallet through Redis`
const WHOLE = `${PLACE}, that and a webhook for every event`

interface GatedEngines {
  readonly gated: EngineUnderTest
  readonly whole: EngineUnderTest
}

/**
 * Engines that validate keys at the real wallet, through Redis where there is one; the second also sends a webhook for
 * every event.
 */
const withGatedEngines = <T>(bench: Bench, work: (engines: GatedEngines) => Promise<T>): Promise<T> =>
  withWallet(bench, KEYS, async (wallet) => {
    const { url: redisUrl } = bench.servers.redis
    const gate = { ...wallet, ...(redisUrl === null ? {} : { redisUrl }) }
    const options = { accounts: bench.scale.accounts, users: KEYS, gate }
    const receiver = await startReceiver()
    try {
      return await withEngine(bench, options, (gated) =>
        withEngine(bench, { ...options, receiver }, (whole) => work({ gated, whole })),
      )
    } finally {
      await receiver.stop()
    }
  })

async function placeAndDeliver(bench: Bench, engine: EngineUnderTest): Promise<Cell> {
  const cell = await placing(bench, engine, WHOLE).run()
  await delivered(engine.database)
  return cell
}

const nameOf = (clients: number): string => `pgbench, ${clients} clients`

/** As many as were the fastest in every run so far. */
const CLIENTS_OF_WHOLE_TEXTS = 16
const WHOLE_TEXTS = `${nameOf(CLIENTS_OF_WHOLE_TEXTS)}, each text whole`

const benching = (bench: Bench, name: string, run: PgbenchRun): Contender => ({
  name,
  async run() {
    await checkpoint(bench.servers.postgres.url)
    const processes = { postgres: bench.servers.postgres.child.process.pid }
    const { result, cost } = await measureCost({ processes }, () => runPgbench(run))
    const { perSecond, meanMs, failed } = result
    const cell: Cell = {
      name,
      perSecond,
      rounds: [perSecond],
      p50Ms: null,
      p99Ms: null,
      maxMs: null,
      errors: failed,
      problems: [],
      cost: costOfCell(cost, processes, perSecond * run.seconds),
    }
    bench.progress.cell(cell)
    bench.progress.note(`mean latency ${meanMs} ms`)
    return cell
  },
})
