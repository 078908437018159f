import { closed, prepareBy, runCell, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import type { Cell } from '../cell.js'
import type { Workload } from '../load/messages.js'
import { CONNECTIONS, PLACE, placing, warm } from './contenders.js'
import { runRounds, type Contender } from './rounds.js'
import { RATIO, type Section } from './section.js'

const CANCEL = 'cancel'
const CLOSE = 'close position'
/** Resting orders are spread over so many accounts at most. */
const RESTING_ACCOUNTS_MAX = 2_000

export const operationsSection: Section = {
  name: 'operations',
  title: `cancel and close against place, ${CONNECTIONS} connections`,
  run: (bench) =>
    withEngine(bench, { accounts: bench.scale.accounts }, async (engine) => {
      await warm(bench, engine)
      const rounds = await runRounds(bench, [placing(bench, engine), cancelling(bench, engine), closing(bench, engine)])
      return { cells: rounds.cells, ratios: [rounds.ratio(RATIO.cancelToPlace, CANCEL, PLACE)], notes: [] }
    }),
}

const cancelling = (bench: Bench, engine: EngineUnderTest): Contender => ({
  name: CANCEL,
  run: () => {
    const accounts = Math.min(engine.accounts, RESTING_ACCOUNTS_MAX)
    const resting = { kind: 'rest', accounts, count: bench.scale.preparedRequests } as const
    return prepared(bench, engine, resting, CANCEL, { kind: 'cancel' })
  },
})

const closing = (bench: Bench, engine: EngineUnderTest): Contender => ({
  name: CLOSE,
  run: () => {
    const count = Math.min(engine.accounts, bench.scale.preparedRequests)
    return prepared(bench, engine, { kind: 'open-positions', from: 0, count }, CLOSE, { kind: 'close' })
  },
})

/** Times as many requests as were prepared, however long they take. */
async function prepared(
  bench: Bench,
  engine: EngineUnderTest,
  preparation: Workload,
  name: string,
  workload: Workload,
): Promise<Cell> {
  await prepareBy(bench, engine, preparation)
  return runCell(bench, name, engine, workload, closed(CONNECTIONS), 'exhausted')
}
