/**
 * An account takes each lot of a book once, over any number of orders and engines; the next book has its full depth.
 */
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { depthOf, readBook, takenBy } from '../support/market/read-book.js'
import { accountCalls, type TradeRow } from '../support/account-calls.js'
import { startEngine } from '../support/engine/engine.js'
import { around, startStage, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
  await insertPlan(stage.pool, 'wide', { initial_balance: '1000000000', exposure: WIDE_EXPOSURE })
})
beforeEach(() => stage.set({}))
afterAll(() => stage.close())

const market = (side: string, quantity: number, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity,
  ...more,
})
const pairs = (trades: readonly TradeRow[]) => trades.map(({ price, quantity }) => [price, quantity])

test('two orders of one moment go on where the first has ended', async () => {
  const actor = await stage.actor('wide')
  const { asks } = await readBook(stage.api)
  const first = await actor.placed(market('BUY', 3))
  expect(pairs(first.trades)).toEqual(takenBy(asks, 3))
  const second = await actor.placed(market('BUY', 3))
  expect(pairs(second.trades)).toEqual(takenBy(asks, 3, 3))
  expect(second.trades[0]!.price).toBeGreaterThan(asks[0]![0])
})

test('nor do orders that come together, whichever is first', async () => {
  const actor = await stage.actor('wide')
  const { asks } = await readBook(stage.api)
  const answers = await Promise.all(Array.from({ length: 6 }, () => actor.placed(market('BUY', 1.5))))
  const sums = new Map<number, number>()
  for (const { price, quantity } of answers.flatMap(({ trades }) => trades))
    sums.set(price, (sums.get(price) ?? 0) + quantity)
  const expected = takenBy(asks, 9)
  expect([...sums].sort(([a], [b]) => a - b)).toEqual(
    expected.map(([price, size]) => [price, expect.closeTo(size, 9) as number]),
  )
})

test('the other side of the book, the other account and the next book are whole', async () => {
  const [actor, other] = [await stage.actor('wide'), await stage.actor('wide')]
  const { asks, bids } = await readBook(stage.api)
  await actor.placed(market('BUY', 3))
  expect(pairs((await actor.placed(market('SELL', 3))).trades)).toEqual(takenBy(bids, 3))
  expect(pairs((await other.placed(market('BUY', 3))).trades)).toEqual(takenBy(asks, 3))
  stage.set({})
  const next = await readBook(stage.api)
  expect(next.asks).not.toEqual(asks)
  expect(pairs((await actor.placed(market('BUY', 3))).trades)).toEqual(takenBy(next.asks, 3))
})

test('what a limit has taken on its way is gone for a market order, and what rests finds nothing more there', async () => {
  const actor = await stage.actor('wide')
  const { asks } = await readBook(stage.api)
  const limit = asks[1]![0]
  const depth = depthOf(asks.slice(0, 2))
  const { order, trades } = await actor.placed(market('BUY', 100, { kind: 'LIMIT', price: limit }))
  expect(pairs(trades)).toEqual(asks.slice(0, 2))
  expect(order).toMatchObject({ status: 'PARTIALLY_FILLED', filled_quantity: expect.closeTo(depth, 9) as number })
  expect(pairs((await actor.placed(market('BUY', 1))).trades)).toEqual(takenBy(asks, 1, depth))
  await actor.cancel(order.id)
})

test('another engine on the same account knows what was taken', async () => {
  const actor = await stage.actor('wide')
  const { asks } = await readBook(stage.api)
  await actor.placed(market('BUY', 3))
  const beside = await startEngine({
    databaseUrl: stage.databaseUrl,
    sharedWallet: stage.engine.wallet,
    runtime: stage.script,
  })
  try {
    const { api } = beside.as({ userId: actor.userId })
    const elsewhere = accountCalls({ api, accountId: actor.accountId })
    expect(pairs((await elsewhere.placed(market('BUY', 3))).trades)).toEqual(takenBy(asks, 3, 3))
    expect(pairs((await actor.placed(market('BUY', 3))).trades)).toEqual(takenBy(asks, 3, 6))
  } finally {
    await beside.close()
  }
})
