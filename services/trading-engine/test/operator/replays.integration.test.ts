/** Replays and shadows that an operator asks for: of accounts as they are, of one whose rows were changed, of none. */
import { randomUUID } from 'node:crypto'
import { planFile } from '../support/plans/plan-file.js'
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

test('accounts are decided under a plan that nobody is sold, and a firm sees both side by side', async () => {
  const [trader, idler] = [await engine.trader(), await engine.trader()]
  await trader.place({ symbol: 'BTC-USD', kind: 'MARKET', quantity: 0.1, side: 'BUY' })
  const ask = (plan: object, accounts = [trader.accountId, idler.accountId], span = {}) =>
    engine.operatorAs('vera').post('/operator/v1/shadows', { body: { accounts, plan, ...span } })
  const exposure = { max_symbol_notional: '1000', max_total_notional: '1000', max_leverage: 20 }
  const { status, body } = await ask(planFile('tight', { risk_config: { news_freeze: null, exposure } }))
  expect([status, body]).toMatchObject([
    200,
    {
      accounts: [
        {
          ...{ account_id: trader.accountId, status: 'DIFFERENT', supposed: 0, reason: null },
          difference: { command: { kind: 'place_order' }, field: 'refused_by.0' },
          own: { fills: 1, orders_refused: 0 },
          shadow: { state: 'ACTIVE', fills: 0, orders_refused: 1, balance: 100_000, breaches: [] },
        },
        { account_id: idler.accountId, status: 'SAME', difference: null },
      ],
      table: {
        ...{ compared: 2, different: 1, passed_change: { value: 0 }, paid_change: { value: 0, low: 0, high: 0 } },
        shadow: { passed_at_least: { probability: 0 }, ended: [], breaches: [], paid_out: 0, mean_paid: { value: 0 } },
      },
    },
  ])
  const { rows } = await engine.pool.query(`select 1 from plans where id = 'tight'`)
  expect(rows).toEqual([])
  const early = { from: '2026-01-02', to: '2026-01-01' }
  expect((await ask(planFile('tight'), undefined, early)).status).toBe(400)
  const later = await ask(planFile('tight'), undefined, { from: '2099-01-01' })
  expect(later.body).toMatchObject({ accounts: [{ status: 'UNKNOWN' }, { status: 'UNKNOWN' }], table: { compared: 0 } })
  const wrong = await ask(planFile('wrong', { risk_config: { daily_loss: { pct: undefined } } }))
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('plan.risk_config.daily_loss')])
  expect((await ask(planFile('tight'), [randomUUID()])).status).toBe(404)
})
