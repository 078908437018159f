import type { ServerResponse } from 'node:http'
import { createTestDatabase, startFaultProxy, type FaultProxy, type TestDatabase } from '@ats/test-kit'
import { pollUntil } from '../support/poll-until.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { untilAnswered } from '../support/engine/until-answered.js'

let database: TestDatabase
let proxy: FaultProxy
let engine: TestEngine
let trader: Trader

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  const url = new URL(database.url)
  proxy = await startFaultProxy({ targetPort: Number(url.port) })
  url.port = String(proxy.port)
  engine = await startEngine({ asksOverHttp: true, databaseUrl: url.toString(), runtime: { timeoutFactor: 1 } })
  // An engine that is as impatient as in production may have to be asked again on a busy machine.
  trader = (await pollUntil(
    () => engine.trader().catch(() => null),
    (opened) => opened !== null,
  ))!
})
afterAll(async () => {
  await proxy.mode('forward')
  await engine.close()
  await proxy.close()
  await database.drop()
})
afterEach(async () => {
  engine.wallet.fail(null)
  await proxy.mode('forward')
})

const order = (clientId: string) => ({
  account_id: trader.accountId,
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'MARKET',
  quantity: 0.01,
  client_id: clientId,
})

/** While the fault goes on: an answer at all is one in time, which overload of the fault suite measures. */
const expectEngineError = async (call: () => Promise<{ status: number; headers: object; body: unknown }>) => {
  const { status, headers, body } = await call()
  expect({ status, body }).toMatchObject({ status: 500, body: { error: 'engine_error' } })
  expect(headers).toHaveProperty('retry-after')
}

describe.each(['refuse', 'hang', 'reset'] as const)('while Postgres does %s', (mode) => {
  test('reads and writes answer 500 with Retry-After in time, and work again afterwards', async () => {
    await proxy.mode(mode)
    const clientId = `down-${mode}`
    await expectEngineError(() => trader.api.post('/v1/order', { body: order(clientId) }))
    await expectEngineError(() => trader.api.get(`/v1/account/${trader.accountId}/trades`))
    await expectEngineError(() => trader.api.get(`/v1/account/${trader.accountId}`))
    await expectEngineError(() => trader.api.post('/v1/accounts', { body: { plan_id: 'instant-25k' } }))
    expect((await untilAnswered(() => engine.api.get('/v1/price?symbol=BTC-USD'))).status).toBe(200)

    await proxy.mode('forward')
    const retried = await untilAnswered(() => trader.api.post('/v1/order', { body: order(clientId) }))
    expect(retried.status).toBe(200)
    const orders = await trader.api.get<unknown[]>(
      `/v1/account/${trader.accountId}/orders?client_id=${clientId}&status=all`,
    )
    expect(orders.body).toHaveLength(1)
  })
})

describe('a connection that breaks while orders are on their way', () => {
  test('loses none that was answered and doubles none that is retried', async () => {
    let sent = 0
    for (let round = 0; round < 8; round++) {
      const clientIds = Array.from({ length: 6 }, () => `cut-${sent++}`)
      const answers = clientIds.map((clientId) => trader.api.post('/v1/order', { body: order(clientId) }))
      await new Promise((resolve) => setTimeout(resolve, round * 2))
      await proxy.mode('reset')
      await Promise.all(answers)
      await proxy.mode('forward')
      for (const clientId of clientIds) {
        const settled = await untilAnswered(() => trader.api.post('/v1/order', { body: order(clientId) }))
        expect(settled.status).toBe(200)
      }
    }
    const { rows } = await engine.pool.query<{ orders: string; ids: string; balanced: boolean }>(
      `select count(*) as orders, count(distinct client_id) as ids,
          (select balance from accounts where id = $1) =
          (select sum(case direction when 'IN' then amount else -amount end) from transfers where account_id = $1) as balanced
        from orders where account_id = $1 and client_id like 'cut-%'`,
      [trader.accountId],
    )
    expect(rows[0]).toEqual({ orders: String(sent), ids: String(sent), balanced: true })
  })
})

describe('a batch', () => {
  const batch = (prefix: string) => ({
    account_id: trader.accountId,
    orders: Array.from({ length: 10 }, (_, index) => ({ ...order(`${prefix}-${index}`), account_id: undefined })),
  })
  const send = (prefix: string) =>
    trader.api.post<{ results: { status: number }[] }>('/v1/orders/batch', { body: batch(prefix) })
  /** Asks again while an order of it waits, or was given up. */
  const untilDecided = (prefix: string) =>
    pollUntil(
      () => untilAnswered(() => send(prefix)),
      ({ status, body }) => status !== 200 || body.results.every((result) => ![409, 500].includes(result.status)),
    )
  const placed = async (prefix: string) => {
    const { rows } = await engine.pool.query<{ orders: number; ids: number; statements: number }>(
      `select count(*)::int as orders, count(distinct client_id)::int as ids,
        count(distinct xmin::text)::int as statements
        from commands where account_id = $1 and client_id like $2`,
      [trader.accountId, `${prefix}-%`],
    )
    return rows[0]
  }

  test('whose commit is never confirmed was done once, and says so when it is sent again', async () => {
    for (let round = 0; round < 4; round++) {
      let isDropped = false
      void proxy.dropCommitAnswer(1).then(() => (isDropped = true))
      // One that is given up on a busy machine before it is written has no commit.
      await pollUntil(
        () => send(`unheard-${round}`),
        () => isDropped,
      )
      const retried = await untilDecided(`unheard-${round}`)
      expect(retried.body.results.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(retried.headers['idempotent-replayed']).toBe('true')
      expect(await placed(`unheard-${round}`)).toEqual({ orders: 10, ids: 10, statements: 1 })
    }
  })

  test('on a connection that breaks is there whole or not at all', async () => {
    for (let round = 0; round < 8; round++) {
      const prefix = `broken-${round}`
      const answer = send(prefix)
      await new Promise((resolve) => setTimeout(resolve, round * 2))
      await proxy.mode('reset')
      await answer
      await proxy.mode('forward')
      const { orders = 0 } = (await pollUntil(
        () => placed(prefix).catch(() => null),
        (found) => found !== null,
      ))!
      expect([0, 10]).toContain(orders)
      const retried = await untilDecided(prefix)
      expect(retried.body.results.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(await placed(prefix)).toEqual({ orders: 10, ids: 10, statements: 1 })
    }
  })
})

describe('while the wallet fails', () => {
  test.each([
    ['answers 500', (response: ServerResponse) => response.writeHead(500).end()],
    ['hangs', () => undefined],
    ['resets', (response: ServerResponse) => response.socket?.resetAndDestroy()],
    ['answers 401 to the service', (response: ServerResponse) => response.writeHead(401).end('{}')],
    [
      'answers nonsense',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"valid":"maybe"}'),
    ],
  ])('%s: callers get 500, never 401, and it works again afterwards', async (_how, fault) => {
    engine.wallet.fail(fault)
    await expectEngineError(() => trader.api.get('/v1/accounts'))
    await expectEngineError(() => trader.api.post('/v1/order', { body: order('no-wallet') }))
    engine.wallet.fail(null)
    expect((await untilAnswered(() => trader.api.get('/v1/accounts'))).status).toBe(200)
  })
})

describe('the log has a line for the loss of a dependency and one for its return', () => {
  const said = (dependency: string) =>
    engine.logs.entries().flatMap((entry) => (entry['dependency'] === dependency ? [entry['answers']] : []))
  /** Told since `before`; failures of single requests name the dependency too, without a word on whether it answers. */
  const changes = (dependency: string, before: number) =>
    said(dependency)
      .slice(before)
      .filter((answers) => answers !== undefined)

  const wallet = (fault: ((response: ServerResponse) => unknown) | null) => Promise.resolve(engine.wallet.fail(fault))

  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    ['postgres', () => proxy.mode('reset'), () => proxy.mode('forward')],
    ['wallet', () => wallet((response) => response.writeHead(500).end()), () => wallet(null)],
  ])('%s', async (dependency, breakIt, mend) => {
    // Whatever was lost in a test before this one has been found again.
    const ask = () => trader.api.get(`/v1/account/${trader.accountId}/trades`)
    const isBack = () => pollUntil(ask, () => said(dependency).findLast((answers) => answers !== undefined) !== false)
    await isBack()
    const before = said(dependency).length
    await breakIt()
    await expectEngineError(ask)
    await expectEngineError(ask)
    await mend()
    await isBack()
    const told = changes(dependency, before)
    expect([told[0], told.at(-1)]).toEqual([false, true])
  })
})
