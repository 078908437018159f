/** Processes on live prices that are killed: the one that publishes, and the one that trades. */
import { startFakeVenues, runs, type FakeVenues } from '@ats/test-kit'
import { decimal } from '../src/core/values/decimal.js'
import { GMX_TOKENS } from '../src/market/feeds/live/gmx/gmx-tokens.js'
import { loadLivePricesConfig } from '../src/market/feeds/live/live-prices-config.js'
import { listTicks } from '../src/store/read/published-ticks.js'
import { startEngine, type TestEngine, type Trader } from './support/engine.js'
import { startEngineProcess, type EngineProcess } from './support/engine-process.js'
import { pollUntil } from './support/poll-until.js'
import { openTickStage, type TickStage } from './support/tick-stage.js'
import { createTickWitness } from './support/tick-witness.js'

const SYMBOLS = ['BTC-USD', 'ETH-USD', 'SOL-USD'] as const
const STARTS = { 'BTC-USD': '90000', 'ETH-USD': '3000', 'SOL-USD': '140' } as const
let tokens = SYMBOLS.map((symbol) => ({ ...GMX_TOKENS[symbol]!, price: decimal(STARTS[symbol]) }))
let venues: FakeVenues
let stage: TickStage
let engine: TestEngine
const processes = new Set<EngineProcess>()

const environment = (): Record<string, string> => ({
  MARKET_FEED: 'live',
  GMX_PRICES_URLS: venues.url,
  OSTIUM_PRICES_URLS: venues.url,
  OSTIUM_STREAM_URL: 'off',
  VENUE_PRICES_EVERY_MS: '250',
})

beforeEach(async () => {
  tokens = SYMBOLS.map((symbol) => ({ ...GMX_TOKENS[symbol]!, price: decimal(STARTS[symbol]) }))
  venues = await startFakeVenues({ tokens, pairs: [{ from: 'EUR', to: 'USD', price: decimal('1.1') }] })
  stage = await openTickStage()
  engine = await startEngine({
    ...{ ROLE: 'api', databaseUrl: stage.databaseUrl },
    feed: { ...loadLivePricesConfig(environment()), MARKET_FEED: 'live', TICK_RETENTION_DAYS: 14 },
  })
})
afterEach(async () => {
  await Promise.all([...processes].map((one) => one.kill()))
  processes.clear()
  await engine.close()
  await stage.close()
  await venues.close()
})

async function startWorker(): Promise<EngineProcess> {
  const { databaseUrl, wallet } = engine
  const worker = await startEngineProcess({ role: 'worker', databaseUrl, wallet, environment: environment() })
  processes.add(worker)
  return worker
}

async function kill(worker: EngineProcess): Promise<void> {
  processes.delete(worker)
  await worker.kill()
}

const lastTick = async (): Promise<number> => {
  const { rows } = await stage.pool.query<{ number: string | null }>(
    'select max(number) as number from published_ticks',
  )
  return Number(rows[0]?.number)
}
const priceOf = (isWanted: (mark: number, isStale: boolean) => boolean) =>
  pollUntil(
    async () => (await engine.api.get<{ mark_price: number; stale: boolean }>('/v1/price?symbol=BTC-USD')).body,
    ({ mark_price: mark, stale }) => isWanted(mark, stale),
  )

/** Orders one after the other until it is told to end; resolves to how many were filled. */
function keepTrading(trader: Trader): () => Promise<number> {
  let isOver = false
  const trading = (async () => {
    let filled = 0
    for (let turn = 0; !isOver; turn++) {
      const side = turn % 2 === 0 ? 'BUY' : 'SELL'
      const { body } = await trader.place({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity: 0.01 })
      if (body.order?.status === 'FILLED') filled += 1
    }
    return filled
  })()
  return () => {
    isOver = true
    return trading
  }
}

test('whichever process that publishes is killed, no tick that was seen changes, and none has two prices', async () => {
  const witness = createTickWitness()
  const followers = [await stage.open(false), await stage.open(false)]
  let publishing = await startWorker()
  await priceOf((mark, isStale) => mark > 0 && !isStale)
  const end = keepTrading(await engine.trader())
  for (let turn = 0; turn < runs(50); turn++) {
    const next = await startWorker()
    const before = await lastTick()
    await kill(publishing)
    publishing = next
    await pollUntil(
      () => {
        for (const follower of followers) witness.look(follower, stage.slot())
        return lastTick()
      },
      (tick) => tick > before + 8,
    )
  }
  expect(await end()).toBeGreaterThan(0)
  expect(witness.seen()).toBeGreaterThan(runs(50))
  expect(await witness.contradictions(stage.pool)).toEqual([])
  const numbers = (await listTicks(stage.pool, 0, 1_000_000)).map(({ number }) => number)
  const longest = Math.max(...numbers.slice(1).map((number, index) => number - (numbers[index] ?? number)))
  process.stderr.write(`the longest time without a tick: ${longest * 250} ms\n`)
}, 1_800_000)

test('what a move has reached while no worker was there fires once, at the price of the restart', async () => {
  const worker = await startWorker()
  await priceOf((mark, isStale) => mark > 0 && !isStale)
  const trader = await engine.trader()
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const stop = await trader.place({
    ...{ symbol: 'BTC-USD', side: 'SELL', kind: 'STOP', quantity: 0.1, trigger_price: 89_900 },
    flags: { reduce_only: true },
  })
  expect(stop.body.violations).toEqual([])
  await kill(worker)
  tokens[0]!.price = decimal('89500')
  await Promise.all([startWorker(), startWorker()])
  await priceOf((mark, isStale) => mark < 89_800 && !isStale)
  await pollUntil(
    () => stage.pool.query<{ status: string }>('select status from orders where id = $1', [stop.body.order?.id]),
    ({ rows: [order] }) => order?.status === 'FILLED',
  )
  const { rows } = await stage.pool.query<{ price: string }>('select price from fills where order_id = $1', [
    stop.body.order?.id,
  ])
  expect(rows).toHaveLength(1)
  expect(Number(rows[0]?.price)).toBeLessThan(89_800)
})
