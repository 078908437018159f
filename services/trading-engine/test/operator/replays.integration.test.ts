/** Replays that an operator asks for: of an account as it is, of one whose rows somebody changed, and of none. */
import { randomUUID } from 'node:crypto'
import { startEngine, type TestEngine } from '../support/engine/engine.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const replay = (id: string) => engine.operatorAs('vera').get(`/operator/v1/replays/${id}`)

test('an account that has traded comes out the same, and a row that was changed since is named', async () => {
  const trader = await engine.trader()
  const { accountId } = trader
  const order = { symbol: 'BTC-USD', kind: 'MARKET', quantity: 0.1 }
  await trader.place({ ...order, side: 'BUY' })
  await trader.place({ ...order, side: 'SELL' })
  const { status, body } = await replay(accountId)
  expect([status, body]).toEqual([
    200,
    {
      ...{ account_id: accountId, status: 'EQUAL', reason: null, difference: null },
      ...{ commands: expect.any(Number) as number, rows: expect.any(Number) as number },
    },
  ])
  expect(body['commands']).toBeGreaterThanOrEqual(3)
  await engine.pool.query(`update fills set price = price + 1 where account_id = $1 and side = 'SELL'`, [accountId])
  expect((await replay(accountId)).body).toMatchObject({
    status: 'DIFFERENT',
    difference: { field: 'price', command: { kind: 'place_order' } },
  })
})

test('several wait for one another, and an account that is none is not found', async () => {
  const ids = await Promise.all([engine.trader(), engine.trader(), engine.trader()])
  const answers = await Promise.all(ids.map(({ accountId }) => replay(accountId)))
  expect(answers.map(({ status, body }) => [status, body['status']])).toEqual(Array(3).fill([200, 'EQUAL']))
  expect((await replay(randomUUID())).status).toBe(404)
})
