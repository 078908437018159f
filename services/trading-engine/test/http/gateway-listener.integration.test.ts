import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { UNREACHABLE_WEBHOOK } from '../support/engine/operations.js'
import { openStream } from '../support/streams/read-stream.js'
import { sendRaw } from '../support/engine/raw-http.js'
import { GATEWAY_SECRET, signedHeaders, signedUser } from '../support/engine/signed-user.js'

const NEXT_SECRET = 'gateway-secret-next-0123456789-01234'
const LIMIT = 200
const MARKET_ORDER = { symbol: 'BTC-USD', kind: 'MARKET', side: 'BUY', quantity: 0.01 }

interface Placed {
  readonly order: { readonly id: string; readonly status: string } | null
}

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine({ GATEWAY_HMAC_SECRETS: [GATEWAY_SECRET, NEXT_SECRET], REQUESTS_PER_MINUTE: LIMIT })
})
afterAll(() => engine.close())

const gateway = () => {
  if (engine.gateway === null) throw new Error('no gateway listener')
  return engine.gateway
}

test('no listener answers a name that was made to point here, not even whether it lives', async () => {
  for (const url of [engine.baseUrl, engine.operatorUrl, gateway().url])
    for (const path of ['/healthz', '/readyz', '/metrics', '/docs', '/v1/symbols', '/operator/v1/plans'])
      for (const host of ['evil.example', new URL(url).host.replace('127.0.0.1', '127.0.0.1.evil.example')]) {
        const { status, body } = await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
        expect([url, path, status, body]).toMatchObject([url, path, 421, { error: 'misdirected' }])
      }
})

describe('a signed user', () => {
  it('opens an account, trades and reads with all scopes, and owns what its keys own', async () => {
    const trader = await engine.trader()
    const user = signedUser(engine, trader.userId)
    const { status, body } = await user.post<Placed>('/v1/order', { account_id: trader.accountId, ...MARKET_ORDER })
    expect([status, body.order?.status]).toEqual([200, 'FILLED'])
    const { body: positions } = await trader.api.get<unknown[]>(`/v1/account/${trader.accountId}/positions`)
    expect(positions).toHaveLength(1)
    expect((await user.post('/v1/accounts', { plan_id: 'instant-25k' })).status).toBe(201)
    expect((await user.get<unknown[]>('/v1/accounts')).body).toHaveLength(2)
    const cancelled = await user.post(`/v1/account/${trader.accountId}/orders/cancel-all`)
    expect(cancelled.status).toBe(200)
  })

  it("finds nobody else's account", async () => {
    const trader = await engine.trader()
    const stranger = signedUser(engine, 'somebody-else')
    expect((await stranger.get(`/v1/account/${trader.accountId}`)).status).toBe(404)
    const order = await stranger.post('/v1/order', { account_id: trader.accountId, ...MARKET_ORDER })
    expect(order.status).toBe(404)
  })

  it('reads what its overview and its account page show, apart from every other user', async () => {
    const trader = await engine.trader()
    const [user, stranger] = [signedUser(engine, trader.userId), signedUser(engine, 'stranger')]
    const order = { account_id: trader.accountId, ...MARKET_ORDER }
    expect((await user.post('/v1/order', order)).status).toBe(200)
    for (const path of ['risk', 'summary', 'days', 'equity', 'orders', 'trades', 'breaches', 'events', 'ledger']) {
      const seen = [user, stranger].map((each) => each.get(`/v1/account/${trader.accountId}/${path}`))
      expect([path, ...(await Promise.all(seen)).map(({ status }) => status)]).toEqual([path, 200, 404])
    }
    const own = await user.get<readonly { id: string; risk: object }[]>('/v1/accounts?include=risk')
    expect(own.body.map(({ id, risk }) => [id, typeof risk])).toEqual([[trader.accountId, 'object']])
    expect((await stranger.get('/v1/accounts?include=risk')).body).toEqual([])
    expect((await user.post('/v1/order/preview', order)).status).toBe(200)
    expect((await stranger.post('/v1/order/preview', order)).status).toBe(404)
    const { body: prices } = await user.get<readonly object[]>('/v1/prices')
    expect(prices.length).toBeGreaterThan(50)
    expect((await user.post('/v1/sandbox/market', { symbol: 'XAU-USD', price: 2_000 })).status).toBe(200)
    expect((await user.send('DELETE', '/v1/sandbox/market?symbol=XAU-USD')).status).toBe(200)
  })

  it('follows its accounts, and nobody else those', async () => {
    const trader = await engine.trader()
    const open = (path: string, userId: string) =>
      openStream(gateway().url, path, { headers: signedHeaders({ path, userId }) })
    const path = `/v1/account/${trader.accountId}/stream`
    const [own, all, others, refused] = await Promise.all([
      open(path, trader.userId),
      open('/v1/accounts/stream', trader.userId),
      open('/v1/accounts/stream', 'stranger'),
      open(path, 'stranger'),
    ])
    try {
      expect([own, all, others, refused].map(({ status }) => status)).toEqual([200, 200, 200, 404])
      await trader.place(MARKET_ORDER)
      await own.until((client) => client.of('account').length === 2)
      await all.until((client) => client.of('changed').some(({ data }) => data['sequence'] === 2))
      expect(others.frames).toEqual([])
    } finally {
      for (const stream of [own, all, others, refused]) stream.close()
    }
  })

  it('sends alerts to his own hooks, from wherever he is, and to no others', async () => {
    const { userId, accountId } = await engine.trader()
    const { token } = engine.wallet.issueHook({ userId, accountId, ipWhitelist: ['203.0.113.9'] })
    const send = (user: string) =>
      signedUser(engine, user).post(`/v1/hooks/${token}?dry_run=true`, { action: 'flat', symbol: 'BTC-USD' })
    expect(await send(userId)).toMatchObject({ status: 200, body: { outcome: 'NOTHING_TO_DO' } })
    expect(await send('somebody else')).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })

  it('is served nothing that is about the key that asks', async () => {
    expect((await signedUser(engine, 'u').client.request('GET', '/v1/key')).status).toBe(404)
    expect(Object.keys(gateway().openapi.paths)).not.toContain('/v1/key')
    // Links in messages lead to the service itself.
    const others = ['/v1/key', '/v1/sandbox/faults', '/v1/unsubscribe/{unsubscribe_token}']
    const both = Object.keys(engine.openapi.paths).filter((path) => path.startsWith('/v1/') && !others.includes(path))
    expect(Object.keys(gateway().openapi.paths).filter((path) => path.startsWith('/v1/'))).toEqual(both)
  })

  it('has a test event sent to the key that it names, and to no key of others', async () => {
    const { key } = engine.as({ webhookUrl: UNREACHABLE_WEBHOOK })
    const mine = signedUser(engine, key.record.userId)
    const named = await mine.post('/v1/webhook-test-event', { key_id: key.record.keyId.toUpperCase() })
    expect([named.status, named.body['key_id']]).toEqual([200, key.record.keyId])
    const unnamed = await mine.post('/v1/webhook-test-event')
    expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining('key_id')])
    const other = await signedUser(engine, 'other').post('/v1/webhook-test-event', { key_id: key.record.keyId })
    expect([other.status, other.body['reason']]).toEqual([409, 'no_webhook'])
    const { api } = engine.as()
    const foreign = await api.post('/v1/webhook-test-event', { body: { key_id: key.record.keyId } })
    expect([foreign.status, foreign.body['reason']]).toEqual([409, 'no_webhook'])
  })

  it('spends a budget of its own, not that of the address or of its keys', async () => {
    const trader = await engine.trader()
    const user = signedUser(engine, trader.userId)
    const path = `/v1/account/${trader.accountId}/summary`
    // Together, for all are to come within one minute.
    const answers = await Promise.all(Array.from({ length: LIMIT }, () => user.get(path)))
    expect(answers.map(({ status }) => status)).toEqual(Array(LIMIT).fill(200))
    const spent = await user.get(path)
    expect([spent.status, spent.headers['ratelimit-policy']]).toEqual([429, `"per-signed-user";q=${LIMIT};w=60`])
    expect((await user.get('/v1/prices')).status).toBe(429)
    expect((await trader.api.get(path)).status).toBe(200)
    expect((await signedUser(engine, 'another').get('/v1/accounts')).status).toBe(200)
  })
})

describe('the gateway listener believes', () => {
  const path = '/v1/accounts'
  const sign = (parts: Partial<Parameters<typeof signedHeaders>[0]> = {}) =>
    signedHeaders({ path, userId: 'ann', ...parts })
  const get = async (headers: Record<string, string | string[]>, to = path) =>
    (await signedUser(engine, 'ann').client.request('GET', to, { headers })).status

  it('either secret, so that they can be replaced', async () => {
    expect(await get(sign())).toBe(200)
    expect(await get(sign({ secret: NEXT_SECRET }))).toBe(200)
  })

  it.each([
    ['no signature', () => ({ 'x-user-id': 'ann' })],
    ['a signature for the wallet', () => sign({ service: 'wallet' })],
    ['another user', () => ({ ...sign(), 'x-user-id': 'bob' })],
    // Whatever else a signature may be: user-trust.integration.test.ts of the wallet, which reads them alike
    ['another query', () => sign({ path: `${path}?limit=1` })],
    ['a signature of long ago', () => sign({ at: Math.floor(Date.now() / 1000) - 90 })],
  ] as const)('not %s', async (_case, headers) => {
    expect(await get(headers())).toBe(401)
  })

  it('no key, neither alone nor beside a signature', async () => {
    const { key } = engine.as()
    expect(await get({ ...key.headers })).toBe(401)
    expect(await get({ ...sign(), ...key.headers })).toBe(401)
    expect(await get({ ...sign(), 'x-api-key': '' })).toBe(401)
    expect(await get({ ...sign(), authorization: 'Basic' })).toBe(401)
    const { client } = signedUser(engine, 'ann')
    const { body } = await client.request('GET', path, { headers: { ...sign(), ...key.headers } })
    expect(body['message']).toContain('either a signed X-User-Id or an API key')
  })

  it('nobody without a signature, even for public prices', async () => {
    expect(await get({}, '/v1/prices')).toBe(401)
    expect(await get(sign({ path: '/v1/prices' }), '/v1/prices')).toBe(200)
  })

  it('a signature for a change once', async () => {
    const trader = await engine.trader()
    const rawBody = JSON.stringify({ account_id: trader.accountId, ...MARKET_ORDER })
    const parts = { method: 'POST', path: '/v1/order', userId: trader.userId, body: rawBody }
    const headers = signedHeaders(parts)
    const { client } = signedUser(engine, trader.userId)
    const send = () => client.request('POST', '/v1/order', { headers, rawBody })
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401, 401])
    const { body: trades } = await trader.api.get<unknown[]>(`/v1/account/${trader.accountId}/orders?status=all`)
    expect(trades).toHaveLength(1)
  })
})

it('a signature means nothing on the public listener', async () => {
  const headers = signedHeaders({ path: '/v1/accounts', userId: 'ann' })
  expect((await engine.api.get('/v1/accounts', { headers })).status).toBe(401)
})
