/**
 * Outside the venue's hours, on the venue's clock, and on a stale price, nothing fires, fills or closes; each has its
 * own error.
 */
import { around, startStage, type Actor, type Stage } from '../support/stage.js'
import { pollUntil } from '../support/poll-until.js'
import type { QuoteFields } from '../support/market/scripted-feed.js'

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
    { ...EUR(1.16), 'NVDA-USD': { bid: 180, ask: 180.1 }, ...around(95_000) },
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

interface PriceRow {
  readonly mark_price: number
  readonly stale: boolean
  readonly market_status: string
}
const price = async (symbol: string): Promise<PriceRow> =>
  (await stage.api.get<PriceRow>(`/v1/price?symbol=${symbol}`)).body
const read = async (actor: Actor, path = ''): Promise<Record<string, unknown>> =>
  (await actor.api.get<Record<string, unknown>>(`/v1/account/${actor.accountId}${path}`)).body

test('a feed that is silent over a weekend is closed, not stale: its last mark counts, and orders are told when it opens', async () => {
  stage.set({ ...EUR(1.16), ...around(95_000) }, '2026-11-06T21:58:00Z')
  const actor = await stage.actor()
  await actor.placed(market('BUY'))
  expect(await price('EUR-USD')).toMatchObject({ stale: false, market_status: 'OPEN' })

  stage.set(EUR(1.16, { isStale: true }), '2026-11-07T12:00:00Z')
  expect(await price('EUR-USD')).toMatchObject({ mark_price: 1.16, stale: false, market_status: 'CLOSED' })
  expect(await price('BTC-USD')).toMatchObject({ stale: false, market_status: 'OPEN' })
  expect(await read(actor, '/risk')).toMatchObject({ stale: false })
  const { body } = await actor.place(market('BUY'))
  expect(body.violations.map(({ rule, until }) => [rule, until])).toEqual([
    ['market_closed', '2026-11-08T22:05:00.000Z'],
  ])
  // What is held in a closed market keeps nothing else from being opened.
  expect((await actor.placed(order({ side: 'BUY', kind: 'LIMIT', price: 1.1 }))).order.status).toBe('OPEN')
  expect((await actor.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })).order.status).toBe(
    'FILLED',
  )

  // It has opened, and the feed is still silent: now it should not be.
  stage.set(EUR(1.16, { isStale: true }), '2026-11-08T22:05:00Z')
  expect(await price('EUR-USD')).toMatchObject({ stale: true, market_status: 'OPEN' })
  expect((await actor.place(market('BUY'))).body.violations.map(({ rule }) => rule)).toEqual(['stale_market_data'])
  stage.set(EUR(1.16))
})

test('under its floor while the market is closed an account ends, and what it holds is closed when it opens', async () => {
  stage.set({ ...EUR(1.16), ...around(95_000) }, '2026-11-13T21:58:00Z')
  const actor = await stage.actor()
  await actor.placed({ ...market('BUY'), quantity: 400_000 })
  await stage.step([actor], EUR(1.14, { isStale: true }), '2026-11-14T12:00:00Z')
  expect(await read(actor)).toMatchObject({ state: 'TERMINATED', state_reason: 'daily_loss_limit' })
  expect(await actor.positions()).toMatchObject([{ symbol: 'EUR-USD', liquidating: true }])
  // Open, but not heard of: there is nothing yet that could be traded.
  stage.set(EUR(1.14, { isStale: true }), '2026-11-15T22:05:00Z')
  expect(await actor.positions()).toMatchObject([{ symbol: 'EUR-USD', liquidating: true }])
  stage.set(EUR(1.139), '2026-11-15T22:06:00Z')
  await pollUntil(
    () => actor.closedPositions(),
    (closed) => closed.length > 0,
  )
  const [closed] = await actor.closedPositions()
  expect(closed?.close_reason).toBe('RISK')
  expect(closed?.exit_price).toBeCloseTo(1.1389, 4)
})
