import { runs, type ApiResponse } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'

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

type Body = Readonly<Record<string, unknown>>
interface Result {
  readonly status: number
  readonly body: Body
}
type Batched = ApiResponse<{ readonly results: readonly Result[] }>

const buy = (clientId: string, fields: Body = {}): Body => ({
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'MARKET',
  quantity: 0.01,
  client_id: clientId,
  ...fields,
})
const rest = (clientId: string, fields: Body = {}): Body =>
  buy(clientId, { kind: 'LIMIT', price: 1_000, quantity: 0.01, ...fields })
const many = (count: number, prefix: string): Body[] =>
  Array.from({ length: count }, (_, index) => buy(`${prefix}-${index}`))

const send = ({ api, accountId }: Trader, orders: unknown, extra: Body = {}): Promise<Batched> =>
  api.post('/v1/orders/batch', { body: { account_id: accountId, orders, ...extra } })
const place = ({ api, accountId }: Trader, order: Body): Promise<ApiResponse<Body>> =>
  api.post('/v1/order', { body: { account_id: accountId, ...order } })
const onReplica = (trader: Trader): Trader => ({ ...trader, api: replica.api.with(trader.key.headers) })
const statusesOf = ({ body }: Batched): number[] => body.results.map(({ status }) => status)
/** The body of each result, as it stands in the text of the response. */
const textsOf = ({ text }: Batched): string[] =>
  text
    .slice('{"results":['.length, -']}'.length)
    .split(/,(?=\{"status":\d+,"body":)/)
    .map((result) => result.replace(/^\{"status":\d+,"body":/, '').slice(0, -1))

async function ordersOf({ accountId }: Trader): Promise<string[]> {
  const { rows } = await engine.pool.query<{ client_id: string }>(
    'select client_id from orders where account_id = $1 order by created_at',
    [accountId],
  )
  return rows.map(({ client_id }) => client_id)
}

test('each order is decided on what the ones before it leave, and all are written in two statements', async () => {
  const trader = await engine.trader()
  const answer = await send(trader, [
    buy('in'),
    buy('out', { side: 'SELL', flags: { reduce_only: true } }),
    buy('nothing-left', { side: 'SELL', flags: { reduce_only: true } }),
    buy('off-lot', { quantity: 0.0000001 }),
    buy('again', { side: 'SELL' }),
  ])
  expect(statusesOf(answer)).toEqual([200, 200, 200, 400, 200])
  expect(answer.body.results[2]!.body).toMatchObject({ order: null, violations: [{ rule: 'reduce_only' }] })
  expect(answer.body.results[3]!.body).toMatchObject({ error: 'invalid_payload', issues: [{ path: ['quantity'] }] })
  expect(await ordersOf(trader)).toEqual(['in', 'out', 'again'])
  const { rows } = await engine.pool.query<{ version: number }>(
    `select a.version::int, (select count(*)::int from commands where account_id = a.id and moves) as moves,
      (select count(distinct xmin::text)::int from commands where account_id = a.id) as statements
      from accounts a where id = $1`,
    [trader.accountId],
  )
  expect(rows).toEqual([{ version: 4, moves: 4, statements: 2 }])
})

describe('client_ids', () => {
  test('a batch of 50 that is sent again is answered byte for byte, and nothing happens twice', async () => {
    const trader = await engine.trader()
    const orders = [...many(49, 'again'), buy('refused', { quantity: 1_000 })]
    const first = await send(trader, orders)
    const second = await send(trader, orders)
    const third = await send(onReplica(trader), orders)
    expect([second.text, third.text]).toEqual([first.text, first.text])
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect([second.headers['idempotent-replayed'], third.headers['idempotent-replayed']]).toEqual(['true', 'true'])
    expect(await ordersOf(trader)).toEqual(many(49, 'again').map((order) => order['client_id']))
  })

  test('an order replays byte for byte whether it comes with others or alone', async () => {
    const trader = await engine.trader()
    const [placed, refused] = [buy('alone'), buy('alone-refused', { quantity: 1_000 })]
    const alone = [await place(trader, placed), await place(trader, refused)]
    const batch = await send(trader, [placed, buy('new'), refused, rest('newer')])
    expect(statusesOf(batch)).toEqual([200, 200, 200, 200])
    expect(batch.headers['idempotent-replayed']).toBeUndefined()
    const texts = textsOf(batch)
    expect([texts[0], texts[2]]).toEqual(alone.map(({ text }) => text))
    for (const [place_, order] of [placed, buy('new'), refused, rest('newer')].entries()) {
      const repeated = await place(trader, order)
      expect(repeated.headers['idempotent-replayed']).toBe('true')
      expect(repeated.text).toBe(texts[place_])
    }
    expect(await ordersOf(trader)).toEqual(['alone', 'new', 'newer'])
  })

  test('a client_id that was used for a different order is 409, and stops no other order', async () => {
    const trader = await engine.trader()
    await place(trader, buy('taken'))
    const batch = await send(trader, [buy('first'), buy('taken', { quantity: 0.02 }), buy('last')])
    expect(statusesOf(batch)).toEqual([200, 409, 200])
    expect(batch.body.results[1]!.body).toMatchObject({ reason: 'client_id_reuse', client_id: 'taken' })
    expect(await ordersOf(trader)).toEqual(['taken', 'first', 'last'])
  })

  test('the same batch sent twenty times concurrently, to two replicas, places each order once', async () => {
    const trader = await engine.trader()
    const orders = many(5, 'twin')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(index % 2 === 0 ? trader : onReplica(trader), orders)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await ordersOf(trader)).toEqual(orders.map((order) => order['client_id']))
  })

  test('batches with the same orders in different order do not deadlock', async () => {
    const trader = await engine.trader()
    const orders = many(6, 'cross')
    const [first, reversed, turned, ...alone] = await Promise.all([
      send(trader, orders),
      send(trader, orders.toReversed()),
      send(trader, [...orders.slice(3), ...orders.slice(0, 3)]),
      ...orders.map((order) => place(trader, order)),
    ] as const)
    expect([first, reversed, turned, ...alone].map(({ status }) => status)).toEqual(Array(9).fill(200))
    expect((await ordersOf(trader)).sort()).toEqual(orders.map((order) => order['client_id']))
    expect(textsOf(reversed).toReversed()).toEqual(textsOf(first))
  })

  test('on two accounts and two replicas concurrently, each client_id is used once', async () => {
    const first = await engine.trader()
    const second = await engine.trader('instant-25k', { userId: first.userId })
    for (let round = 0; round < runs(16); round += 1) {
      const orders = many(8, `race-${round}`)
      const [here, there] = await Promise.all([
        send(first, orders.slice(0, 6)),
        send(onReplica({ ...second }), orders.slice(2).toReversed()),
      ])
      expect([here.status, there.status]).toEqual([200, 200])
      const placed = [...statusesOf(here), ...statusesOf(there)].filter((status) => status === 200)
      expect(placed).toHaveLength(8)
      const ids = [...(await ordersOf(first)), ...(await ordersOf(second))].filter((id) =>
        id.startsWith(`race-${round}`),
      )
      expect(ids.sort()).toEqual(orders.map((order) => order['client_id']))
    }
  })
})

describe('concurrently with other requests on the account', () => {
  test('batches and single orders by two replicas are each placed once, and the books balance', async () => {
    const trader = await engine.trader()
    const work = Array.from({ length: 8 }, async (_, index) => {
      const client = index % 2 === 0 ? trader : onReplica(trader)
      const batch = await send(client, many(6, `mixed-${index}`))
      expect(statusesOf(batch)).toEqual(Array(6).fill(200))
      expect((await place(client, buy(`single-${index}`))).status).toBe(200)
    })
    await Promise.all(work)
    const ids = await ordersOf(trader)
    expect([ids.length, new Set(ids).size]).toEqual([56, 56])
    const { rows } = await engine.pool.query<{ events: number }>(
      `select balance = (select sum(case direction when 'IN' then amount else -amount end) from transfers
        where account_id = a.id) as balances, version::int,
        (select count(*)::int from commands where account_id = a.id and moves) as moves,
        event_sequence::int as last, (select count(*)::int from events where account_id = a.id) as events
        from accounts a where id = $1`,
      [trader.accountId],
    )
    expect(rows).toEqual([{ balances: true, version: 57, moves: 57, last: rows[0]!.events, events: rows[0]!.events }])
  })

  test('an order that Postgres refuses is the only one that fails', async () => {
    const trader = await engine.trader()
    await engine.pool.query(`create function poison() returns trigger language plpgsql as
      $$ begin if new.client_id like 'poison%' then raise exception 'poisoned'; end if; return new; end $$`)
    await engine.pool.query('create trigger poison before insert on orders for each row execute function poison()')
    const orders = [buy('before'), buy('poisoned'), buy('behind')]
    const answer = await send(trader, orders)
    expect(statusesOf(answer)).toEqual([200, 500, 200])
    expect(answer.body.results[1]!.body).toMatchObject({
      error: 'engine_error',
      request_id: expect.any(String) as string,
    })
    expect(await ordersOf(trader)).toEqual(['before', 'behind'])
    await engine.pool.query('drop function poison() cascade')
    const retried = await send(trader, orders)
    expect(statusesOf(retried)).toEqual([200, 200, 200])
    expect(textsOf(retried)[0]).toBe(textsOf(answer)[0])
    expect(await ordersOf(trader)).toEqual(['before', 'behind', 'poisoned'])
  })
})

describe('the shape of a batch', () => {
  let trader: Trader
  beforeAll(async () => {
    trader = await engine.trader()
  })
  afterAll(async () => expect(await ordersOf(trader)).toEqual([]))

  const raw = (orders: string, more = ''): Promise<ApiResponse<{ issues: Body[] }>> =>
    trader.api.post('/v1/orders/batch', {
      rawBody: `{"account_id":"${trader.accountId}"${more},"orders":${orders}}`,
      ...JSON_TYPE,
    })
  const JSON_TYPE = { headers: { 'content-type': 'application/json' } }
  const good = JSON.stringify(buy('good'))

  test.each<[string, string, readonly (string | number)[], string]>([
    ['none', 'null', ['orders'], 'any.required'],
    ['an empty list', '[]', ['orders'], 'array.min'],
    ['51 orders', JSON.stringify(many(51, 'x')), ['orders'], 'array.max'],
    ['a number in the list', `[${good},7]`, ['orders', 1], 'object.base'],
    ['no client_id', `[${good},{"symbol":"BTC-USD"}]`, ['orders', 1, 'client_id'], 'any.required'],
    [
      'the same client_id twice',
      `[${good},${JSON.stringify(rest('good'))}]`,
      ['orders', 1, 'client_id'],
      'array.unique',
    ],
    ['two client_ids', `[{"client_id":"a","client_id":"b"}]`, ['orders', 0, 'client_id'], 'duplicate_key'],
    ['an unknown field', `[${good}],"mode":"atomic"`, ['mode'], 'object.unknown'],
  ])('%s: 400 for the whole batch', async (_words, orders, path, code) => {
    const { status, body } = await raw(orders)
    expect(status).toBe(400)
    expect(body.issues).toContainEqual(expect.objectContaining({ path, code }))
  })

  test('another account_id, or none, is 400, and somebody else’s 404', async () => {
    const post = (body: Body) => trader.api.post<Body>('/v1/orders/batch', { body })
    const orders = [buy('good')]
    expect(await post({ orders })).toMatchObject({ status: 400, body: { issues: [{ path: ['account_id'] }] } })
    expect(await post({ account_id: 'mine', orders })).toMatchObject({ status: 400 })
    const other = await engine.trader()
    expect(await post({ account_id: other.accountId, orders })).toMatchObject({ status: 404 })
    expect(await ordersOf(other)).toEqual([])
  })

  test.each<[string, string]>([
    ['an unknown field', '"reduceOnly":true'],
    ['an account of its own', '"account_id":"018f0000-0000-7000-8000-000000000001"'],
    ['a price on a MARKET order', '"price":5'],
    ['a field of the flags twice', '"flags":{"reduce_only":true,"reduce_only":false}'],
    ['a field twice', '"side":"SELL"'],
  ])('%s is 400 for that order, with the issues that a single order would have', async (_words, field) => {
    const order = (clientId: string) =>
      `{"symbol":"BTC-USD","side":"BUY","kind":"MARKET","quantity":1e9,"client_id":"${clientId}",${field}}`
    const answer = await raw(`[${order('wrong')},{"client_id":"worse"}]`)
    const { results } = answer.body as unknown as { results: Result[] }
    expect([answer.status, ...results.map(({ status }) => status)]).toEqual([200, 400, 400])
    const isAccount = field.startsWith('"account_id"')
    const alone = await trader.api.post<Body>('/v1/order', {
      rawBody: isAccount ? '{}' : `{"account_id":"${trader.accountId}",${order('wrong').slice(1)}`,
      ...JSON_TYPE,
    })
    expect(alone.status).toBe(400)
    if (!isAccount) expect(results[0]!.body).toEqual({ ...alone.body, request_id: answer.headers['x-request-id'] })
    expect(results[1]!.body['issues']).toHaveLength(4)
  })

  test('a batch may have 32 KB, a single order 16 KB; one byte more is 413', async () => {
    const full = JSON.stringify({ account_id: trader.accountId, orders: [rest('full', { quantity: 1e9 })] })
    const sized = (bytes: number) => ({ rawBody: full + ' '.repeat(bytes - full.length), ...JSON_TYPE })
    expect((await trader.api.post('/v1/orders/batch', sized(32 * 1024))).status).toBe(200)
    expect((await trader.api.post('/v1/orders/batch', sized(32 * 1024 + 1))).status).toBe(413)
    expect((await trader.api.post('/v1/order', sized(16 * 1024 + 1))).status).toBe(413)
  })
})
