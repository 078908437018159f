/**
 * The effects of the market and of time on an account whose trader requests nothing, over HTTP: prices reach orders and
 * floors, orders and days end. The rules themselves are tested in `src/core`. The clock only goes forward.
 */
import { accountCalls } from '../support/account-calls.js'
import { startEngine } from '../support/engine/engine.js'
import { readBook, takenBy } from '../support/market/read-book.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000), { FUNDING: 'venue' })
  await insertPlan(stage.pool, 'isolated', {})
  await insertPlan(stage.pool, 'wide', { initial_balance: '1000000000', exposure: WIDE_EXPOSURE })
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

interface Event {
  readonly type: string
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}

/** Types of the account's events and the fields of their data, in sequence order, without the stage's own orders. */
async function eventsOf({ api, accountId }: Actor): Promise<readonly string[]> {
  const { body } = await api.get<Event[]>(`/v1/account/${accountId}/events?limit=500`)
  expect(body.map(({ sequence }) => sequence)).toEqual(body.map((_event, index) => index + 1))
  return body.filter(isOfBitcoin).map(({ type, data: { cancelled_by: by, ...subjects } }) => {
    const cancelledBy = typeof by === 'string' ? ` ${by}` : ''
    return `${type} ${Object.keys(subjects).join('+')}${cancelledBy}`
  })
}

const isOfBitcoin = ({ data }: Event): boolean => {
  const { order } = data as { order?: { symbol: string } }
  return order === undefined || order.symbol === 'BTC-USD'
}

const btc = (kind: string, side: string, quantity: number, more: object = {}) => ({
  ...{ symbol: 'BTC-USD', kind, side, quantity },
  ...more,
})
const FILLED = ['order.ack order', 'order.fill order+trade']

test('a stop whose trigger is reached fills, cancels its target and closes the position, with an event for each', async () => {
  const actor = await stage.actor()
  const { order: entry } = await actor.placed(btc('MARKET', 'BUY', 0.5))
  const exit = { parent_order_id: entry.id }
  const { order: stop } = await actor.placed(btc('STOP', 'SELL', 0.5, { ...exit, trigger_price: 98_000 }))
  await actor.placed(btc('TAKE_PROFIT', 'SELL', 0.5, { ...exit, trigger_price: 105_000 }))
  await stage.step([actor], around(97_000))
  expect(await actor.order(stop.id)).toMatchObject({ status: 'FILLED', average_price: 96_990 })
  const events = await eventsOf(actor)
  expect(events.slice(0, 4)).toEqual([...FILLED, 'order.ack order', 'order.ack order'])
  expect(events.slice(4).sort()).toEqual([
    'order.cancel order SIBLING',
    'order.fill order+trade',
    'position.close position',
  ])
})

test('a read at the moment a GTD order ends shows it ended, before a worker has ended it', async () => {
  const actor = await stage.actor()
  const end = new Date(Date.parse(stage.now()) + 60_000).toISOString()
  const { order } = await actor.placed(btc('LIMIT', 'BUY', 0.1, { price: 99_000, tif: 'GTD', expires_at: end }))
  stage.set({}, end)
  expect(await actor.order(order.id)).toMatchObject({ status: 'EXPIRED', reason: 'expired', filled_quantity: 0 })
  expect((await actor.cancel(order.id)).status).toBe(409)
  await pollUntil(
    () => eventsOf(actor),
    (events) => events.includes('order.cancel order SYSTEM'),
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

/** Freezes this symbol only: the stage itself trades another one. */
test('news freezes entries from two minutes before the event until two minutes after it, and not exits', async () => {
  await stage.pool.query(
    `insert into news_events (id, title, at, impact, currencies, symbols)
     values ('cpi', 'US CPI', '2026-03-03T12:30:00Z', 'HIGH', '{}', '{BTC-USD}')`,
  )
  const actor = await stage.actor('two-step-100k')
  await actor.placed(btc('MARKET', 'BUY', 0.1))
  const reduceOnly = { flags: { reduce_only: true } }
  const exit = await actor.placed(btc('STOP', 'SELL', 0.1, { trigger_price: 99_000, ...reduceOnly }))
  const entry = await actor.placed(btc('LIMIT', 'BUY', 0.1, { price: 99_500 }))
  await pollUntil(
    async () => (await actor.api.get<{ news_freezes: readonly unknown[] }>(`/v1/account/${actor.accountId}/risk`)).body,
    ({ news_freezes: freezes }) => freezes.length > 0,
  )
  await stage.step([actor], around(98_500), '2026-03-03T12:28:00Z')
  expect((await actor.order(exit.order.id)).status).toBe('FILLED')
  expect((await actor.order(entry.order.id)).status).toBe('OPEN')
  const { body } = await actor.place(btc('MARKET', 'BUY', 0.1))
  expect(body.violations).toMatchObject([{ rule: 'news_freeze', severity: 'SOFT', until: '2026-03-03T12:32:00.000Z' }])
  await stage.step([actor], around(98_500), '2026-03-03T12:32:00Z')
  expect((await actor.order(entry.order.id)).status).toBe('FILLED')
})

test('an account passes its objective on the fourth trading day without any request, and then only reduces', async () => {
  interface Risk {
    readonly state: string
    readonly state_reason: string | null
    readonly objective: { readonly profit: number; readonly trading_days: number }
  }
  const actor = await stage.actor('two-step-100k')
  const riskOf = async (): Promise<Risk> => (await actor.api.get<Risk>(`/v1/account/${actor.accountId}/risk`)).body
  // The two-step plan asks for 8 % of 100,000 on four trading days.
  for (const [day, price] of [
    [4, 100_200],
    [5, 100_200],
    [6, 104_800],
    [7, 100_200],
  ] as const) {
    await stage.step([actor], around(100_000), `2026-03-0${day}T11:00:00Z`)
    await actor.placed(btc('MARKET', 'BUY', 2))
    await stage.step([actor], around(price), `2026-03-0${day}T11:30:00Z`)
    await actor.placed(btc('MARKET', 'SELL', 2))
    if (day === 6) expect(await riskOf()).toMatchObject({ state: 'ACTIVE', objective: { trading_days: 3 } })
  }
  const passed = await pollUntil(riskOf, ({ state }) => state !== 'ACTIVE')
  expect(passed).toMatchObject({ state: 'PASSED', state_reason: 'objective', objective: { trading_days: 4 } })
  const { body } = await actor.place(btc('MARKET', 'BUY', 1))
  expect(body.violations.map(({ rule }) => rule)).toEqual(['account_state'])
})
