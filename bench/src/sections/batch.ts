/**
 * The CPU of the engine for 50 orders in one request against 50 requests, on the same engine and in turns. A third cell
 * repeats the orders alone: what it differs by is what the measurement is worth.
 */
import { closed, runCell, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import type { Cell } from '../cell.js'
import { CONNECTIONS, placing, relayed, warm } from './contenders.js'
import { runRounds, type Contender } from './rounds.js'
import { RATIO, type Section } from './section.js'

const SIZE = 50
/** A batch has as many orders under way as there are connections with orders alone. */
const BATCH_CONNECTIONS = 2
const ALONE = `orders alone, ${CONNECTIONS} connections`
const AGAIN = `orders alone again, ${CONNECTIONS} connections`
const BATCHED = `orders of batches of ${SIZE}, ${BATCH_CONNECTIONS} connections`

export const batchSection: Section = {
  name: 'batch',
  title: `POST /v1/orders/batch of ${SIZE} orders against as many orders alone`,
  run: (bench) =>
    withEngine(bench, { accounts: bench.scale.accounts }, async (engine) => {
      await warm(bench, engine)
      const rounds = await runRounds(bench, [
        placing(bench, engine, ALONE),
        batching(bench, engine),
        placing(bench, engine, AGAIN),
      ])
      return {
        cells: rounds.cells,
        ratios: [
          rounds.cpuRatio(RATIO.batchToSingles, BATCHED, ALONE),
          rounds.cpuRatio(RATIO.singlesToSingles, AGAIN, ALONE),
        ],
        notes: ['The cell of batches counts orders: its latencies are those of whole batches.'],
      }
    }),
}

const batching = (bench: Bench, engine: EngineUnderTest): Contender => ({
  name: BATCHED,
  run: async () => {
    const workload = { kind: 'place-batch', accounts: engine.accounts, size: SIZE } as const
    const cell = await runCell(bench, BATCHED, engine, workload, closed(BATCH_CONNECTIONS))
    if (bench.scale.settleMs > 0) await relayed(engine.database)
    return perOrder(cell)
  },
})

/** Rate and CPU of an order instead of a batch. */
function perOrder(cell: Cell): Cell {
  const { cost } = cell
  const part = (value: number | null): number | null => (value === null ? null : value / SIZE)
  return {
    ...cell,
    perSecond: cell.perSecond * SIZE,
    rounds: cell.rounds.map((rate) => rate * SIZE),
    ...(cost === undefined
      ? {}
      : {
          cost: { ...cost, engine: part(cost.engine), postgres: part(cost.postgres), redis: part(cost.redis) },
        }),
  }
}
