/**
 * A post-only order that would take is refused as a whole, on arrival, on change and at its trigger; it only ever pays
 * the maker's fee.
 */
import { around, startStage, type Stage } from '../support/stage.js'
import type { OrderRow, ProblemBody, ViolationRow } from '../support/account-calls.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

const BID = 99_990
const ASK = 100_010
const limit = (side: string, price: number, more: object) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'LIMIT',
  quantity: 0.5,
  price,
  ...more,
})
const SAID = [
  ['GTC', { flags: { post_only: true } }],
  ['GTD', { tif: 'GTD', flags: { post_only: true } }],
  ['GTX', { tif: 'GTX' }],
  ['GTX, and post_only false', { tif: 'GTX', flags: { post_only: false } }],
] as const

describe.each(SAID)('%s', (_, more) => {
  test.each([
    ['BUY', ASK, false],
    ['BUY', ASK + 500, false],
    ['BUY', ASK - 0.01, true],
    ['SELL', BID, false],
    ['SELL', BID - 500, false],
    ['SELL', BID + 0.01, true],
  ])('%s at %d', async (side, price, isPlaced) => {
    const actor = await stage.actor()
    const { status, body } = await actor.place(limit(side, price, more))
    expect(status).toBe(200)
    if (!isPlaced) {
      const touch = side === 'BUY' ? ASK : BID
      expect(body).toMatchObject({
        order: null,
        trades: [],
        violations: [{ rule: 'post_only', severity: 'SOFT', limit: touch, value: price, unit: null }],
      })
      expect([await actor.orders('?status=all'), await actor.events()]).toEqual([[], []])
      return
    }
    expect(body.order).toMatchObject({ status: 'OPEN', flags: { post_only: true } })
    await stage.step([actor], around(side === 'BUY' ? 99_000 : 101_000))
    const [trade] = await actor.trades()
    expect(trade).toMatchObject({ price, liquidity: 'MAKER' })
    expect(trade?.fee).toBeCloseTo(0.5 * price * 0.0004, 9)
  })
})

test('nor by being moved into the market', async () => {
  const actor = await stage.actor()
  const { order } = await actor.placed(limit('BUY', 99_000, { tif: 'GTX' }))
  const path = `/v1/account/${actor.accountId}/orders/${order.id}/modify`
  type Answer = ProblemBody & { readonly violations: readonly ViolationRow[] }
  const { status, body } = await actor.api.post<Answer>(path, { body: { price: ASK } })
  expect([status, body.violations.map(({ rule }) => rule)]).toEqual([422, ['post_only']])
  expect(await actor.order(order.id)).toEqual(order)
  const moved = await actor.api.post<OrderRow>(path, { body: { price: ASK - 0.01 } })
  expect(moved.body).toMatchObject({ status: 'OPEN', price: ASK - 0.01, version: 2 })
})

test('closing with GTX is no exception', async () => {
  const actor = await stage.actor()
  await actor.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.5 })
  const close = { symbol: 'BTC-USD', kind: 'LIMIT', tif: 'GTX' }
  const refused = await actor.close({ ...close, price: BID })
  expect(refused.body).toMatchObject({ order: null, violations: [{ rule: 'post_only' }], position: { quantity: 0.5 } })
  expect((await actor.close({ ...close, price: BID + 0.01 })).body.order).toMatchObject({ status: 'OPEN' })
})
