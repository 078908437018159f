import { createHttpApp, listen } from '@ats/service-kit/http'
import { createLogger, createMetrics, DependencyError } from '@ats/service-kit/process'
import { apiClient, captureLogs, type ApiClient } from '@ats/test-kit'
import { type ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'
import { openApiOf } from '../../src/http/openapi.js'
import { createMarketControl, MOVE_LIMITS } from '../../src/commands/move-market.js'
import { engineRoutes, type EngineRouteDependencies } from '../../src/http/routes.js'
import type { Instrument } from '../../src/core/model/market/instrument.js'
import type { MarketMove } from '../../src/core/model/market/market-move.js'

let engine: TestEngine
let replica: TestEngine
let mover: ApiClient

beforeAll(async () => {
  engine = await startEngine()
  replica = await startEngine({ ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
  mover = engine.as().api
})
afterAll(async () => {
  await replica.close()
  await engine.close()
})

interface Move {
  readonly symbol: string
  readonly price: number | null
  readonly over_ms: number
  readonly starts_at: string
}
interface Price {
  readonly last_price: number
  readonly mark_price: number
  readonly index_price: number
  readonly bid: number
  readonly ask: number
  readonly timestamp: string
}

const move = (body: object) => mover.post<Move>('/v1/sandbox/market', { body })
const release = (symbol: string) => mover.delete<Move>(`/v1/sandbox/market?symbol=${symbol}`)
const priceOf = async (symbol: string, { api } = engine): Promise<Price> =>
  (await api.get<Price>(`/v1/price?symbol=${symbol}`)).body
const pricesIn = ({ last_price, mark_price, index_price, bid, ask }: Price) => [
  last_price,
  mark_price,
  index_price,
  bid,
  ask,
]
/** The price of the first tick that is not before the moment. */
const priceFrom = (symbol: string, startsAt: string): Promise<Price> =>
  pollUntil(
    () => priceOf(symbol),
    ({ timestamp }) => timestamp >= startsAt,
  )

describe('a move without a walk', () => {
  test('shows in every price from the tick it names on, and stays', async () => {
    const { status, body } = await move({ symbol: 'btc/usd', price: 123_456.78 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ symbol: 'BTC-USD', price: 123_456.78, over_ms: 0 })
    const price = await priceFrom('BTC-USD', body.starts_at)
    expect(price).toMatchObject({ last_price: 123_456.78, mark_price: 123_456.78, index_price: 123_456.78 })
    expect(price.bid).toBeLessThan(123_456.78)
    expect(price.ask).toBeGreaterThan(123_456.78)
    const later = await pollUntil(
      () => priceOf('BTC-USD'),
      ({ timestamp }) => timestamp > price.timestamp,
    )
    expect(pricesIn(later)).toEqual(pricesIn(price))
    const book = await engine.api.get<{ bids: number[][]; asks: number[][] }>('/v1/orderbook?symbol=BTC-USD')
    expect([book.body.bids[0]?.[0], book.body.asks[0]?.[0]]).toEqual([price.bid, price.ask])
  })
})

test('concurrent price moves are all applied', async () => {
  const symbols = ['DOGE-USD', 'LINK-USD', 'UNI-USD', 'AVAX-USD', 'ATOM-USD', 'NEAR-USD', 'APT-USD']
  for (const price of [10, 11, 12]) {
    const moves = await Promise.all(symbols.map((symbol) => move({ symbol, price })))
    for (const { body } of moves) expect((await priceFrom(body.symbol, body.starts_at)).mark_price).toBe(price)
  }
})

test('a replica follows the move', async () => {
  for (const price of [95_000, 96_000]) {
    await engine.moveMarket('BTC-USD', price)
    await pollUntil(
      () => priceOf('BTC-USD', replica),
      ({ mark_price: mark }) => mark === price,
    )
  }
  await release('BTC-USD')
  const feed = await pollUntil(
    () => priceOf('BTC-USD', replica),
    ({ mark_price: mark }) => mark !== 96_000,
  )
  expect(feed.mark_price).toBeGreaterThan(0)
})

test('one user has so many moves a minute, with whichever keys and on whichever replica', async () => {
  const [first, second] = [engine.as({ userId: 'busy' }), engine.as({ userId: 'busy' })]
  await engine.pool.query(
    `insert into market_moves (symbol, started_tick, price, over_ticks, user_id)
      select 'MKR-USD', 1, null, 0, 'busy' from generate_series(2, $1)`,
    [MOVE_LIMITS.perMinute],
  )
  const body = { symbol: 'TRX-USD', price: 1 }
  expect((await first.api.post('/v1/sandbox/market', { body })).status).toBe(200)
  const beyond = await second.api.post('/v1/sandbox/market', { body })
  expect([beyond.status, beyond.body['error']]).toEqual([429, 'rate_limited'])
  expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0)
  const elsewhere = apiClient({ baseUrl: replica.baseUrl, openapi: replica.openapi, headers: first.key.headers })
  expect((await elsewhere.delete('/v1/sandbox/market?symbol=TRX-USD')).status).toBe(429)
  expect((await release('TRX-USD')).status).toBe(200)
})

test.each([
  ['production', false],
  ['development', true],
] as const)('in %s, moves found in the database are applied: %s', async (environment, isApplied) => {
  await move({ symbol: 'XAU-USD', price: 77 })
  const applied: string[] = []
  const market = { addMoves: (moves: readonly MarketMove[]) => void applied.push(...moves.map(({ symbol }) => symbol)) }
  const replicas = { isAlone: () => true, sender: () => null }
  const control = createMarketControl({ pool: engine.pool, market, now: () => 0, replicas, environment })
  await control.start(60_000)
  await control.stop()
  expect(applied.includes('XAU-USD')).toBe(isApplied)
})

test('a process that takes itself for alone hears of what another has moved all the same', async () => {
  const applied: string[] = []
  const market = { addMoves: (moves: readonly MarketMove[]) => void applied.push(...moves.map(({ symbol }) => symbol)) }
  const replicas = { isAlone: () => true, sender: () => null }
  const control = createMarketControl({ pool: engine.pool, market, now: () => 0, replicas, environment: 'test' })
  await control.start(10)
  applied.length = 0
  await move({ symbol: 'NEAR-USD', price: 7 })
  await pollUntil(
    () => Promise.resolve(applied),
    (symbols) => symbols.includes('NEAR-USD'),
  )
  await control.stop()
})

test('nothing is moved by a process that the others may not know', async () => {
  const replicas = {
    isAlone: () => false,
    sender: () => {
      throw new DependencyError('replicas', 'the others may not know of this one')
    },
  }
  const market = { addMoves: () => undefined }
  const control = createMarketControl({ pool: engine.pool, market, now: () => 0, replicas, environment: 'test' })
  const instrument = { symbol: 'NEAR-USD' } as Instrument
  await expect(control.move('unregistered', instrument, null, 0)).rejects.toThrow(DependencyError)
  const { rowCount } = await engine.pool.query(`select 1 from market_moves where user_id = 'unregistered'`)
  expect(rowCount).toBe(0)
})

describe('what is refused', () => {
  test('an unknown symbol: a move of it is 400, a release 404', async () => {
    const { status, body } = await mover.post<ProblemBody>('/v1/sandbox/market', {
      body: { symbol: 'NOPE-USD', price: 1 },
    })
    expect([status, body.issues?.map((issue) => issue.path)]).toEqual([400, [['symbol']]])
    expect((await release('NOPE-USD')).status).toBe(404)
  })
})

test('production has no sandbox routes, and does not document them', async () => {
  const { body: config } = await engine.api.get<{ environment: string }>('/v1/config')
  expect(config.environment).toBe('test')
  // The table of production, without what its handlers would need: none of them is called.
  const routes = engineRoutes({ config: { NODE_ENV: 'production' } } as EngineRouteDependencies)
  const openapi = openApiOf(routes, { AUTH_MODE: 'required' })
  const app = createHttpApp({
    service: 'trading-engine',
    routes,
    openapi: () => openapi,
    authenticate: () => Promise.resolve({ principal: { userId: null, keyId: null } }),
    logger: createLogger({ service: 'trading-engine', level: 'silent', destination: captureLogs().destination }),
    metrics: createMetrics({ service: 'trading-engine' }),
    readiness: () => Promise.resolve({ ready: true, checks: {} }),
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  try {
    const api = apiClient({ baseUrl: `http://127.0.0.1:${server.port}`, openapi })
    const attempts = [
      await api.post('/v1/sandbox/market', { body: { symbol: 'BTC-USD', price: 1 } }),
      await api.delete('/v1/sandbox/market?symbol=BTC-USD'),
      await api.post('/v1/sandbox/faults', { body: { faults: [{ do: '500' }] } }),
      await api.get('/v1/sandbox/faults'),
      await api.delete('/v1/sandbox/faults'),
    ]
    expect(attempts.map(({ status, body }) => [status, body['error']])).toEqual(Array(5).fill([404, 'not_found']))
    expect(Object.keys(openapi.paths ?? {}).filter((path) => path.includes('sandbox'))).toEqual([])
  } finally {
    await server.close(100)
  }
})
