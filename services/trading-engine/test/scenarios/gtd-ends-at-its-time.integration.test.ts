/** A GTD order works until its time and not a moment longer; without a time, until its account's trading day ends. */
import { around, startStage, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
})
afterAll(() => stage.close())

const gtd = (fields: object) => ({ symbol: 'BTC-USD', side: 'BUY', tif: 'GTD', quantity: 0.1, ...fields })
const LIMIT = { kind: 'LIMIT', price: 99_000 }
const ENDED = { status: 'EXPIRED', reason: 'expired', filled_quantity: 0 }

test('a limit still fills in the last moment before its end, and has ended at it', async () => {
  const [early, late] = [await stage.actor(), await stage.actor()]
  const fills = await early.placed(gtd({ ...LIMIT, expires_at: '2026-03-02T13:00:00.250001Z' }))
  const ends = await late.placed(gtd({ ...LIMIT, expires_at: '2026-03-02T13:00:00.250Z' }))
  await stage.step([early, late], {}, '2026-03-02T13:00:00Z')
  expect((await late.order(ends.order.id)).status).toBe('OPEN')
  // The price arrives in the very moment that one of them ends.
  await stage.step([early, late], around(98_000))
  expect(await early.order(fills.order.id)).toMatchObject({ status: 'FILLED', average_price: 99_000 })
  expect(await late.order(ends.order.id)).toMatchObject(ENDED)
  expect(await late.events(ends.order.id)).toEqual(['order.ack', 'order.cancel SYSTEM'])
  expect((await late.summary()).reserved_margin).toBe(0)
  stage.set(around(100_000))
})

test.each([
  ['STOP', 101_000, undefined],
  ['STOP', 101_000, 102_000],
  ['TAKE_PROFIT', 99_000, undefined],
])('a %s that is reached as it ends does not fire', async (kind, trigger, price) => {
  const actor = await stage.actor()
  const at = new Date(Date.parse(stage.now()) + 60_000).toISOString()
  const { order } = await actor.placed(gtd({ kind, trigger_price: trigger, price, expires_at: at }))
  await stage.step([actor], around(kind === 'STOP' ? 103_000 : 97_000), at)
  expect(await actor.order(order.id)).toMatchObject({ ...ENDED, trigger_state: 'ARMED' })
  expect(await actor.trades()).toEqual([])
  stage.set(around(100_000))
})

test('one that has fired ends at its time too, where its limit waits', async () => {
  const actor = await stage.actor()
  const end = new Date(Date.parse(stage.now()) + 60_000).toISOString()
  const { order } = await actor.placed(gtd({ kind: 'STOP', trigger_price: 101_000, price: 101_500, expires_at: end }))
  await stage.step([actor], around(103_000))
  expect(await actor.order(order.id)).toMatchObject({ status: 'OPEN', trigger_state: 'TRIGGERED' })
  await stage.step([actor], {}, end)
  expect(await actor.order(order.id)).toMatchObject({ ...ENDED, trigger_state: 'TRIGGERED' })
  stage.set(around(100_000))
})

test('an exit that waits for it ends with it', async () => {
  const actor = await stage.actor()
  const end = new Date(Date.parse(stage.now()) + 60_000).toISOString()
  const { order: entry } = await actor.placed(gtd({ ...LIMIT, expires_at: end }))
  const exit = { symbol: 'BTC-USD', side: 'SELL', kind: 'STOP', quantity: 0.1, trigger_price: 95_000 }
  const { order: held } = await actor.placed({ ...exit, parent_order_id: entry.id })
  expect(held.status).toBe('PENDING')
  await stage.step([actor], {}, end)
  expect(await actor.order(entry.id)).toMatchObject(ENDED)
  expect(await actor.order(held.id)).toMatchObject({ status: 'CANCELLED', reason: 'parent_cancelled' })
})

test('a read in its last moment shows it ended, before any worker has looked', async () => {
  const actor = await stage.actor()
  const end = new Date(Date.parse(stage.now()) + 60_000).toISOString()
  const { order } = await actor.placed(gtd({ ...LIMIT, expires_at: end }))
  stage.set({}, end)
  expect(await actor.order(order.id)).toMatchObject(ENDED)
  expect((await actor.cancel(order.id)).status).toBe(409)
})

/** Where each plan's trading day ends, from the evening of 2 March on: UTC, Prague in winter, and New York at 17:00. */
test.each([
  ['standard-100k', '2026-03-03T00:00:00.000Z'],
  ['two-step-100k', '2026-03-02T23:00:00.000Z'],
  ['instant-25k', '2026-03-02T22:00:00.000Z'],
])('without a time, on the plan %s, it ends %s', async (plan, end) => {
  const actor = await stage.actor(plan)
  const { order } = await actor.placed(gtd(LIMIT))
  expect(order).toMatchObject({ status: 'OPEN', expires_at: end })
  const [summary] = [await actor.summary()]
  expect(summary.day_ends_at).toBe(end)
})

test('and does end there', async () => {
  const actor = await stage.actor()
  const { order } = await actor.placed(gtd(LIMIT))
  await stage.step([actor], {}, '2026-03-02T23:59:59.75Z')
  expect((await actor.order(order.id)).status).toBe('OPEN')
  await stage.step([actor], {}, '2026-03-03T00:00:00Z')
  expect(await actor.order(order.id)).toMatchObject(ENDED)
  // A new one has the new day.
  expect((await actor.placed(gtd(LIMIT))).order.expires_at).toBe('2026-03-04T00:00:00.000Z')
})
