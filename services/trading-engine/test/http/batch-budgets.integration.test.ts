import { hashCredential } from '@ats/contracts'
import type { Redis } from '@ats/service-kit/db'
import { describeWithRedis, startOwnRedis, type ApiResponse, type OwnRedis } from '@ats/test-kit'
import { startEngine, type TestEngine, type TestEngineOptions, type Trader } from '../support/engine/engine.js'
import { RESTING_ORDER } from '../support/engine/operations.js'
import { pollUntil } from '../support/poll-until.js'
import { beginPost } from '../support/engine/raw-http.js'

const LIMIT = 20
const LIMITS = { REQUESTS_PER_MINUTE: LIMIT, REQUESTS_PER_MINUTE_PER_USER: 2 * LIMIT }

let batches = 0
function bodyOf(accountId: string, count: number) {
  batches += 1
  const orders = Array.from({ length: count }, (_, index) => ({
    ...RESTING_ORDER,
    quantity: 0.2 + index / 10,
    client_id: `${batches}-${index}`,
  }))
  return { account_id: accountId, orders }
}
type Door = Pick<Trader, 'api' | 'accountId'>
const send = ({ api, accountId }: Door, count: number): Promise<ApiResponse> =>
  api.post('/v1/orders/batch', { body: bodyOf(accountId, count) })
const left = ({ headers }: ApiResponse): number => Number(headers['x-ratelimit-remaining'])
const outcome = (answer: ApiResponse): readonly [number, number] => [answer.status, left(answer)]

async function countOrders({ pool }: TestEngine, { accountId }: Pick<Trader, 'accountId'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from orders where account_id = $1',
    [accountId],
  )
  return rows[0]!.count
}

/** A trader whose key has its whole budget but for the account that was opened with it. */
async function rich(engine: TestEngine): Promise<Trader> {
  const trader = await engine.trader()
  expect(left(await trader.api.get('/v1/key'))).toBe(LIMIT - 2)
  return trader
}

function countsEachOrder(engineOf: () => TestEngine, otherOf: () => TestEngine): void {
  test('a batch counts as its orders, and exactly as many pass as alone', async () => {
    const trader = await rich(engineOf())
    expect(outcome(await send(trader, 10))).toEqual([200, 8])
    expect(outcome(await send(trader, 1))).toEqual([200, 7])
    expect(outcome(await send(trader, 7))).toEqual([200, 0])
    const spent = await send(trader, 1)
    expect(outcome(spent)).toEqual([429, 0])
    expect(spent.headers['retry-after']).toMatch(/^\d+$/)
    expect(await countOrders(engineOf(), trader)).toBe(18)
  })

  test('one that does not fit is 429 for all of it, places nothing and counts as one request', async () => {
    const trader = await rich(engineOf())
    const refused = await send(trader, 19)
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(outcome(refused)).toEqual([429, 17])
    expect(await countOrders(engineOf(), trader)).toBe(0)
    expect(outcome(await send(trader, 17))).toEqual([200, 0])
    expect(await countOrders(engineOf(), trader)).toBe(17)
  })

  test('one that is wrong counts as one request', async () => {
    const { api, accountId } = await rich(engineOf())
    const body = { account_id: accountId, orders: Array(10).fill({}) as object[] }
    expect(outcome(await api.post('/v1/orders/batch', { body }))).toEqual([400, LIMIT - 3])
    const foreign = await engineOf().trader()
    expect(outcome(await send({ api, accountId: foreign.accountId }, 5))).toEqual([404, LIMIT - 8])
  })

  test('the keys of a user are counted together, and a batch that this refuses leaves the key what it had', async () => {
    const engine = engineOf()
    const first = await rich(engine)
    const second = engine.as({ userId: first.userId })
    const third = engine.as({ userId: first.userId })
    expect(outcome(await send(first, 18))).toEqual([200, 0])
    expect(outcome(await send({ ...second, accountId: first.accountId }, 15))).toEqual([200, 5])
    // The user has 40 - 35 left; the third key all of its own.
    const refused = await send({ ...third, accountId: first.accountId }, 6)
    expect(refused.status).toBe(429)
    expect(String(refused.headers['ratelimit-policy'])).toContain('"per-user"')
    expect(outcome(await send({ ...third, accountId: first.accountId }, 4))).toEqual([200, 15])
    expect(await countOrders(engine, first)).toBe(37)
  })

  test('of many concurrent batches as many pass as fit', async () => {
    const trader = await rich(engineOf())
    const elsewhere = { ...trader, api: otherOf().api.with(trader.key.headers) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(index % 2 === 0 ? trader : elsewhere, 5)),
    )
    const placed = await countOrders(engineOf(), trader)
    expect(placed).toBe(5 * answers.filter(({ status }) => status === 200).length)
    // Each counts as one when it comes: the ten leave 8, in which at most two find room for four more.
    expect(placed).toBeLessThanOrEqual(15)
    const last = await trader.api.get('/v1/key')
    expect(outcome(last)).toEqual(left(last) === 0 && last.status === 429 ? [429, 0] : [200, 7 - 4 * (placed / 5)])
  })
}

describe('without Redis', () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startEngine(LIMITS)
  })
  afterAll(() => engine.close())
  countsEachOrder(
    () => engine,
    () => engine,
  )
})

describeWithRedis('shared by Redis', () => {
  let redis: OwnRedis
  let looking: Redis
  let engine: TestEngine
  let other: TestEngine

  beforeAll(async () => {
    redis = await startOwnRedis()
    const options: TestEngineOptions = { ...LIMITS, REDIS_URL: redis.url }
    engine = await startEngine(options)
    other = await startEngine({ ...options, databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
    looking = redis.connect()
    for (const each of [engine, other]) {
      const { key } = engine.as()
      const name = `rl:per-key:${hashCredential(`${key.key}:${key.secret}`).toString('hex')}`
      await pollUntil(
        async () => {
          await each.api.get('/v1/key', { headers: key.headers })
          return looking.get(name)
        },
        (count) => count !== null,
      )
    }
  })
  afterAll(async () => {
    looking.disconnect()
    await other.close()
    await engine.close()
    await redis.stop()
  })
  countsEachOrder(
    () => engine,
    () => other,
  )

  test('a window that a batch begins ends a minute later', async () => {
    const trader = await rich(engine)
    const { key, secret } = trader.key
    const name = `rl:per-key:${hashCredential(`${key}:${secret}`).toString('hex')}`
    await looking.del(name)
    const startedAt = Date.now()
    await send(trader, 5)
    expect(await looking.get(name)).toBe('5')
    const leftMs = await looking.pttl(name)
    // Both clocks count whole milliseconds.
    expect(leftMs).toBeGreaterThanOrEqual(60_000 - (Date.now() - startedAt) - 2)
    expect(leftMs).toBeLessThanOrEqual(60_000)
  })
})

describe('in flight', () => {
  const PER_KEY = 8
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startEngine({ IN_FLIGHT_PER_KEY: PER_KEY, IN_FLIGHT_PER_USER: PER_KEY + 2 })
  })
  afterAll(() => engine.close())

  test('a batch counts as its orders: over the room of its key it is 429, and nothing is placed', async () => {
    const trader = await engine.trader()
    expect((await send(trader, PER_KEY)).status).toBe(200)
    const refused = await send(trader, PER_KEY + 1)
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers['ratelimit-policy']).toContain('in-flight-per-key')
    expect(await countOrders(engine, trader)).toBe(PER_KEY)
    // Its room is free again.
    expect((await send(trader, PER_KEY)).status).toBe(200)
  })

  test('what else of the key is under way leaves it less room', async () => {
    const trader = await engine.trader()
    await trader.api.get('/v1/key')
    const body = JSON.stringify({ account_id: trader.accountId, ...RESTING_ORDER })
    const begun = Array.from({ length: 2 }, () => beginPost(engine.baseUrl, '/v1/order', trader.key.headers, body))
    await Promise.all(begun.map(({ isBegun }) => isBegun))
    await pollUntil(
      () => send(trader, PER_KEY - 1),
      ({ status }) => status === 429,
    )
    expect((await send(trader, PER_KEY - 2)).status).toBe(200)
    await Promise.all(begun.map(({ finish }) => finish()))
    await pollUntil(
      () => send(trader, PER_KEY),
      ({ status }) => status === 200,
    )
  })
})
