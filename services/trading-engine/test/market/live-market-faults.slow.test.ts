/** Processes on live prices that are killed: the one that publishes, and the one that trades. */
import { startVenuePrices, type VenuePrices } from '@ats/test-chain'
import { runs } from '@ats/test-kit'
import { decimal } from '../../src/core/values/decimal.js'
import { GMX_TOKENS } from '../../src/market/feeds/live/gmx/gmx-tokens.js'
import { loadLivePricesConfig } from '../../src/market/feeds/live/live-prices-config.js'
import { listTicks } from '../../src/store/read/published-ticks.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { pollUntil } from '../support/poll-until.js'
import { openTickStage, type TickStage } from '../support/market/tick-stage.js'
import { createTickWitness } from '../support/market/tick-witness.js'

const SYMBOLS = ['BTC-USD', 'ETH-USD', 'SOL-USD'] as const
const STARTS = { 'BTC-USD': '90000', 'ETH-USD': '3000', 'SOL-USD': '140' } as const
let tokens = SYMBOLS.map((symbol) => ({ ...GMX_TOKENS[symbol]!, price: decimal(STARTS[symbol]) }))
let euro = { from: 'EUR', to: 'USD', price: decimal('1.1') }
let venues: VenuePrices
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
  euro = { from: 'EUR', to: 'USD', price: decimal('1.1') }
  venues = await startVenuePrices({ tokens, pairs: [euro] })
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

test('a restart in the middle of a move fires nothing twice, and what is reached then at the price of then', async () => {
  const worker = await startWorker()
  await priceOf((mark, isStale) => mark > 0 && !isStale)
  const trader = await engine.trader()
  const place = async (order: Record<string, unknown>): Promise<string> => {
    const { body } = await trader.place(order)
    expect(body.violations).toEqual([])
    return body.order!.id
  }
  const stopOf = (symbol: string, quantity: number, trigger: number) =>
    place({ symbol, side: 'SELL', kind: 'STOP', quantity, trigger_price: trigger, flags: { reduce_only: true } })
  const statusOf = async (id: string): Promise<string | undefined> => {
    const { rows } = await stage.pool.query<{ status: string }>('select status from orders where id = $1', [id])
    return rows[0]?.status
  }
  const filled = (id: string) =>
    pollUntil(
      () => statusOf(id),
      (status) => status === 'FILLED',
    )
  await place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.2, platform_id: 'GMX' })
  await place({ symbol: 'EUR-USD', side: 'BUY', kind: 'MARKET', quantity: 20_000, platform_id: 'OSTIUM' })
  const before = await stopOf('BTC-USD', 0.05, 89_900)
  const within = [await stopOf('BTC-USD', 0.05, 89_500), await stopOf('EUR-USD', 10_000, 1.09)]
  // Touched while nobody looks, and not reached any more when somebody does.
  const touched = [await stopOf('BTC-USD', 0.05, 88_500), await stopOf('EUR-USD', 10_000, 1.05)]

  tokens[0]!.price = decimal('89800')
  await filled(before)
  await kill(worker)
  const killedAt = await lastTick()
  const asked = venues.requested()
  tokens[0]!.price = decimal('88000')
  euro.price = decimal('1.04')
  expect(venues.requested()).toBe(asked)
  tokens[0]!.price = decimal('88800')
  euro.price = decimal('1.06')
  await Promise.all([startWorker(), startWorker()])
  for (const id of within) await filled(id)
  await pollUntil(lastTick, (tick) => tick > killedAt + 40)

  const { rows } = await stage.pool.query<Record<'order_id' | 'price' | 'tick' | 'trigger_tick' | 'symbol', string>>(
    `select order_id, fills.price, tick, trigger_tick, fills.symbol
      from fills join orders on orders.id = order_id where kind = 'STOP' order by fills.created_at`,
  )
  expect(rows.map(({ order_id: id }) => id).sort()).toEqual([before, ...within].sort())
  for (const row of rows.filter(({ order_id: id }) => id !== before)) {
    expect(Number(row.tick)).toBeGreaterThan(killedAt)
    expect(Number(row.trigger_tick)).toBeGreaterThan(killedAt)
    expect(Number(row.price)).toBeLessThan(row.symbol === 'BTC-USD' ? 89_000 : 1.062)
  }
  for (const id of touched) expect(await statusOf(id)).toBe('OPEN')
  const { rows: told } = await stage.pool.query(
    `select count(*)::int as count from events where type = 'order.fill' and account_id = $1`,
    [trader.accountId],
  )
  expect(told).toEqual([{ count: 2 + rows.length }])
})
