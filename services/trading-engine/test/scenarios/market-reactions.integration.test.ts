/**
 * The effects of the market and of time on an account whose trader requests nothing, over HTTP: prices reach orders and
 * floors, orders and days end. The rules themselves are tested in `src/core`. The clock only goes forward.
 */
import { accountCalls } from '../support/account-calls.js'
import { startEngine } from '../support/engine/engine.js'
import { readBook, takenBy } from '../support/market/read-book.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000), { FUNDING: 'venue' })
  await insertPlan(stage.pool, 'isolated', {})
  await insertPlan(stage.pool, 'wide', { initial_balance: '1000000000', exposure: WIDE_EXPOSURE })
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

const btc = (kind: string, side: string, quantity: number, more: object = {}) => ({
  ...{ symbol: 'BTC-USD', kind, side, quantity },
  ...more,
})

test('a read at the moment a GTD order ends shows it ended, before a worker has ended it', async () => {
  const actor = await stage.actor()
  const end = new Date(Date.parse(stage.now()) + 60_000).toISOString()
  const { order } = await actor.placed(btc('LIMIT', 'BUY', 0.1, { price: 99_000, tif: 'GTD', expires_at: end }))
  stage.set({}, end)
  expect(await actor.order(order.id)).toMatchObject({ status: 'EXPIRED', reason: 'expired', filled_quantity: 0 })
  expect((await actor.cancel(order.id)).status).toBe(409)
  await pollUntil(
    () => actor.api.get<readonly object[]>(`/v1/account/${actor.accountId}/events`),
    ({ body }) => JSON.stringify(body.at(-1)).includes('"cancelled_by":"SYSTEM"'),
  )
})

test('a position is liquidated when the mark reaches its liquidation price, whatever the book says', async () => {
  const actor = await stage.actor('isolated')
  await actor.placed(btc('MARKET', 'BUY', 0.3))
  const edge = (await actor.positions())[0]?.liquidation_price ?? 0
  const book = { bid: 89_990, ask: 90_010, last: 90_000, index: 90_000 }
  await stage.step([actor], { 'BTC-USD': { ...book, mark: Math.ceil(edge * 100) / 100 + 0.01 } })
  expect(await actor.positions()).toHaveLength(1)
  await stage.step([actor], { 'BTC-USD': { ...book, mark: Math.floor(edge * 100) / 100 } })
  expect(await actor.positions()).toEqual([])
  expect(await actor.closedPositions()).toMatchObject([{ close_reason: 'LIQUIDATION', exit_price: 89_990 }])
  const [closing] = (await actor.orders('?status=all')).filter(({ symbol }) => symbol === 'BTC-USD')
  expect(closing).toMatchObject({ kind: 'MARKET', status: 'FILLED', reason: 'liquidation', average_price: 89_990 })
})

test('depth that an account has taken from a book is gone for it on another engine too', async () => {
  const actor = await stage.actor('wide')
  const { asks } = await readBook(stage.api)
  await actor.placed(btc('MARKET', 'BUY', 3))
  const replica = await startEngine({
    databaseUrl: stage.databaseUrl,
    sharedWallet: stage.engine.wallet,
    runtime: stage.script,
  })
  try {
    const { api } = replica.as({ userId: actor.userId })
    const { trades } = await accountCalls({ api, accountId: actor.accountId }).placed(btc('MARKET', 'BUY', 3))
    expect(trades.map(({ price, quantity }) => [price, quantity])).toEqual(takenBy(asks, 3, 3))
  } finally {
    await replica.close()
  }
})

test('funding is charged once, though reads, orders and the worker all come at its moment', async () => {
  stage.set(around(100_000), '2026-03-02T13:30:00Z')
  const actor = await stage.actor()
  await actor.placed(btc('MARKET', 'BUY', 0.5))
  stage.set(around(100_000), '2026-03-02T14:00:00Z')
  await Promise.all([
    ...Array.from({ length: 5 }, () => actor.summary()),
    ...Array.from({ length: 5 }, () => actor.placed(btc('MARKET', 'BUY', 0.01))),
  ])
  expect((await actor.ledger()).filter(({ house }) => house === 'funding')).toHaveLength(1)
})
