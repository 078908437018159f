/** Where an order came from is told wherever the order and its trades are. */
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'
import { GATEWAY_SECRET, signedUser } from '../support/engine/signed-user.js'

interface Told {
  readonly id: string
  readonly origin: string | null
  readonly key_id: string | null
  readonly reason?: string | null
}
interface Event {
  readonly data: { readonly order?: Told; readonly trade?: Told }
}

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine({ GATEWAY_HMAC_SECRETS: [GATEWAY_SECRET], isBesideAnother: true })
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(() => engine.close())

const buy = (quantity = 0.1) => ({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity })
const read = async <T>({ api, accountId }: Trader, path: string): Promise<T> =>
  (await api.get<T>(`/v1/account/${accountId}${path}`)).body
const ordersOf = (trader: Trader) => read<readonly Told[]>(trader, '/orders?status=all')
const originOf = ({ origin, key_id: keyId }: Told) => [origin, keyId]
const byKey = ({ key }: Trader) => ['API', key.record.keyId]

test('a key and a dashboard of one user: on orders, trades and events, and on the command', async () => {
  const trader = await engine.trader()
  const user = signedUser(engine, trader.userId)
  const { body: placed } = await trader.place({ ...buy(), client_id: 'by-key' })
  expect(originOf(placed.order as unknown as Told)).toEqual(byKey(trader))
  const clicked = { account_id: trader.accountId, ...buy(), client_id: 'by-hand' }
  const { body } = await user.post<{ order: Told; trades: readonly Told[] }>('/v1/order', clicked)
  expect([body.order, ...body.trades].map(originOf)).toEqual([
    ['DASHBOARD', null],
    ['DASHBOARD', null],
  ])
  const both = [['DASHBOARD', null], byKey(trader)]
  expect((await ordersOf(trader)).map(originOf)).toEqual(both)
  expect((await read<readonly Told[]>(trader, '/trades')).map(originOf)).toEqual(both)
  const events = await read<readonly Event[]>(trader, '/events')
  const told = events.flatMap(({ data: { order, trade } }) => [order, trade].flatMap((each) => each ?? []))
  expect(told.map(originOf)).toEqual(
    [0, 1, 2, 3, 4, 5].map((place) => (place < 3 ? byKey(trader) : ['DASHBOARD', null])),
  )

  // The answer to a client_id is the first one, also when another asks for it again.
  const replay = await trader.place({ ...buy(), client_id: 'by-hand' })
  expect(replay.headers['idempotent-replayed']).toBe('true')
  expect(originOf(replay.body.order as unknown as Told)).toEqual(['DASHBOARD', null])
  const commands = await engine.pool.query<Told>(
    'select origin, key_id from commands where account_id = $1 and client_id is not null order by created_at',
    [trader.accountId],
  )
  expect(commands.rows.map(originOf)).toEqual([...both].reverse())
})

test('stops of a position, its close, and a batch are of the caller; a change leaves an order what it was', async () => {
  const trader = await engine.trader()
  const user = signedUser(engine, trader.userId)
  await trader.place(buy())
  const [position] = await read<readonly Told[]>(trader, '/positions')
  const path = `/v1/account/${trader.accountId}`
  const protection = { stop_loss: { trigger_price: 90_000 } }
  expect((await user.send('PUT', `${path}/positions/${position!.id}/protection`, protection)).status).toBe(200)
  const [stop] = await ordersOf(trader)
  expect(originOf(stop!)).toEqual(['DASHBOARD', null])
  const { body: changed } = await trader.api.post<Told>(`${path}/orders/${stop!.id}/modify`, {
    body: { trigger_price: 91_000 },
  })
  expect(originOf(changed)).toEqual(['DASHBOARD', null])
  const orders = [{ ...buy(), client_id: 'batched' }]
  await trader.api.post('/v1/orders/batch', { body: { account_id: trader.accountId, orders } })
  await user.post(`${path}/close-position`, { symbol: 'BTC-USD' })
  const newest = await ordersOf(trader)
  expect(newest.slice(0, 2).map(originOf)).toEqual([['DASHBOARD', null], byKey(trader)])
})

test('closes by a kill switch are of who used it, by an operator of the operator, by a rule of the service', async () => {
  const [stopped, closed, breached] = [await engine.trader(), await engine.trader(), await engine.trader()]
  for (const trader of [stopped, closed]) await trader.place(buy())
  await stopped.api.post(`/v1/account/${stopped.accountId}/kill-switch`, { body: { flatten: true } })
  await engine.operator.post(`/operator/v1/accounts/${closed.accountId}/close`, {
    body: { reason: 'left' },
  })
  await breached.place(buy(2))
  await engine.moveMarket('BTC-USD', 97_000)
  await pollUntil(
    () => ordersOf(breached),
    ([order]) => order?.reason === 'risk',
  )
  const newest = async (trader: Trader) => {
    const [order] = await ordersOf(trader)
    return [order!.reason, ...originOf(order!)]
  }
  expect(await newest(stopped)).toEqual(['user_kill_switch', ...byKey(stopped)])
  expect(await newest(closed)).toEqual(['account_closed', 'OPERATOR', null])
  expect(await newest(breached)).toEqual(['risk', 'SYSTEM', null])
})

test('an order from before is told without one, and what it fills with too', async () => {
  await engine.moveMarket('BTC-USD', 100_000)
  const trader = await engine.trader()
  const { body } = await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', price: 99_000, quantity: 0.1 })
  await engine.pool.query('update orders set origin = null, key_id = null where id = $1', [body.order!.id])
  await engine.pool.query('update accounts set version = version + 1 where id = $1', [trader.accountId])
  await engine.moveMarket('BTC-USD', 98_000)
  const trades = await pollUntil(
    () => read<readonly Told[]>(trader, '/trades'),
    ({ length }) => length > 0,
  )
  expect([...(await ordersOf(trader)), ...trades].map(originOf)).toEqual([
    [null, null],
    [null, null],
  ])
})

test("a dead-man's switch is of the caller who renewed it last", async () => {
  const trader = await engine.trader()
  const path = `/v1/account/${trader.accountId}/dead-man-switch`
  const body = { timeout_ms: 3_600_000, action: 'CANCEL_ALL' }
  const armed = () => read<Told>(trader, '/dead-man-switch')
  expect(originOf(await armed())).toEqual([null, null])
  await trader.api.request('PUT', path, { body })
  expect(originOf(await armed())).toEqual(byKey(trader))
  await signedUser(engine, trader.userId).send('PUT', path, body)
  expect(originOf(await armed())).toEqual(['DASHBOARD', null])
})
