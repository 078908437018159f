/**
 * The cost of open streams to the orders that they tell of, on the same engine and in turns, and how soon an event is
 * with its reader. A third cell repeats the orders without streams: what it differs by is what the measurement is
 * worth.
 */
import { formatEstimate, isSettled } from '../against/estimate.js'
import { runCell, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import type { Cell } from '../cell.js'
import type { StreamsRead } from '../streams/messages.js'
import { startStreamReader, type StreamReader } from '../streams/start-reader.js'
import { relayed, warm } from './contenders.js'
import { medianOf } from '../report/median.js'
import { cpuEstimate, runRounds, type Contender } from './rounds.js'
import { RATIO, type Ratio, type Section } from './section.js'

const STREAMS = 50
/** Orders go to all of them in turn, so that one in ten is told by a stream; or to those with a stream alone. */
const ACCOUNTS = 500
/** Each key may make 20 orders a second. At this rate a busy machine still answers each. */
const USERS = 50
const ORDERS_A_SECOND = 300
const CONNECTIONS = 64
const WITHOUT = `order at ${ORDERS_A_SECOND}/s, without streams`
const AGAIN = `order at ${ORDERS_A_SECOND}/s, without streams again`
const WITH = `order at ${ORDERS_A_SECOND}/s, ${STREAMS} streams open`
const TOLD = `order at ${ORDERS_A_SECOND}/s, ${STREAMS} streams open, each told`

export const streamsSection: Section = {
  name: 'streams',
  title: `orders while ${STREAMS} streams of accounts are open`,
  run: async (bench) => {
    const reader = await startStreamReader()
    try {
      return await withEngine(bench, { accounts: ACCOUNTS, users: USERS }, async (engine) => {
        await warm(bench, engine)
        await relayed(engine.database)
        // Code that runs for the first time costs more: neither side of the ratio is to pay for it.
        await reading(bench, engine, reader, { name: TOLD, accounts: STREAMS, reads: [] }).run()
        const reads: StreamsRead[] = []
        const rounds = await runRounds({ scale: { rounds: bench.scale.pairs }, isEnough }, [
          placing(bench, engine, { name: WITHOUT, accounts: ACCOUNTS }),
          reading(bench, engine, reader, { name: WITH, accounts: ACCOUNTS, reads }),
          reading(bench, engine, reader, { name: TOLD, accounts: STREAMS, reads }),
          placing(bench, engine, { name: AGAIN, accounts: ACCOUNTS }),
        ])
        const sum = (figure: (read: StreamsRead) => number): number =>
          reads.reduce((total, read) => total + figure(read), 0)
        return {
          cells: rounds.cells,
          ratios: [
            rounds.cpuRatio(RATIO.streamsToNone, WITH, WITHOUT),
            rounds.cpuRatio(RATIO.toldToNone, TOLD, WITHOUT),
            rounds.cpuRatio(RATIO.noneToNone, AGAIN, WITHOUT),
            figureOf(
              RATIO.streamLag,
              reads.map(({ lag }) => lag.p99Ms),
            ),
          ],
          notes: [
            `With streams against without: ${formatEstimate(rounds.cpuEstimate(WITH, WITHOUT))} of the engine's CPU where ${STREAMS} of ${ACCOUNTS} accounts have a stream, ${formatEstimate(rounds.cpuEstimate(TOLD, WITHOUT))} where each order is told by one (control ${formatEstimate(rounds.cpuEstimate(AGAIN, WITHOUT))}); the geometric mean of ${rounds.count} pairs ± 2 standard errors.`,
            `${sum(({ frames }) => frames)} events came by them, ${sum(({ gaps }) => gaps)} out of sequence; ${sum(({ ended }) => ended)} streams ended by themselves.`,
          ],
        }
      })
    } finally {
      reader.stop()
    }
  },
}

/** The pairs go on until both ratios are known well enough. */
const isEnough = (cells: ReadonlyMap<string, readonly Cell[]>): boolean =>
  [WITH, AGAIN].every((name) => isSettled(cpuEstimate(cells, name, WITHOUT)))

interface Placed {
  readonly name: string
  /** The orders go to the first so many. */
  readonly accounts: number
}

const placing = (bench: Bench, engine: EngineUnderTest, { name, accounts }: Placed): Contender => ({
  name,
  async run() {
    const pace = { loop: 'open', perSecond: ORDERS_A_SECOND, connections: CONNECTIONS } as const
    const cell = await runCell(bench, name, engine, { kind: 'place', accounts }, pace)
    if (bench.scale.settleMs > 0) await relayed(engine.database)
    return cell
  },
})

const reading = (
  bench: Bench,
  engine: EngineUnderTest,
  reader: StreamReader,
  { reads, ...placed }: Placed & { readonly reads: StreamsRead[] },
): Contender => ({
  name: placed.name,
  async run() {
    const { port, users } = engine
    const accounts = Array.from({ length: STREAMS }, (_, account) => account)
    await reader.open({ port, users, accounts })
    const cell = await placing(bench, engine, placed).run()
    const read = await reader.close()
    reads.push(read)
    const problems = [
      ...(read.frames === 0 ? ['no event came by a stream'] : []),
      ...(read.gaps + read.ended > 0 ? [`${read.gaps} gaps, ${read.ended} streams ended`] : []),
    ]
    return { ...cell, errors: cell.errors + problems.length, problems: [...cell.problems, ...problems] }
  },
})

const figureOf = (name: string, values: readonly number[]): Ratio => ({
  name,
  median: medianOf(values),
  min: Math.min(...values),
  max: Math.max(...values),
})
