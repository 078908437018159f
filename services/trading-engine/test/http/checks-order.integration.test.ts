import { randomUUID } from 'node:crypto'
import { draw, type KeyTerms } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { movableClock } from '../support/market/movable-clock.js'
import { RESTING_ORDER } from '../support/engine/operations.js'
import { sendUnfinished } from '../support/engine/raw-http.js'

const BUDGET = 5
const clock = movableClock()

let engine: TestEngine
let trader: Trader
let stranger: Trader

beforeAll(async () => {
  engine = await startEngine({
    isBesideAnother: true,
    REQUESTS_PER_MINUTE: BUDGET,
    listening: { requestTimeoutMs: 400 },
    runtime: { clock },
  })
  ;[trader, stranger] = [await engine.trader(), await engine.trader()]
  await trader.place({ ...RESTING_ORDER, client_id: 'taken' })
})
afterAll(() => engine.close())

/** One order, built up fault by fault. */
interface Draft {
  method: string
  path: string
  padding: string
  hasSecret: boolean
  isSpent: boolean
  key: KeyTerms
  order: Record<string, unknown>
}

interface Step {
  readonly name: string
  readonly fault: (draft: Draft) => unknown
  readonly status: number
  /** Fields that the response contains. */
  readonly body: Readonly<Record<string, unknown>>
}

const refused = (rule: string) => ({ order: null, trades: [], violations: [expect.objectContaining({ rule })] })
const issueAt = (field: string, code: string) => ({
  error: 'invalid_payload',
  issues: [expect.objectContaining({ path: [field], code })],
})

/** The order of checks: a request with several of these faults is answered for the first one. */
const STEPS: readonly Step[] = [
  { name: 'route', fault: (draft) => (draft.path = '/v1/orders'), status: 404, body: { error: 'not_found' } },
  { name: 'method', fault: (draft) => (draft.method = 'PUT'), status: 405, body: { error: 'method_not_allowed' } },
  {
    name: 'size',
    fault: (draft) => (draft.padding = ' '.repeat(16_385)),
    status: 413,
    body: { error: 'payload_too_large' },
  },
  { name: 'credentials', fault: (draft) => (draft.hasSecret = false), status: 401, body: { error: 'unauthorized' } },
  { name: 'budget', fault: (draft) => (draft.isSpent = true), status: 429, body: { error: 'rate_limited' } },
  {
    name: 'source IP',
    fault: (draft) => (draft.key = { ...draft.key, ipWhitelist: ['203.0.113.9'] }),
    status: 403,
    body: { error: 'IP not whitelisted for this API key' },
  },
  {
    name: 'scope',
    fault: (draft) => (draft.key = { ...draft.key, permissions: ['READ_ONLY', 'MANAGE_ORDERS'] }),
    status: 403,
    body: { error: 'permission_denied' },
  },
  {
    name: 'shape',
    fault: (draft) => (draft.order['reduceOnly'] = true),
    status: 400,
    body: issueAt('reduceOnly', 'object.unknown'),
  },
  {
    name: 'ownership',
    fault: (draft) => (draft.order['account_id'] = stranger.accountId),
    status: 404,
    body: { error: 'not_found' },
  },
  {
    name: 'client_id',
    fault: (draft) => (draft.order['client_id'] = 'taken'),
    status: 409,
    body: { error: 'conflict', reason: 'client_id_reuse' },
  },
  {
    name: 'reference',
    fault: (draft) => (draft.order['symbol'] = 'NOPE-USD'),
    status: 400,
    body: issueAt('symbol', 'symbol.unknown'),
  },
  {
    name: 'time',
    fault: (draft) => Object.assign(draft.order, { tif: 'GTD', expires_at: '2020-01-01T00:00:00Z' }),
    status: 400,
    body: issueAt('expires_at', 'expires_at.past'),
  },
  {
    name: 'risk',
    fault: (draft) => (draft.order['flags'] = { reduce_only: true }),
    status: 200,
    body: refused('reduce_only'),
  },
]

async function send(faults: readonly Step[]) {
  const draft: Draft = {
    method: 'POST',
    path: '/v1/order',
    padding: '',
    hasSecret: true,
    isSpent: false,
    key: { userId: trader.userId },
    order: { account_id: trader.accountId, ...RESTING_ORDER, side: 'SELL', price: 1_000_000, quantity: 0.01 },
  }
  for (const { fault } of faults) fault(draft)
  const { api, key } = engine.as(draft.key)
  if (draft.isSpent) await Promise.all(Array.from({ length: BUDGET }, () => api.get('/v1/key')))
  return engine.api.request(draft.method, draft.path, {
    headers: draft.hasSecret ? key.headers : { 'x-api-key': key.key },
    rawBody: JSON.stringify(draft.order) + draft.padding,
  })
}

describe('the order of checks', () => {
  test('a request without a fault is placed', async () => {
    const { status, body } = await send([])
    expect([status, body]).toEqual([200, expect.objectContaining({ violations: [], trades: [] })])
    expect(body['order']).not.toBeNull()
  })

  test.each(STEPS)('$name is answered $status when everything after it is wrong too', async (step) => {
    const { status, body } = await send(STEPS.slice(STEPS.indexOf(step)))
    expect([status, body]).toEqual([step.status, expect.objectContaining(step.body)])
  })

  const pairs = STEPS.flatMap((first, index) => STEPS.slice(index + 1).map((second) => ({ first, second })))
  test.each(draw(pairs, 9, ({ first, second }) => `${first.name}, ${second.name}`))(
    '$first.name comes before $second.name',
    async ({ first, second }) => {
      const { status, body } = await send([second, first])
      expect([status, body]).toEqual([first.status, expect.objectContaining(first.body)])
    },
  )

  test('a body that does not arrive is 408, with and without credentials', async () => {
    for (const headers of [{}, trader.key.headers]) {
      const answer = await sendUnfinished(engine.baseUrl, 'POST', '/v1/order', headers)
      expect(answer).toMatchObject({ status: 408, body: { error: 'request_timeout' } })
    }
  })

  test('a host that is not ours comes first: before the route, a body over its limit and one that never arrives', async () => {
    const faults = [['POST', '/v1/orders', '10'] as const, ['POST', '/v1/order', '99999999'] as const]
    for (const [method, path, length] of [...faults, ['POST', '/v1/order', '10'] as const]) {
      const headers = { host: 'evil.example', 'content-length': length, ...trader.key.headers }
      const answer = await sendUnfinished(engine.baseUrl, method, path, headers)
      expect(answer).toMatchObject({ status: 421, body: { error: 'misdirected' } })
    }
  })

  test('a path that does not exist is 404 before its body has arrived', async () => {
    const answer = await sendUnfinished(engine.baseUrl, 'POST', '/v1/orders', {})
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})

describe('the order of checks on other routes', () => {
  const missing = randomUUID()
  const INVISIBLE = { plan_id: 'standard-100k', name: 'a\u202eb' }

  test.each<[string, string, string, unknown, number]>([
    ['a malformed id in the path before the query', 'GET', '/v1/account/nobody/trades?limit=0', undefined, 404],
    ['the query before ownership', 'GET', `/v1/account/${missing}/trades?limit=0`, undefined, 400],
    ['the query before ownership of an order', 'GET', `/v1/account/${missing}/orders?status=x`, undefined, 400],
    ['the body before ownership', 'POST', `/v1/account/${missing}/close-position`, { symbol: 1 }, 400],
    ['ownership before the symbol', 'POST', `/v1/account/${missing}/close-position`, { symbol: 'NOPE' }, 404],
    ['ownership before client_id', 'POST', `/v1/account/${missing}/orders/cancel-all`, { client_id: 'taken' }, 404],
    ['client_id before the plan', 'POST', '/v1/accounts', { plan_id: 'nope', client_id: 'taken' }, 409],
    ['client_id before what a name shows', 'POST', '/v1/accounts', { ...INVISIBLE, client_id: 'taken' }, 409],
    ['what a name shows', 'POST', '/v1/accounts', INVISIBLE, 400],
    ['the plan before one account per plan', 'POST', '/v1/accounts', { plan_id: 'nope' }, 400],
    ['the query before the symbol', 'GET', '/v1/price?symbol=NOPE&decimals=number', undefined, 400],
  ])('%s', async (_case, method, path, body, status) => {
    const { api } = engine.as({ userId: trader.userId })
    expect((await api.request(method, path, { body })).status).toBe(status)
  })

  test.each([
    ['close-position', { symbol: 'NOPE-USD' }],
    ['orders/cancel-all', { symbol: 'NOPE-USD' }],
  ])('%s: client_id before the symbol', async (route, body) => {
    const { api } = engine.as({ userId: trader.userId })
    const path = `/v1/account/${trader.accountId}/${route}`
    expect((await api.post(path, { body })).status).toBe(400)
    expect((await api.post(path, { body: { ...body, client_id: 'taken' } })).status).toBe(409)
  })
})

describe('a late retry gets its first answer, whatever has become of what it refers to', () => {
  /**
   * Sends the request, changes the state of the service, proves that a fresh request now fails, and sends the first
   * again.
   */
  async function retry(
    path: string,
    body: Readonly<Record<string, unknown>>,
    moveOn: () => Promise<unknown>,
    fresh: { readonly status: number },
    userId = trader.userId,
  ) {
    const first = await engine.as({ userId }).api.post(path, { body: { ...body, client_id: 'late' } })
    expect(first.status).toBeLessThan(300)
    await moveOn()
    const { api } = engine.as({ userId })
    expect((await api.post(path, { body: { ...body, client_id: 'fresh' } })).status).toBe(fresh.status)
    const second = await api.post(path, { body: { ...body, client_id: 'late' } })
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.headers['idempotent-replayed']).toBe('true')
  }

  test('expires_at has passed', async () => {
    const { accountId, userId } = await engine.trader()
    const expiresAt = Date.now() + 60_000
    const order = { ...RESTING_ORDER, tif: 'GTD', expires_at: new Date(expiresAt).toISOString() }
    const wait = () => Promise.resolve(clock.advance(61_000))
    await retry('/v1/order', { account_id: accountId, ...order }, wait, { status: 400 }, userId)
  })

  test('the market has moved: the quantity is now below the minimum', async () => {
    const { accountId, userId } = await engine.trader()
    await engine.moveMarket('SOL-USD', 100)
    const order = { symbol: 'SOL-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }
    const crash = () => engine.moveMarket('SOL-USD', 1)
    await retry('/v1/order', { account_id: accountId, ...order }, crash, { status: 400 }, userId)
  })

  test('the position to reduce is gone', async () => {
    const { accountId, userId, ...trading } = await engine.trader()
    await trading.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
    const { api } = engine.as({ userId })
    const [position] = (await api.get<{ id: string }[]>(`/v1/account/${accountId}/positions`)).body
    const order = { symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.01, position_id: position!.id }
    await retry('/v1/order', { account_id: accountId, ...order }, () => Promise.resolve(), { status: 404 }, userId)
  })

  test('the account was halted in between', async () => {
    const { accountId, userId } = await engine.trader()
    const halt = () =>
      engine.pool.query(`update accounts set state = 'HALTED', version = version + 1 where id = $1`, [accountId])
    const body = { account_id: accountId, ...RESTING_ORDER }
    await retry('/v1/order', body, halt, { status: 200 }, userId)
  })

  test('the account exists by now', async () => {
    const { key } = engine.as()
    const body = { plan_id: 'instant-25k' }
    await retry('/v1/accounts', body, () => Promise.resolve(), { status: 409 }, key.record.userId)
  })

  test('cancel-all in another spelling of the symbol', async () => {
    const { accountId, userId } = await engine.trader()
    const path = `/v1/account/${accountId}/orders/cancel-all`
    const { api } = engine.as({ userId })
    const first = await api.post(path, { body: { symbol: 'btc/usd', client_id: 'spelled' } })
    const second = await api.post(path, { body: { symbol: 'BTC-USD', client_id: 'spelled' } })
    expect([second.status, second.text]).toEqual([200, first.text])
  })

  test('but not to a key that has lost the scope, the address or its life', async () => {
    const { accountId, userId } = await engine.trader()
    const body = { account_id: accountId, ...RESTING_ORDER, client_id: 'late' }
    const { api, key } = engine.as({ userId })
    expect((await api.post('/v1/order', { body })).status).toBe(200)
    const statusFor = async (terms: KeyTerms) =>
      (await engine.as({ userId, ...terms }).api.post('/v1/order', { body })).status
    expect(await statusFor({ permissions: ['READ_ONLY'] })).toBe(403)
    expect(await statusFor({ ipWhitelist: ['203.0.113.9'] })).toBe(403)
    engine.wallet.revoke(key)
    expect((await api.post('/v1/order', { body })).status).toBe(401)
  })
})
