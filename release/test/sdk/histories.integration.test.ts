/** Histories read page by page, while rows are added. */
import { TradingClient, type Account, type Rows } from '@ats/sdk'
import { startEngine, type TestEngine } from '../../../services/trading-engine/test/support/engine/engine.js'

let engine: TestEngine
let account: Account
beforeAll(async () => {
  engine = await startEngine()
  const { key } = engine.as()
  const trading = new TradingClient({ url: engine.baseUrl, key: key.key, secret: key.secret })
  account = trading.account((await trading.createAccount({ plan_id: 'standard-100k' })).id)
  for (let round = 0; round < 7; round += 1) await trade()
})
afterAll(() => engine.close())

async function trade(): Promise<void> {
  await account.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.01' })
  await account.close({ symbol: 'BTC-USD' })
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

test.each<[string, (pageSize: number) => Rows<{ id: string }>, number]>([
  ['orders', (pageSize) => account.orders({ pageSize }), 14],
  ['trades', (pageSize) => account.trades({ pageSize }), 14],
  ['positionsHistory', (pageSize) => account.positionsHistory({ pageSize }), 7],
  ['ledger', (pageSize) => account.ledger({ pageSize }), 29],
  ['breaches', (pageSize) => account.breaches({ pageSize }), 0],
  ['violations', (pageSize) => account.violations({ pageSize }), 0],
  ['fundingPayments', (pageSize) => account.fundingPayments({ pageSize }), 0],
])('%s: every row once, though more come while it is read', async (_name, rows, atLeast) => {
  const before = idsOf(await rows(500).all())
  const read: string[] = []
  for await (const { id } of rows(3)) {
    if (read.length === 2) await trade()
    read.push(id)
  }
  expect(read).toEqual(before)
  expect(read.length).toBeGreaterThanOrEqual(atLeast)
  expect(await rows(2).take(2)).toHaveLength(Math.min(2, before.length))
})

test('events: every one in order, with those that come while it is read', async () => {
  const sequences: number[] = []
  for await (const { sequence } of account.events({ pageSize: 4 })) {
    if (sequence === 2) await trade()
    sequences.push(sequence)
  }
  expect(sequences.length).toBeGreaterThan(30)
  expect(sequences).toEqual(sequences.map((_sequence, index) => index + 1))
  expect((await account.events({ after: 5 }).take(1))[0]?.sequence).toBe(6)
})

test('the decimals of events are text, too', async () => {
  const fill = (await account.events().all()).find(({ type }) => type === 'order.fill')
  if (fill?.type !== 'order.fill') throw new Error('no fill')
  expect(fill.data.order.quantity).toBe('0.01')
  expect(fill.data.trade.price).toMatch(/^\d+(\.\d+)?$/)
  expect(fill.data.order.version).toEqual(expect.any(Number))
})
