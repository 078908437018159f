/** Margin mode CROSS: what an account may lose is its equity, not the margin of one position. */
import { insertPlan } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

const PRICES = { ...around(100_000), ...around(4_000, 'ETH-USD'), 'EUR-USD': { bid: 1.09, ask: 1.1 } }

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', PRICES)
  await insertPlan(stage.pool, 'carried', { initial_balance: '20000', exposure: { margin_mode: 'CROSS' } })
})
beforeEach(() => stage.set(PRICES))
afterAll(() => stage.close())

const market = (side: string, quantity: number, symbol = 'BTC-USD') => ({ symbol, side, kind: 'MARKET', quantity })
const rowOf = async (actor: Actor, symbol: string) =>
  (await actor.positions()).find((position) => position.symbol === symbol)

test('1,690 USD of 100,000 outlive a fall of 5 %, and any other', async () => {
  const actor = await stage.actor('standard-100k')
  await actor.placed(market('BUY', 0.0169))
  await stage.step([actor], around(95_000))
  expect(await rowOf(actor, 'BTC-USD')).toMatchObject({ quantity: 0.0169, liquidation_price: null })
  await stage.step([actor], around(1_000))
  expect(await actor.positions()).toHaveLength(1)
})

test('at the price shown the largest loss is liquidated, and what would open is cancelled; just before it nothing is', async () => {
  const actor = await stage.actor('carried')
  await actor.placed(market('BUY', 2))
  await actor.placed(market('SELL', 20, 'ETH-USD'))
  const { order: entry } = await actor.placed({
    ...{ symbol: 'EUR-USD', side: 'BUY', kind: 'LIMIT', quantity: 1000, price: 0.5 },
  })
  const edge = (await rowOf(actor, 'BTC-USD'))?.liquidation_price ?? 0
  const [alive, dead] = [Math.ceil(edge * 100) / 100 + 0.01, Math.floor(edge * 100) / 100]
  const book = { bid: dead - 10, ask: dead + 10 }
  await stage.step([actor], { 'BTC-USD': { ...book, mark: alive } })
  expect(await rowOf(actor, 'BTC-USD')).toMatchObject({ quantity: 2, mark_price: alive, liquidating: false })
  expect(await actor.order(entry.id)).toMatchObject({ status: 'OPEN' })

  // With next to no margin left no order could tell when that has been looked at.
  stage.set({ 'BTC-USD': { ...book, mark: dead } })
  const closed = await pollUntil(
    () => actor.closedPositions(),
    ({ length }) => length > 0,
  )
  expect(closed).toMatchObject([{ symbol: 'BTC-USD', close_reason: 'LIQUIDATION' }])
  // The quantity at the best bid is random for each book, and may be less than the position: the rest fills some ticks
  // below.
  const sold = (await actor.trades()).filter(({ side }) => side === 'SELL')
  expect(Math.max(...sold.map(({ price }) => price))).toBe(dead - 10)
  expect(closed[0]?.exit_price).toBeCloseTo(dead - 10, 0)
  expect(await actor.positions()).toMatchObject([{ symbol: 'ETH-USD', liquidating: false }])
  expect(await actor.order(entry.id)).toMatchObject({ status: 'CANCELLED', reason: 'liquidation' })
  const { body } = await actor.api.get(`/v1/account/${actor.accountId}/breaches`)
  expect(body).toEqual([])
})

test('a preview tells the price that the order would leave behind', async () => {
  const actor = await stage.actor('carried')
  await actor.placed(market('BUY', 1))
  const held = await rowOf(actor, 'BTC-USD')
  const previewed = async (order: object) => {
    const { body } = await actor.api.post<{ position: { liquidation_price: number | null } }>('/v1/order/preview', {
      body: { account_id: actor.accountId, ...order },
    })
    return body.position.liquidation_price
  }
  const more = await previewed(market('BUY', 1))
  expect(more).toBeGreaterThan(held?.liquidation_price ?? Infinity)
  await actor.placed(market('BUY', 1))
  expect((await rowOf(actor, 'BTC-USD'))?.liquidation_price).toBe(more)
})
