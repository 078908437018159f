/**
 * The cost of open streams to the orders that they tell of, on the same engine and in turns, and how soon an event is
 * with its reader. A third cell repeats the orders without streams: what it differs by is what the measurement is
 * worth.
 */
import { runCell, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import type { StreamsRead } from '../streams/messages.js'
import { startStreamReader, type StreamReader } from '../streams/start-reader.js'
import { relayed, warm } from './contenders.js'
import { medianOf } from '../report/median.js'
import { runRounds, type Contender } from './rounds.js'
import { RATIO, type Ratio, type Section } from './section.js'

const STREAMS = 50
/** Each key may make 20 orders a second. At this rate a busy machine still answers each. */
const USERS = 50
const ORDERS_A_SECOND = 300
const CONNECTIONS = 64
const WITHOUT = `order at ${ORDERS_A_SECOND}/s, without streams`
const AGAIN = `order at ${ORDERS_A_SECOND}/s, without streams again`
const WITH = `order at ${ORDERS_A_SECOND}/s, ${STREAMS} streams open`

export const streamsSection: Section = {
  name: 'streams',
  title: `orders while ${STREAMS} streams of accounts are open`,
  run: async (bench) => {
    const reader = await startStreamReader()
    try {
      return await withEngine(bench, { accounts: STREAMS, users: USERS }, async (engine) => {
        await warm(bench, engine)
        await relayed(engine.database)
        // Code that runs for the first time costs more: neither side of the ratio is to pay for it.
        await reading(bench, engine, reader, []).run()
        const reads: StreamsRead[] = []
        const scale = { ...bench.scale, rounds: bench.scale.tellingRounds }
        const rounds = await runRounds({ scale }, [
          placing(bench, engine, WITHOUT),
          reading(bench, engine, reader, reads),
          placing(bench, engine, AGAIN),
        ])
        const sum = (figure: (read: StreamsRead) => number): number =>
          reads.reduce((total, read) => total + figure(read), 0)
        return {
          cells: rounds.cells,
          ratios: [
            rounds.cpuRatio(RATIO.streamsToNone, WITH, WITHOUT),
            rounds.cpuRatio(RATIO.noneToNone, AGAIN, WITHOUT),
            figureOf(
              RATIO.streamLag,
              reads.map(({ lag }) => lag.p99Ms),
            ),
          ],
          notes: [
            `The orders are those of ${STREAMS} accounts, each of which has a stream: every order is told.`,
            `${sum(({ frames }) => frames)} events came by them, ${sum(({ gaps }) => gaps)} out of sequence; ${sum(({ ended }) => ended)} streams ended by themselves.`,
          ],
        }
      })
    } finally {
      reader.stop()
    }
  },
}

const placing = (bench: Bench, engine: EngineUnderTest, name: string): Contender => ({
  name,
  async run() {
    const pace = { loop: 'open', perSecond: ORDERS_A_SECOND, connections: CONNECTIONS } as const
    const cell = await runCell(bench, name, engine, { kind: 'place', accounts: engine.accounts }, pace)
    if (bench.scale.settleMs > 0) await relayed(engine.database)
    return cell
  },
})

const reading = (bench: Bench, engine: EngineUnderTest, reader: StreamReader, reads: StreamsRead[]): Contender => ({
  name: WITH,
  async run() {
    const { port, users } = engine
    const accounts = Array.from({ length: STREAMS }, (_, account) => account)
    await reader.open({ port, users, accounts })
    const cell = await placing(bench, engine, WITH).run()
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
