/** Outside the venue's hours, on the venue's clock, and on a stale price, nothing fires, fills or closes. */
import { startStage, type Stage } from '../support/stage.js'
import type { QuoteFields } from '../support/scripted-feed.js'

let stage: Stage

const EUR = (price: number, more: Partial<QuoteFields> = {}) => ({
  'EUR-USD': { bid: price - 0.0001, ask: price + 0.0001, last: price, mark: price, index: price, ...more },
})
const order = (fields: object) => ({ symbol: 'EUR-USD', quantity: 10_000, ...fields })
const market = (side: string, more: object = {}) => order({ side, kind: 'MARKET', ...more })

beforeAll(async () => {
  // A Friday; forex closes at 16:59 in New York, which has winter time until Sunday.
  stage = await startStage(
    '2026-03-06T21:50:00Z',
    { ...EUR(1.16), 'NVDA-USD': { bid: 180, ask: 180.1 } },
    { MARKET_HOURS: 'venue' },
  )
})
afterAll(() => stage.close())

test('over a weekend in which the clock is changed', async () => {
  const actor = await stage.actor()
  await actor.placed(market('BUY'))
  const { order: stop } = await actor.placed(order({ side: 'SELL', kind: 'STOP', trigger_price: 1.15 }))
  const { order: rest } = await actor.placed(order({ side: 'BUY', kind: 'LIMIT', price: 1.14 }))
  const { order: over } = await actor.placed(order({ side: 'BUY', kind: 'LIMIT', price: 1.1 }))

  await stage.step([actor], EUR(1.13), '2026-03-06T21:59:00Z')
  const waiting = { status: 'OPEN', filled_quantity: 0, version: 1 }
  expect(await actor.order(stop.id)).toMatchObject({ ...waiting, trigger_state: 'ARMED' })
  expect(await actor.order(rest.id)).toMatchObject(waiting)

  // What must execute is refused, what may wait is taken, and cancelling goes on.
  for (const refused of [market('BUY'), market('SELL'), order({ side: 'SELL', kind: 'LIMIT', price: 1, tif: 'IOC' })]) {
    const { body } = await actor.place(refused)
    expect([body.order, body.trades, body.violations.map(({ rule }) => rule)]).toEqual([null, [], ['market_closed']])
  }
  const closing = await actor.close({ symbol: 'EUR-USD' })
  expect(closing.body.violations.map(({ rule }) => rule)).toEqual(['market_closed'])
  const { order: marketable } = await actor.placed(order({ side: 'SELL', kind: 'LIMIT', price: 1.12 }))
  expect(marketable).toMatchObject(waiting)
  expect((await actor.cancel(over.id)).body.status).toBe('CANCELLED')

  // 17:05 on Sunday is 21:05 in summer time, and would be 22:05 in winter time.
  await stage.step([actor], EUR(1.125), '2026-03-08T21:04:59.75Z')
  expect(await actor.order(stop.id)).toMatchObject({ ...waiting, trigger_state: 'ARMED' })
  expect(await actor.order(marketable.id)).toMatchObject(waiting)
  await stage.step([actor], {}, '2026-03-08T21:05:00Z')
  expect(await actor.order(stop.id)).toMatchObject({ status: 'FILLED', average_price: 1.1249 })
  expect(await actor.order(rest.id)).toMatchObject({ status: 'FILLED', average_price: 1.14 })
  expect(await actor.order(marketable.id)).toMatchObject({ status: 'FILLED', average_price: 1.12 })
})

test.each([
  // The session of US stocks, in winter and in summer time, and on a Saturday.
  ['2026-03-09T13:29:59.75Z', '2026-03-09T13:30:00Z', '2026-03-09T19:59:59.75Z', '2026-03-09T20:00:00Z'],
  ['2026-10-30T13:29:59.75Z', '2026-10-30T13:30:00Z', '2026-10-30T19:59:59.75Z', '2026-10-30T20:00:00Z'],
  ['2026-11-02T14:29:59.75Z', '2026-11-02T14:30:00Z', '2026-11-02T20:59:59.75Z', '2026-11-02T21:00:00Z'],
])('a session is open from its first moment to the one before its end: %s', async (before, first, last, after) => {
  const actor = await stage.actor()
  const buy = { symbol: 'NVDA-USD', side: 'BUY', kind: 'MARKET', quantity: 1 }
  for (const [at, isOpen] of [
    [before, false],
    [first, true],
    [last, true],
    [after, false],
  ] as const) {
    stage.set({ 'NVDA-USD': { bid: 180, ask: 180.1 } }, at)
    const { body } = await actor.place(buy)
    expect([at, body.order?.status, body.violations.map(({ rule }) => rule)]).toEqual(
      isOpen ? [at, 'FILLED', []] : [at, undefined, ['market_closed']],
    )
  }
})

test('a stale price fires and fills nothing, opens nothing, and does not keep anybody in', async () => {
  stage.set(EUR(1.16), '2026-11-04T12:00:00Z')
  const actor = await stage.actor()
  await actor.placed(market('BUY'))
  const { order: stop } = await actor.placed(order({ side: 'BUY', kind: 'STOP', trigger_price: 1.17 }))
  const { order: rest } = await actor.placed(order({ side: 'BUY', kind: 'LIMIT', price: 1.15 }))
  await stage.step([actor], EUR(1.18, { isStale: true }))
  expect((await actor.order(stop.id)).trigger_state).toBe('ARMED')
  const { body } = await actor.place(market('BUY'))
  expect(body.violations.map(({ rule }) => rule)).toEqual(['stale_market_data'])
  expect((await actor.close({ symbol: 'EUR-USD' })).body.order?.status).toBe('FILLED')
  await stage.step([actor], EUR(1.14, { isStale: true }))
  expect(await actor.order(rest.id)).toMatchObject({ status: 'OPEN', filled_quantity: 0 })
  await stage.step([actor], EUR(1.14))
  expect(await actor.order(rest.id)).toMatchObject({ status: 'FILLED', average_price: 1.15 })
  expect((await actor.order(stop.id)).trigger_state).toBe('ARMED')
})
