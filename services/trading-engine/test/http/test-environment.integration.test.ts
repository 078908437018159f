import { inlineOperation } from '@ats/service-kit/http'
import type { ApiClient } from '@ats/test-kit'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { RESTING_ORDER } from '../support/engine/operations.js'

interface Account {
  readonly id: string
  readonly plan_id: string
  readonly name: string
  readonly state: string
}

const LIMIT = 30

/** As usual: no call without a key. */
let strict: TestEngine
/** Let calls without a key act as the sandbox user; these two were the first to do so, and started concurrently. */
let engine: TestEngine
let twin: TestEngine
let account: Account

const accountsOf = async (api: ApiClient) => (await api.get<readonly Account[]>('/v1/accounts')).body
const startBeside = () =>
  startEngine({
    databaseUrl: strict.databaseUrl,
    sharedWallet: strict.wallet,
    AUTH_MODE: 'optional',
    // Everybody else must be granted a plan.
    ACCOUNT_CREATION: 'entitled',
    REQUESTS_PER_MINUTE: LIMIT,
    TRUSTED_PROXIES: ['127.0.0.0/8'],
  })

beforeAll(async () => {
  strict = await startEngine()
  ;[engine, twin] = await Promise.all([startBeside(), startBeside()])
  account = (await accountsOf(engine.api))[0]!
})
afterAll(async () => {
  await twin.close()
  await engine.close()
  await strict.close()
})

let lastAddress = 0
const newAddress = (): Record<string, string> => ({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1)}` })
/** Without a key, from an address nobody has called from before. */
const visitor = (): ApiClient => engine.api.with(newAddress())

describe('a call without a key', () => {
  test('finds one account, opened at the first start, though two engines started concurrently', async () => {
    for (const api of [visitor(), twin.api]) {
      expect(await accountsOf(api)).toMatchObject([
        { id: account.id, plan_id: 'standard-100k', name: 'Sandbox', state: 'ACTIVE' },
      ])
    }
  })

  test('is 401 elsewhere', async () => {
    expect((await strict.api.get('/v1/accounts')).status).toBe(401)
  })

  test('may do everything with it', async () => {
    const api = visitor()
    const place = (order: object) => api.post('/v1/order', { body: { account_id: account.id, ...order } })
    const market = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 }
    expect(await place(market)).toMatchObject({ status: 200, body: { violations: [], order: { status: 'FILLED' } } })
    const { body } = await place(RESTING_ORDER)
    const orders = `/v1/account/${account.id}/orders`
    expect(await api.post(`${orders}/${(body['order'] as { id: string }).id}/cancel`)).toMatchObject({ status: 200 })
    const closed = await api.post(`/v1/account/${account.id}/close-position`, { body: { symbol: 'BTC-USD' } })
    expect(closed).toMatchObject({ status: 200, body: { position: null } })
  })

  test('is told who it is', async () => {
    expect((await visitor().get('/v1/key')).body).toMatchObject({
      user_id: 'sandbox',
      permissions: ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'],
      ip_whitelist: [],
      expires_at: null,
      rate_limit: { limit: LIMIT, remaining: LIMIT - 1 },
    })
  })

  test("does not see anybody else's account", async () => {
    const trader = await strict.trader()
    expect(await visitor().get(`/v1/account/${trader.accountId}`)).toMatchObject({ status: 404 })
    expect(await trader.api.get(`/v1/account/${account.id}`)).toMatchObject({ status: 404 })
    const owner = strict.as({ userId: 'sandbox', permissions: ['READ_ONLY'] })
    expect(await owner.api.get(`/v1/account/${account.id}`)).toMatchObject({ status: 200 })
  })

  test('asks no wallet, so it also works without one', async () => {
    const requested = engine.wallet.requested()
    await visitor().get('/v1/accounts')
    expect(engine.wallet.requested()).toBe(requested)
  })

  test('is limited per address, over all routes, and holds up no key', async () => {
    const api = visitor()
    const answers = await Promise.all(Array.from({ length: LIMIT }, () => api.get('/v1/accounts')))
    expect(answers.map(({ status }) => status)).toEqual(Array(LIMIT).fill(200))
    const refused = await api.get('/v1/key')
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    expect(refused.headers['ratelimit-policy']).toBe(`"sandbox-per-ip";q=${LIMIT};w=60`)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await visitor().get('/v1/key')).status).toBe(200)
    expect((await api.get('/v1/key', { headers: engine.as().key.headers })).status).toBe(200)
  })
})

describe('a key that is sent is checked', () => {
  const { key, secret } = { key: `svc_ak_${'0'.repeat(48)}`, secret: `svc_sk_${'0'.repeat(48)}` }
  test.each<[string, Record<string, string>]>([
    ['unknown', { 'x-api-key': key, 'x-api-secret': secret }],
    ['without its secret', { 'x-api-key': key }],
    // Whatever else is wrong: authentication.integration.test.ts
    ['blank', { 'x-api-key': '', 'x-api-secret': '' }],
    ['blank HTTP Basic', { authorization: 'basic' }],
  ])('%s: 401', async (_which, headers) => {
    for (const path of ['/v1/accounts', `/v1/account/${account.id}`]) {
      expect(await engine.api.get(path, { headers })).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    }
  })

  test('for its life, its addresses, its scopes and its user', async () => {
    const { api, key: mine } = engine.as({ permissions: ['READ_ONLY'] })
    const order = { account_id: account.id, ...RESTING_ORDER }
    expect(await accountsOf(api)).toEqual([])
    expect((await api.post('/v1/order', { body: order })).status).toBe(403)
    expect((await engine.as({ ipWhitelist: ['203.0.113.9'] }).api.get('/v1/accounts')).status).toBe(403)
    engine.wallet.revoke(mine)
    expect((await api.get('/v1/accounts')).status).toBe(401)
  })
})

test('the document says that a key may be left out, where it may', () => {
  const keys = [{ apiKey: [], apiSecret: [] }, { basic: [] }]
  const securityOf = ({ openapi }: TestEngine) =>
    inlineOperation(openapi.paths['/v1/order']!['post']!, openapi).security
  expect([securityOf(engine), securityOf(strict)]).toEqual([[{}, ...keys], keys])
})

test('its account is still the same at the next start; one that has ended is followed by another', async () => {
  const accountsAtNextStart = async () => {
    const next = await startBeside()
    const accounts = await accountsOf(next.api)
    await next.close()
    return accounts
  }
  expect(await accountsAtNextStart()).toMatchObject([{ id: account.id, state: 'ACTIVE' }])
  await strict.pool.query(`update accounts set state = 'TERMINATED', version = version + 1 where id = $1`, [account.id])
  expect(await accountsAtNextStart()).toMatchObject([{ state: 'ACTIVE' }, { id: account.id, state: 'TERMINATED' }])
})
