/** GET and PUT …/leverage, on two replicas. */
import { accountCalls, type AccountCalls } from '../support/account-calls.js'
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
  replica = await startEngine({ ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
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

test('what is set on one replica holds on the other, of the open position too, and through a restart', async () => {
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
  expect(await account.calls.positions()).toMatchObject([{ leverage: 20 }])
  const { rows } = await engine.pool.query('select leverages from accounts where id = $1', [account.accountId])
  expect(rows).toEqual([{ leverages: null }])
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

test('orders beside changes of leverage: what is held has its margin, and one leverage is in force', async () => {
  const account = await open()
  await account.calls.placed(buy())
  const orders = Array.from({ length: 10 }, () => account.elsewhere.place(buy({ quantity: 0.3 })))
  const changes = [1, 20, 1.5, 5, 1, 20, 2, 1].map((leverage) => account.set<object>({ symbol: 'BTC-USD', leverage }))
  const answers = await Promise.all([...orders, ...changes])
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
  const inForce = await account.get('symbol=BTC-USD')
  const [position] = await account.calls.positions()
  expect(position!.leverage).toBe(inForce.leverage)
  const { equity, free_margin: free } = await account.calls.summary()
  // Prices move between the last answer and this one.
  expect(free).toBeGreaterThan(-equity / 100)
  const { rows } = await engine.pool.query('select leverage from positions where account_id = $1', [account.accountId])
  expect(rows.map(({ leverage }: { leverage: string }) => Number(leverage))).toEqual([inForce.leverage])
  const refused = await account.set<{ violations: readonly object[] }>({ symbol: 'BTC-USD', leverage: 20.5 })
  expect(refused.status).toBe(400)
})
