/** The operator reads of any account what its trader reads. */
import { randomUUID } from 'node:crypto'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { accountReadsOf, operationOf, requestFor, RESTING_ORDER } from '../support/engine/operations.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine
let trader: Trader
let orderId: string
/** A moment after the account was opened. */
let opened: string

beforeAll(async () => {
  engine = await startEngine()
  trader = await engine.trader()
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  await trader.place({ symbol: 'BTC-USD', side: 'SELL', kind: 'MARKET', quantity: 0.04 })
  const { order } = (await trader.place({ ...RESTING_ORDER, client_id: 'rests' })).body
  orderId = order!.id
  opened = String(order!['created_at'])
})
afterAll(() => engine.close())

test('each response is the one that the trader gets, to the byte', async () => {
  const subject = { accountId: trader.accountId, orderId, positionId: randomUUID() }
  for (const read of accountReadsOf(engine.openapi)) {
    // Its last point is the present, unless it ends before.
    const query = read.id === 'getEquityCurve' ? `?to=${opened}` : ''
    const path = requestFor(operationOf(engine.operatorOpenapi, read.id), subject).path + query
    const traders = requestFor(read, subject).path + query
    // Prices move: the two are compared within one of their ticks.
    const reads = await pollUntil(
      async () => {
        const before = await trader.api.get(traders)
        return { before, operators: await engine.operator.get(path), after: await trader.api.get(traders) }
      },
      ({ before, after }) => before.text === after.text,
    )
    expect([read.id, reads.operators.status]).toEqual([read.id, 200])
    expect(reads.operators.text).toBe(reads.before.text)
    expect(reads.operators.headers['etag']).toBe(reads.before.headers['etag'])
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
