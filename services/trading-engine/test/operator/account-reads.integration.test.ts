/** The operator reads of any account what its trader reads. */
import { randomUUID } from 'node:crypto'
import type { TestEngine, Trader } from '../support/engine/engine.js'
import { accountReadsOf, operationOf, requestFor, RESTING_ORDER } from '../support/engine/operations.js'
import { around, startStage } from '../support/stage.js'

let engine: TestEngine
let trader: Trader
let orderId: string

beforeAll(async () => {
  // Prices and the clock stand still: two reads of the same are the same.
  ;({ engine } = await startStage('2026-03-02T12:00:00Z', { ...around(50_000), ...around(1_000, 'ETH-USD') }))
  trader = await engine.trader()
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  await trader.place({ symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.04 })
  const { order } = (await trader.place({ ...RESTING_ORDER, client_id: 'rests' })).body
  orderId = order!.id
})
afterAll(() => engine.close())

test('each response is the one that the trader gets, to the byte', async () => {
  const subject = { accountId: trader.accountId, orderId, positionId: randomUUID() }
  // A statement needs a payout that was decided: payouts.integration.test.ts.
  for (const read of accountReadsOf(engine.openapi).filter(({ template }) => !template.includes('{payout_id}'))) {
    const path = requestFor(operationOf(engine.operatorOpenapi, read.id), subject).path
    const traders = await trader.api.get(requestFor(read, subject).path)
    const operators = await engine.operator.get(path)
    expect([read.id, operators.status]).toEqual([read.id, 200])
    expect(operators.text).toBe(traders.text)
    expect(operators.headers['etag']).toBe(traders.headers['etag'])
  }
})

test('nothing of the trader is used up or told by it', async () => {
  const remaining = async () => Number((await trader.api.get('/v1/key')).headers['x-ratelimit-remaining'])
  const before = await remaining()
  const { headers } = await engine.operator.get(`/operator/v1/accounts/${trader.accountId}/positions`)
  expect(headers['x-ratelimit-remaining']).toBeUndefined()
  expect(await remaining()).toBe(before - 1)
})

test('pages, filters and queries are those of the trader; the owner need not be named', async () => {
  const account = `/operator/v1/accounts/${trader.accountId}`
  const first = await engine.operator.get<object[]>(`${account}/trades?limit=1`)
  expect([first.body.length, first.headers['x-has-more']]).toEqual([1, 'true'])
  const rest = await engine.operator.get<object[]>(`${account}/trades?to=${String(first.headers['x-next-to'])}`)
  expect([rest.body.length, rest.headers['x-has-more']]).toEqual([1, 'false'])
  const named = await engine.operator.get<{ id: string }[]>(`${account}/orders?client_id=rests`)
  expect(named.body.map(({ id }) => id)).toEqual([orderId])
  const exact = await engine.operator.get<{ amount: string }[]>(`${account}/ledger?decimals=string&limit=1`)
  expect(typeof exact.body[0]?.amount).toBe('string')
})

test('an account in a list says what holds it', async () => {
  const found = async () =>
    (await engine.operator.get<{ holds: { kind: string; reason: string | null }[] }[]>(findOwn)).body[0]?.holds
  const findOwn = `/operator/v1/accounts?user_id=${trader.userId}`
  expect(await found()).toEqual([])
  await trader.api.post(`/v1/account/${trader.accountId}/kill-switch`, { body: { flatten: false } })
  const body = { reason: 'papers' }
  await engine.operator.post(`/operator/v1/accounts/${trader.accountId}/halt`, { body })
  expect(await found()).toMatchObject([
    { kind: 'operator', reason: 'papers', until: null },
    { kind: 'user_kill_switch', reason: null, until: null },
  ])
})
