/** GET and PUT …/leverage, on two replicas. */
import { accountCalls, type AccountCalls, type ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

interface LeverageBody {
  readonly symbol: string
  readonly venue: string
  readonly leverage: number
  readonly max_leverage: number
}

let engine: TestEngine
let replica: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  replica = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
})
afterAll(async () => {
  await replica.close()
  await engine.close()
})

async function open() {
  const trader = await engine.trader()
  const path = `/v1/account/${trader.accountId}/leverage`
  const elsewhere = replica.api.with(trader.key.headers)
  return {
    ...trader,
    calls: accountCalls(trader),
    elsewhere: accountCalls({ ...trader, api: elsewhere }) satisfies AccountCalls,
    set: <T = LeverageBody>(body: object, query = '') => trader.api.put<T>(path + query, { body }),
    get: async (query: string, api = trader.api) => (await api.get<LeverageBody>(`${path}?${query}`)).body,
    elsewhereApi: elsewhere,
  }
}
const buy = (more: object = {}) => ({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1, ...more })

test('what is set on one replica holds on the other, for new positions, and through a restart', async () => {
  const account = await open()
  expect(await account.get('symbol=btcusdt')).toEqual({
    ...{ symbol: 'BTC-USD', venue: 'GMX', leverage: 20, max_leverage: 20 },
  })
  // Seen there before it is changed here.
  expect(await account.get('symbol=BTC-USD', account.elsewhereApi)).toMatchObject({ leverage: 20 })
  const { status, body } = await account.set({ symbol: 'btc/usd', leverage: '2.5' })
  expect([status, body]).toEqual([200, { symbol: 'BTC-USD', venue: 'GMX', leverage: 2.5, max_leverage: 20 }])
  expect(await account.get('symbol=BTC-USD&decimals=string', account.elsewhereApi)).toMatchObject({ leverage: '2.5' })
  expect(await account.get('symbol=BTC-USD&platform_id=OSTIUM')).toMatchObject({ venue: 'OSTIUM', leverage: 20 })
  expect(await account.get('symbol=ETH-USD')).toMatchObject({ leverage: 20 })

  await account.elsewhere.placed(buy())
  expect(await account.calls.positions()).toMatchObject([{ leverage: 2.5 }])
  const preview = await account.api.post<{ position: { leverage: number } }>('/v1/order/preview', {
    body: { account_id: account.accountId, ...buy() },
  })
  expect(preview.body.position.leverage).toBe(2.5)

  const later = await startEngine({ databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet, ROLE: 'api' })
  expect(await account.get('symbol=BTC-USD', later.api.with(account.key.headers))).toMatchObject({ leverage: 2.5 })
  await later.close()

  // Back at the most there is, nothing of it is kept.
  await account.set({ symbol: 'BTC-USD', leverage: 20 })
  expect(await account.get('symbol=BTC-USD', account.elsewhereApi)).toMatchObject({ leverage: 20 })
  expect(await account.calls.positions()).toMatchObject([{ leverage: 2.5 }])
  const { rows } = await engine.pool.query('select leverages from accounts where id = $1', [account.accountId])
  expect(rows).toEqual([{ leverages: null }])
})

test('it is refused where working orders would lack margin, with the violations', async () => {
  const account = await open()
  await account.calls.placed(buy({ kind: 'LIMIT', price: 1_000, quantity: 300 }))
  const { status, body } = await account.set<ProblemBody & { violations: readonly object[] }>({
    symbol: 'BTC-USD',
    leverage: 2,
  })
  expect([status, body.error]).toEqual([422, 'risk_rejected'])
  expect(body.violations).toMatchObject([{ rule: 'insufficient_margin', limit: 85_000, value: 135_000, unit: 'USD' }])
  expect(await account.get('symbol=BTC-USD')).toMatchObject({ leverage: 20 })
})

test('of a halted account it may only be lowered', async () => {
  const account = await open()
  await account.set({ symbol: 'BTC-USD', leverage: 5 })
  await engine.operator.post(`/operator/v1/accounts/${account.accountId}/halt`, { body: { reason: 'asked to' } })
  const raised = await account.set<ProblemBody>({ symbol: 'BTC-USD', leverage: 6 })
  expect(raised.status).toBe(422)
  expect(raised.body).toMatchObject({ violations: [{ rule: 'account_state', limit: 5, value: 6, unit: 'ratio' }] })
  expect((await account.set({ symbol: 'BTC-USD', leverage: 4 })).body).toMatchObject({ leverage: 4 })
})

test.each([
  ['no leverage', { symbol: 'BTC-USD' }, 'any.required'],
  ['a leverage below 1', { symbol: 'BTC-USD', leverage: 0.5 }, 'leverage.range'],
  ['a leverage beyond the plan', { symbol: 'BTC-USD', leverage: 21 }, 'leverage.range'],
  ['a symbol nobody lists', { symbol: 'NOPE', leverage: 2 }, 'symbol.unknown'],
  [
    'a venue that does not list it',
    { symbol: 'DOGE-USD', platform_id: 'OSTIUM', leverage: 2 },
    'platform_id.not_listed',
  ],
  ['a field unheard of', { symbol: 'BTC-USD', leverage: 2, client_id: 'x' }, 'object.unknown'],
])('%s is 400', async (_, body, code) => {
  const account = await open()
  const answer = await account.set<ProblemBody>(body)
  expect([answer.status, answer.body.issues?.map((issue) => issue.code)]).toEqual([400, [code]])
})

test('a stranger’s account is not there, and a key that may not manage orders may only read', async () => {
  const account = await open()
  const stranger = await engine.trader()
  const path = `/v1/account/${account.accountId}/leverage`
  expect((await stranger.api.get(`${path}?symbol=BTC-USD`)).status).toBe(404)
  expect((await stranger.api.put(path, { body: { symbol: 'BTC-USD', leverage: 2 } })).status).toBe(404)
  const { api } = engine.as({ userId: account.userId, permissions: ['READ_ONLY', 'TRADE'] })
  expect((await api.get(`${path}?symbol=BTC-USD`)).status).toBe(200)
  expect((await api.put(path, { body: { symbol: 'BTC-USD', leverage: 2 } })).status).toBe(403)
})
