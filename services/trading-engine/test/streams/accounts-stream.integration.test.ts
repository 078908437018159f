/** The stream of all accounts of a user: the newest of each, and which of them have something to be read. */
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { openStream, type StreamClient } from '../support/streams/read-stream.js'

let engine: TestEngine
const open: StreamClient[] = []

beforeAll(async () => {
  engine = await startEngine({ LOG_LEVEL: 'warn' })
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => engine.close())

async function read(trader: Trader) {
  const client = await openStream(engine.baseUrl, '/v1/accounts/stream', { headers: trader.key.headers })
  open.push(client)
  return client
}

async function openAccount({ api }: Trader): Promise<string> {
  const created = await api.post<{ id: string }>('/v1/accounts', { body: { plan_id: 'instant-25k' } })
  expect(created.status).toBe(201)
  return created.body.id
}

const of = (client: StreamClient, event: string, accountId: string) =>
  client.of(event).filter(({ data }) => data['account_id'] === accountId)

test('summary, risk and latest sequence of every account, also of one opened later, and of nobody else', async () => {
  const [trader, stranger] = [await engine.trader(), await engine.trader()]
  const second = await openAccount(trader)
  const client = await read(trader)
  const isTold = (accountId: string) =>
    ['summary', 'risk', 'changed'].every((event) => of(client, event, accountId).length > 0)
  await client.until(() => isTold(trader.accountId) && isTold(second))
  const [summary] = of(client, 'summary', second)
  const [risk] = of(client, 'risk', second)
  expect(Object.keys(summary!.data)).toEqual(['account_id', 'summary'])
  expect(summary!.data['summary']).toEqual((await trader.api.get(`/v1/account/${second}/summary`)).body)
  expect(risk!.data['risk']).toEqual((await trader.api.get(`/v1/account/${second}/risk`)).body)
  expect(of(client, 'changed', second)[0]!.data).toEqual({ account_id: second, sequence: 0 })

  await stranger.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  await client.until(() => of(client, 'changed', trader.accountId).at(-1)!.data['sequence'] === 2)
  const { body } = await trader.api.post<{ id: string }>('/v1/accounts', {
    body: { plan_id: 'instant-25k', challenge_id: 'later' },
  })
  await client.until(() => isTold(body.id))
  expect(new Set(client.frames.map(({ data }) => data['account_id']))).toEqual(
    new Set([trader.accountId, second, body.id]),
  )
  expect(client.frames.every(({ id }) => id === undefined)).toBe(true)
})

test('what another process has changed without a word is told all the same', async () => {
  const trader = await engine.trader()
  const client = await read(trader)
  await client.until(() => of(client, 'changed', trader.accountId).length === 1)
  await engine.pool.query('update accounts set event_sequence = 5, version = version + 1 where id = $1', [
    trader.accountId,
  ])
  await client.until(() => of(client, 'changed', trader.accountId).at(-1)!.data['sequence'] === 5)
})

test('an account that nothing moves is told once', async () => {
  const trader = await engine.trader()
  const [client, busy] = [await read(trader), await engine.trader()]
  const other = await read(busy)
  await busy.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  await other.until(() => of(other, 'summary', busy.accountId).length >= 5)
  expect(client.frames.map(({ event }) => event).sort()).toEqual(['changed', 'risk', 'summary'])
})
