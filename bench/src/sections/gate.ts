/**
 * The cost of authentication: engines without it, with every request checked at the wallet, and with the cache before
 * the wallet.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { runCell, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import { withWallet } from '../servers/with-wallet.js'
import { KEYS, placing, warm } from './contenders.js'
import { runRounds, type Contender } from './rounds.js'
import { RATIO, type Section, type SectionResult } from './section.js'

/** So few that each is asked for again while it is still in the cache. */
const WARM_KEYS = 20
const NOTICED_MS = 2_000
const OPEN_LOOP = { loop: 'open', perSecond: 200, connections: 32 } as const

export const gateSection: Section = {
  name: 'gate',
  title: `without a gate, with the wallet asked on every request, and with its answers cached, ${KEYS} keys`,
  run: (bench) =>
    withWallet(bench, KEYS, async (gate) => {
      const redisUrl = bench.servers.redis.url
      const options = { accounts: bench.scale.accounts, users: KEYS }
      return withEngine(bench, options, (without) =>
        withEngine(bench, { ...options, gate }, (asking) =>
          redisUrl === null
            ? compare(bench, { without, asking, cached: null })
            : withEngine(bench, { ...options, gate: { ...gate, redisUrl } }, (cached) =>
                compare(bench, { without, asking, cached }),
              ),
        ),
      )
    }),
}

interface Engines {
  readonly without: EngineUnderTest
  readonly asking: EngineUnderTest
  /** Null where there is no Redis. */
  readonly cached: EngineUnderTest | null
}

async function compare(bench: Bench, { without, asking, cached }: Engines): Promise<SectionResult> {
  const engines: readonly (readonly [string, EngineUnderTest])[] = [
    [WITHOUT, without],
    [ASKING, asking],
    ...(cached === null ? [] : ([[CACHED, cached]] as const)),
  ]
  for (const [, engine] of engines) {
    await warm(bench, engine)
    await placing(bench, engine, 'order, to warm up').run()
  }
  const orders = await runRounds(
    bench,
    engines.map(([gate, engine]) => placing(bench, engine, orderName(gate))),
  )
  const reads = await runRounds(
    bench,
    engines.map(([gate, engine]) => readingSlowly(bench, engine, readName(gate))),
  )
  if (cached === null)
    return {
      cells: [...orders.cells, ...reads.cells],
      ratios: [],
      notes: ['without redis-server on the PATH: nothing is cached'],
    }
  const hung = await runRounds(bench, [
    readingSlowly(bench, cached, readName(CACHED)),
    withRedisHung(bench, readingSlowly(bench, cached, readName(HUNG))),
  ])
  const ratios = [
    hung.p99Ratio(RATIO.redisHung, readName(HUNG), readName(CACHED)),
    orders.ratio(RATIO.gatedOrder, orderName(CACHED), orderName(WITHOUT)),
    orders.ratio(RATIO.cacheGain, orderName(CACHED), orderName(ASKING)),
    reads.difference(RATIO.gateAdds, readName(CACHED), readName(WITHOUT)),
  ]
  const [, hungCell] = hung.cells
  return { cells: [...orders.cells, ...reads.cells, ...(hungCell === undefined ? [] : [hungCell])], ratios, notes: [] }
}

const WITHOUT = 'no gate'
const ASKING = 'wallet asked'
const CACHED = 'cached'
const HUNG = 'cached, Redis hung'
const orderName = (gate: string): string => `order, ${gate}`
const readName = (gate: string): string => `GET account at ${OPEN_LOOP.perSecond}/s, ${gate}`

const readingSlowly = (bench: Bench, engine: EngineUnderTest, name: string): Contender => ({
  name,
  run: () =>
    runCell(
      bench,
      name,
      engine,
      { kind: 'read', path: '/v1/account/{account}', accounts: Math.min(WARM_KEYS, engine.accounts) },
      OPEN_LOOP,
    ),
})

/** From when engine and wallet have given it up: they notice within a second. */
const withRedisHung = ({ servers }: Bench, contender: Contender): Contender => ({
  name: contender.name,
  async run() {
    const redisPid = servers.redis.child?.process.pid
    if (redisPid === undefined) throw new Error('no Redis to be hung')
    process.kill(redisPid, 'SIGSTOP')
    try {
      await sleep(NOTICED_MS)
      return await contender.run()
    } finally {
      process.kill(redisPid, 'SIGCONT')
      await sleep(NOTICED_MS)
    }
  },
})
