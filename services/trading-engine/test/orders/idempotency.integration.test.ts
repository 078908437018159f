import { createHash, randomUUID } from 'node:crypto'
import { startEngine, type PlacedAnswer, type TestEngine, type Trader } from '../support/engine/engine.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'

const ROUNDS = process.env['SUITE'] === 'whole' ? 25 : 5

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

const buy = (clientId: string, quantity: number | string = 0.01) => ({
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'MARKET',
  quantity,
  client_id: clientId,
})

const countOrders = async ({ accountId }: Trader, clientId: string): Promise<number> => {
  const { rows } = await engine.pool.query<{ count: string }>(
    'select count(*) from orders where account_id = $1 and client_id = $2',
    [accountId, clientId],
  )
  return Number(rows[0]?.count)
}

/** A stop-limit order as the first version stored it, spelled out so that every later version has to find it. */
const EARLY = {
  fingerprint: (accountId: string) =>
    createHash('sha256')
      .update(
        JSON.stringify([
          'POST /v1/order',
          [
            ['account_id', accountId],
            ['expires_at', null],
            ['kind', 'STOP'],
            ['platform_id', null],
            ['position_id', null],
            ['post_only', false],
            ['price', '89000'],
            ['quantity', '0.5'],
            ['reduce_only', false],
            ['side', 'SELL'],
            ['symbol', 'BTC-USD'],
            ['tif', 'GTC'],
            ['trigger_on_index', false],
            ['trigger_on_mark', false],
            ['trigger_price', '90000'],
          ],
        ]),
      )
      .digest(),
  /** Before limit_price, requested_trigger_price and warnings. */
  answer: (accountId: string) =>
    '{"order":{"id":"018f0000-0000-7000-8000-000000000001","account_id":"' +
    accountId +
    '","client_id":"early","symbol":"BTC-USD","venue":"GMX","side":"SELL","kind":"STOP","status":"OPEN","quantity":0.50,' +
    '"price":90000,"filled_quantity":0,"remaining_quantity":0.5,"held_quantity":0,"average_price":null,' +
    '"requested_price":null,"trigger_price":90000,"trigger_by":"LAST","trigger_state":"ARMED","tif":"GTC",' +
    '"expires_at":null,"flags":{"post_only":false,"reduce_only":false,"trigger_on_index":false,"trigger_on_mark":false},' +
    '"position_id":null,"parent_order_id":null,"reason":null,"fees":0,"created_at":"2026-03-01T12:00:00.000Z",' +
    '"updated_at":"2026-03-01T12:00:00.000Z","version":1},"trades":[],"violations":[]}',
}

describe('client_id', () => {
  test('50 parallel posts of one client_id, to two replicas, place one order and get equal bodies', async () => {
    const trader = await engine.trader()
    const apis = [trader.api, replica.api.with(trader.key.headers)]
    const body = { account_id: trader.accountId, ...buy('twin') }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => apis[index % 2]!.post('/v1/order', { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(await countOrders(trader, 'twin')).toBe(1)
  })

  test('the same request written differently replays; a different request is 409 and changes nothing', async () => {
    const trader = await engine.trader()
    const first = await trader.place(buy('same'))
    const sameOrder = { symbol: 'btc/usdt', quantity: '0.0100', tif: 'IOC', flags: { post_only: false }, price: null }
    const second = await trader.place({ ...buy('same'), ...sameOrder })
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.text).toBe(first.text)
    const different = { account_id: trader.accountId, ...buy('same', 0.02) }
    const reused = await trader.api.post('/v1/order', { body: different })
    expect(reused.status).toBe(409)
    expect(reused.body).toMatchObject({ error: 'conflict', reason: 'client_id_reuse', client_id: 'same' })
    expect(await countOrders(trader, 'same')).toBe(1)
  })

  test('is one namespace for orders, closes, cancel-all and accounts of a user', async () => {
    const trader = await engine.trader()
    await trader.place(buy('shared'))
    const attempts = [
      trader.api.post(`/v1/account/${trader.accountId}/close-position`, {
        body: { symbol: 'BTC-USD', client_id: 'shared' },
      }),
      trader.api.post(`/v1/account/${trader.accountId}/orders/cancel-all`, { body: { client_id: 'shared' } }),
      trader.api.post('/v1/accounts', { body: { plan_id: 'instant-25k', client_id: 'shared' } }),
    ]
    for (const { status, body } of await Promise.all(attempts)) {
      expect(status).toBe(409)
      expect(body).toMatchObject({ reason: 'client_id_reuse' })
    }
  })

  test('of another user is independent', async () => {
    const [one, two] = [await engine.trader(), await engine.trader()]
    const [first, second] = [await one.place(buy('common')), await two.place(buy('common'))]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.order?.id).not.toBe(second.body.order?.id)
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    const again = [await one.place(buy('common')), await two.place(buy('common'))]
    expect(again.map(({ text }) => text)).toEqual([first.text, second.text])
  })

  test('replays a refusal by risk, even after the reason for it is gone', async () => {
    const trader = await engine.trader()
    const order = { symbol: 'ETH-USD', side: 'SELL', kind: 'MARKET', quantity: 1, flags: { reduce_only: true } }
    const refused = await trader.place({ ...order, client_id: 'refused' })
    expect(refused.body.violations.map(({ rule }) => rule)).toEqual(['reduce_only'])
    await trader.place({ symbol: 'ETH-USD', side: 'BUY', kind: 'MARKET', quantity: 1 })
    const retried = await trader.place({ ...order, client_id: 'refused' })
    expect(retried.text).toBe(refused.text)
    expect(retried.headers['idempotent-replayed']).toBe('true')
  })

  test('is free again after a 4xx: the corrected request is placed', async () => {
    const trader = await engine.trader()
    const wrong = await trader.place(buy('fixed', '0.0000001'))
    expect(wrong.status).toBe(400)
    const right = await trader.place(buy('fixed'))
    expect(right.body.order?.status).toBe('FILLED')
  })

  test('replays the close of a position that no longer exists', async () => {
    const trader = await engine.trader()
    await trader.place(buy('open'))
    const path = `/v1/account/${trader.accountId}/close-position`
    const body = { symbol: 'BTC-USD', client_id: 'close' }
    const first = await trader.api.post(path, { body })
    const second = await trader.api.post(path, { body })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
  })

  test('replays what an older version stored byte for byte, without the fields that came later', async () => {
    const trader = await engine.trader()
    const request = {
      symbol: 'BTC-USD',
      side: 'SELL',
      kind: 'STOP',
      quantity: 0.5,
      trigger_price: 90_000,
      price: 89_000,
    }
    const stored = EARLY.answer(trader.accountId)
    await engine.pool.query(
      `insert into commands (id, user_id, client_id, account_id, kind, fingerprint, moves, status, response, created_at)
       values ($1, $2, 'early', $3, 'place_order', $4, false, 200, $5, '2026-03-01T12:00:00Z')`,
      [randomUUID(), trader.userId, trader.accountId, EARLY.fingerprint(trader.accountId), stored],
    )
    const retried = await trader.place({ ...request, client_id: 'early' })
    expect([retried.status, retried.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(retried.text).toBe(stored)
    expect(await countOrders(trader, 'early')).toBe(0)
  })

  test('account creation: 20 parallel posts of one client_id open one account', async () => {
    const { api } = engine.as()
    const body = { plan_id: 'standard-100k', client_id: 'account' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post('/v1/accounts', { body })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await api.get<unknown[]>('/v1/accounts')).body).toHaveLength(1)
  })
})

describe('parallel orders', () => {
  test('of 50 orders of 60 % of the free margin each, sent to two replicas, exactly one is accepted', async () => {
    await insertPlan(engine.pool, 'wide', { exposure: WIDE_EXPOSURE })
    await engine.moveMarket('BTC-USD', 100_000)
    for (let round = 0; round < ROUNDS; round++) {
      const trader = await engine.trader('wide')
      const apis = [trader.api, replica.api.with(trader.key.headers)]
      // 60 % of 100,000 USD margin is 1.2 million of notional: 12 BTC, resting, so that depth does not matter.
      const order = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', price: 99_000, quantity: 12.1 }
      const body = { account_id: trader.accountId, ...order }
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => apis[index % 2]!.post<PlacedAnswer['body']>('/v1/order', { body })),
      )
      const accepted = answers.filter((answer) => answer.body.order !== null)
      const refused = answers.filter(({ body: { violations } }) =>
        violations.some(({ rule }) => rule === 'insufficient_margin'),
      )
      expect([accepted.length, refused.length]).toEqual([1, 49])
    }
  })

  test('an order answered by one replica is visible on the other immediately', async () => {
    const trader = await engine.trader()
    const onReplica = replica.api.with(trader.key.headers)
    for (let round = 0; round < ROUNDS; round++) {
      const { body } = await trader.place({ symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', price: 100, quantity: 0.1 })
      const seen = await onReplica.get<{ id: string }[]>(`/v1/account/${trader.accountId}/orders`)
      expect(seen.body.map(({ id }) => id)).toContain(body.order?.id)
    }
  })
})
