/** Exits of entries and protection of positions, over HTTP, with the market loop that fires them. */
import { randomUUID } from 'node:crypto'
import { accountCalls, type AccountCalls, type OrderRow, type PositionRow } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
beforeEach(() => engine.moveMarket('BTC-USD', 100_000))
afterAll(() => engine.close())

type Account = AccountCalls & { readonly accountId: string }
const open = async (): Promise<Account> => {
  const trader = await engine.trader()
  return { ...accountCalls(trader), accountId: trader.accountId }
}
const BUY = { symbol: 'BTC-USD', side: 'BUY', quantity: 0.5 }
const SELL = { ...BUY, side: 'SELL' }
const entry = { ...BUY, kind: 'LIMIT', price: 99_000 }
const stopOf = (parent: OrderRow) => ({ ...SELL, kind: 'STOP', trigger_price: 95_000, parent_order_id: parent.id })
const targetOf = (parent: OrderRow) => ({ ...SELL, kind: 'LIMIT', price: 105_000, parent_order_id: parent.id })

const ended = (account: AccountCalls, id: string): Promise<OrderRow> =>
  pollUntil(
    () => account.order(id),
    ({ status }) => !['PENDING', 'OPEN', 'PARTIALLY_FILLED'].includes(status),
  )
const released = (account: AccountCalls, id: string): Promise<OrderRow> =>
  pollUntil(
    () => account.order(id),
    ({ status }) => status !== 'PENDING',
  )
const eventsOf = async ({ accountId }: Account): Promise<readonly string[]> => {
  const { rows } = await engine.pool.query<{ event: string }>(
    `select type || ' ' || coalesce(data::jsonb #>> '{order,kind}', '') || coalesce(' ' || (data::jsonb ->> 'cancelled_by'), '') as event
     from whole_events where account_id = $1 order by sequence`,
    [accountId],
  )
  return rows.map(({ event }) => event.trim())
}

test('an entry with a stop and a target: held, released, and the one that fires ends the other', async () => {
  const account = await open()
  const { order: parent } = await account.placed(entry)
  const { order: loss } = await account.placed(stopOf(parent))
  const { order: target } = await account.placed(targetOf(parent))
  expect(loss).toMatchObject({
    status: 'PENDING',
    quantity: 0.5,
    held_quantity: 0.5,
    parent_order_id: parent.id,
    position_id: null,
    flags: { reduce_only: true },
  })
  expect((await account.orders()).map(({ id }) => id)).toEqual([target.id, loss.id, parent.id])

  await engine.moveMarket('BTC-USD', 98_000)
  expect((await released(account, loss.id)).status).toBe('OPEN')
  const [position] = await account.positions()
  expect(position).toMatchObject({
    quantity: 0.5,
    stop_loss: { order_id: loss.id, trigger_price: 95_000, trigger_by: 'LAST', price: null, quantity: 0.5 },
    take_profit: { order_id: target.id, trigger_price: null, price: 105_000, quantity: 0.5 },
  })

  await engine.moveMarket('BTC-USD', 106_000)
  expect((await ended(account, target.id)).status).toBe('FILLED')
  expect(await ended(account, loss.id)).toMatchObject({ status: 'CANCELLED', reason: 'sibling' })
  const [closed] = await account.closedPositions()
  expect(closed).toMatchObject({ close_reason: 'TAKE_PROFIT', entry_price: 99_000, exit_price: 105_000 })
  // (3,000 won − fees) ÷ (0.5 × 4,000 at risk)
  expect(closed?.r_multiple).toBeCloseTo((3_000 - closed!.fees) / 2_000, 9)
  expect(await eventsOf(account)).toEqual([
    'order.ack LIMIT',
    'order.ack STOP',
    'order.ack LIMIT',
    'order.fill LIMIT',
    'order.fill LIMIT',
    'order.cancel STOP SIBLING',
    'position.close',
  ])
})

test('a gap through the stop before anything else: it fires at the price of the moment', async () => {
  const account = await open()
  const { order: parent } = await account.placed({ ...BUY, kind: 'MARKET' })
  const { order: loss } = await account.placed(stopOf(parent))
  await engine.moveMarket('BTC-USD', 90_000)
  const fired = await ended(account, loss.id)
  expect(fired.status).toBe('FILLED')
  expect(fired.average_price).toBeLessThan(90_100)
  expect((await account.closedPositions())[0]?.close_reason).toBe('STOP_LOSS')
})

test('cancelling the entry cancels its exits', async () => {
  const account = await open()
  const { order: parent } = await account.placed(entry)
  const { order: loss } = await account.placed(stopOf(parent))
  await account.cancel(parent.id)
  expect(await account.order(loss.id)).toMatchObject({ status: 'CANCELLED', reason: 'parent_cancelled' })
  expect(await account.orders()).toEqual([])
})

test('the parent may have ended long ago, on disk only', async () => {
  const account = await open()
  const { order: parent } = await account.placed({ ...BUY, kind: 'MARKET' })
  const { order: loss } = await account.placed(stopOf(parent))
  expect(loss).toMatchObject({ status: 'OPEN', held_quantity: 0, position_id: parent.position_id })
  await account.close({ symbol: 'BTC-USD' })
  expect((await account.order(loss.id)).reason).toBe('reduce_only')
  const { body } = await account.place(stopOf(parent))
  expect(body.violations.map(({ rule }) => rule)).toEqual(['reduce_only'])
})

test('a retry is answered with the first exit, and another parent is another request', async () => {
  const account = await open()
  const [one, two] = [await account.placed(entry), await account.placed(entry)]
  const first = await account.placed({ ...stopOf(one.order), client_id: 'exit' })
  const again = await account.placed({ ...stopOf(one.order), client_id: 'exit' })
  expect(again.order).toEqual(first.order)
  const { status } = await account.misplaced({ ...stopOf(two.order), client_id: 'exit' })
  expect(status).toBe(409)
})

test('a preview of an exit', async () => {
  const { api, accountId } = await engine.trader()
  const account = accountCalls({ api, accountId })
  const { order: parent } = await account.placed(entry)
  const body = { account_id: accountId, ...stopOf(parent) }
  const preview = await api.post<{ order: OrderRow }>('/v1/order/preview', { body })
  expect(preview.body.order.status).toBe('PENDING')
})

test('a stop beyond the liquidation price of what it protects is taken, but said', async () => {
  const account = await open()
  const buy = { ...BUY, quantity: 4.9, client_id: `warned-${randomUUID()}` }
  expect(await account.placed({ ...buy, kind: 'MARKET' })).toMatchObject({ warnings: [] })
  const stop = { symbol: 'BTC-USD', side: 'SELL', kind: 'STOP', quantity: 4.9, client_id: `stop-${randomUUID()}` }
  const said = await account.place({ ...stop, trigger_price: 50_000 })
  expect(said.body).toMatchObject({ order: { status: 'OPEN' }, warnings: ['stop_beyond_liquidation'] })
  expect((await account.place({ ...stop, trigger_price: 50_000 })).text).toBe(said.text)
  const [position] = await account.positions()
  const set = async (trigger: number): Promise<unknown> =>
    (await account.protect<{ warnings: unknown }>(position!.id, { stop_loss: { trigger_price: trigger } })).body
      .warnings
  expect(await set(99_500)).toEqual([])
  expect(await set(50_000)).toEqual(['stop_beyond_liquidation'])
})

test('a stop that is moved beyond the liquidation price is moved, but said', async () => {
  const { api, accountId } = await engine.trader()
  const account = accountCalls({ api, accountId })
  await account.placed({ ...BUY, quantity: 4.9, kind: 'MARKET' })
  const { order } = await account.placed({
    symbol: 'BTC-USD',
    side: 'SELL',
    kind: 'STOP',
    quantity: 4.9,
    trigger_price: 99_500,
  })
  const move = (trigger: number) =>
    api.post(`/v1/account/${accountId}/orders/${order.id}/modify`, { body: { trigger_price: trigger } })
  expect((await move(50_000)).body).toMatchObject({ trigger_price: 50_000, warnings: ['stop_beyond_liquidation'] })
  expect((await move(99_500)).body).toMatchObject({ trigger_price: 99_500, warnings: [] })
})

describe('protection', () => {
  const held = async (): Promise<{ account: Account; position: PositionRow }> => {
    const account = await open()
    await account.placed({ ...BUY, kind: 'MARKET' })
    const [position] = await account.positions()
    return { account, position: position! }
  }

  test('is set, changed, left alone and removed', async () => {
    const { account, position } = await held()
    const set = await account.protect(position.id, {
      stop_loss: { trigger_price: 95_000, trigger_by: 'MARK' },
      take_profit: { trigger_price: 110_000, price: 109_000, quantity: 0.2 },
    })
    expect(set.status).toBe(200)
    expect(set.body).toMatchObject({
      id: position.id,
      stop_loss: { trigger_price: 95_000, trigger_by: 'MARK', price: null, quantity: 0.5 },
      take_profit: { trigger_price: 110_000, trigger_by: 'LAST', price: 109_000, quantity: 0.2 },
    })
    const moved = await account.protect(position.id, { stop_loss: { trigger_price: 96_000, price: null } })
    expect(moved.body.stop_loss).toMatchObject({ order_id: set.body.stop_loss?.order_id, trigger_price: 96_000 })
    expect(moved.body.take_profit).toEqual(set.body.take_profit)
    const removed = await account.protect(position.id, { take_profit: null })
    expect(removed.body).toMatchObject({ take_profit: null, stop_loss: moved.body.stop_loss })
    expect((await account.orders()).map(({ kind, version }) => [kind, version])).toEqual([['STOP', 2]])
  })

  test('fires, and leaves nothing behind', async () => {
    const { account, position } = await held()
    await account.protect(position.id, {
      stop_loss: { trigger_price: 95_000 },
      take_profit: { trigger_price: 105_000 },
    })
    await engine.moveMarket('BTC-USD', 94_000)
    await pollUntil(
      () => account.positions(),
      (positions) => positions.length === 0,
    )
    expect(await account.orders()).toEqual([])
    const [closed] = await account.closedPositions()
    expect(closed?.close_reason).toBe('STOP_LOSS')
    expect(closed?.r_multiple).toBeLessThan(-1)
    const gone = await account.protect<{ error: string }>(position.id, { stop_loss: null })
    expect([gone.status, gone.body.error]).toEqual([404, 'not_found'])
  })

  test('that the rules would not have is 422, and changes nothing', async () => {
    const { account, position } = await held()
    const refused = await account.protect<{ error: string; violations: { rule: string }[] }>(position.id, {
      stop_loss: { trigger_price: 95_000 },
      take_profit: { trigger_price: 90_000 },
    })
    expect([refused.status, refused.body.error]).toEqual([422, 'risk_rejected'])
    expect(refused.body.violations.map(({ rule }) => rule)).toEqual(['trigger_would_fire'])
    expect(await account.orders()).toEqual([])
  })
})
