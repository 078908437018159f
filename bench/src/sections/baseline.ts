import { join } from 'node:path'
import { observe, withDatabase, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import { describeRows, measureRows } from '../pgbench/measure-rows.js'
import { startNodeProcess } from '../servers/node-process.js'
import type { TradingDatabase } from '../servers/trading-database.js'
import { CONNECTIONS, PLACE, placing, placingAt, warm } from './contenders.js'
import { runRounds } from './rounds.js'
import { RATIO, type Section, type SectionResult } from './section.js'

const BASELINE = `plain baseline, ${CONNECTIONS} connections`

export const baselineSection: Section = {
  name: 'baseline',
  title: 'POST /v1/order against stock Express, one transaction, one statement a row',
  run: (bench) => {
    const { accounts } = bench.scale
    return withEngine(bench, { accounts }, (engine) =>
      withDatabase(bench, accounts, engine.users, (database) => compareBaseline(bench, engine, database)),
    )
  },
}

async function compareBaseline(
  bench: Bench,
  engine: EngineUnderTest,
  database: TradingDatabase,
): Promise<SectionResult> {
  const plain = await startNodeProcess(bench.servers, {
    name: 'baseline',
    entry: join(__dirname, '..', 'baseline', 'baseline-process.js'),
    environment: { DATABASE_URL: database.url, USERS: String(engine.users), NODE_ENV: 'production' },
    isProbed: true,
  })
  try {
    const target = { ...engine, port: plain.port, database, observed: observe(bench, plain) }
    await warm(bench, engine)
    await warm(bench, target)
    const rounds = await runRounds(bench, [placing(bench, engine), placingAt(bench, target, BASELINE)])
    const notes = [
      describeRows('engine', await measureRows(engine.database.pool)),
      describeRows('baseline', await measureRows(database.pool)),
    ]
    return { cells: rounds.cells, ratios: [rounds.ratio(RATIO.placeToBaseline, PLACE, BASELINE)], notes }
  } finally {
    await plain.stop()
  }
}
