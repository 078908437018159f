/**
 * Margin mode ISOLATED: a position is liquidated at the current price when the mark reaches its liquidation price, and
 * not before.
 */
import { insertPlan } from '../support/plans/insert-plan.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
  await insertPlan(stage.pool, 'isolated', {})
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

const market = (side: string, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity: 0.3,
  ...more,
})

/** At leverage 20 the margin is 5 % of the notional at mark; maintenance is 0.5 % on GMX and 1 % on Ostium. */
const CASES = [
  ['BUY', 'GMX', 0.005],
  ['BUY', 'OSTIUM', 0.01],
  ['SELL', 'GMX', 0.005],
  ['SELL', 'OSTIUM', 0.01],
] as const

/** Prices that leave the position just alive, and just not. */
function edgeOf(side: string, maintenance: number): { readonly alive: number; readonly dead: number } {
  const entry = side === 'BUY' ? 100_010 : 99_990
  const share = 1 / 20 - maintenance
  const edge = side === 'BUY' ? entry / (1 + share) : entry / (1 - share)
  const dead = (side === 'BUY' ? Math.floor(edge * 100) : Math.ceil(edge * 100)) / 100
  return { alive: Number((dead + (side === 'BUY' ? 0.01 : -0.01)).toFixed(2)), dead }
}

const rowOf = async (actor: Actor) => (await actor.positions())[0]

test.each(CASES)('a position of a %s on %s', async (side, venue, maintenance) => {
  const actor = await stage.actor('isolated')
  await actor.placed(market(side, { platform_id: venue }))
  const { alive, dead } = edgeOf(side, maintenance)
  const shown = (await rowOf(actor))?.liquidation_price ?? 0
  expect(Math.abs(shown - dead)).toBeLessThan(0.02)

  // Book, last and index are far beyond; only the mark counts.
  const beyond = side === 'BUY' ? 90_000 : 110_000
  const book = { bid: beyond - 10, ask: beyond + 10, last: beyond, index: beyond }
  await stage.step([actor], { 'BTC-USD': { ...book, mark: alive } })
  expect(await rowOf(actor)).toMatchObject({ quantity: 0.3, mark_price: alive })
  await stage.step([actor], { 'BTC-USD': { ...book, mark: dead } })
  expect(await actor.positions()).toEqual([])
  const taken = side === 'BUY' ? beyond - 10 : beyond + 10
  expect(await actor.closedPositions()).toMatchObject([{ close_reason: 'LIQUIDATION', exit_price: taken }])
  const [closing] = (await actor.orders('?status=all')).filter(({ symbol }) => symbol === 'BTC-USD')
  expect(closing).toMatchObject({ kind: 'MARKET', status: 'FILLED', reason: 'liquidation', average_price: taken })
  expect(closing?.flags.reduce_only).toBe(true)
  expect(await actor.events()).toEqual([
    ...['order.ack', 'order.fill'],
    ...['order.ack', 'order.fill', 'position.close'],
  ])
  const { body } = await actor.api.get(`/v1/account/${actor.accountId}/breaches`)
  expect(body).toEqual([])
})

test('a stop that the same gap has reached comes first', async () => {
  const actor = await stage.actor('isolated')
  await actor.placed(market('BUY'))
  const { order: stop } = await actor.placed(
    market('SELL', { kind: 'STOP', trigger_price: 98_000, flags: { reduce_only: true } }),
  )
  await stage.step([actor], around(95_000))
  expect(await actor.order(stop.id)).toMatchObject({ status: 'FILLED', average_price: 94_990 })
  expect(await actor.closedPositions()).toMatchObject([{ close_reason: 'STOP_LOSS' }])
})

test('a stale mark liquidates nothing; the first live one does', async () => {
  const actor = await stage.actor('isolated')
  await actor.placed(market('BUY'))
  await stage.step([actor], { 'BTC-USD': { ...around(95_000)['BTC-USD']!, isStale: true } })
  expect(await actor.positions()).toHaveLength(1)
  stage.set(around(94_900))
  const closed = await pollUntil(
    () => actor.closedPositions(),
    ({ length }) => length > 0,
  )
  expect(closed).toMatchObject([{ close_reason: 'LIQUIDATION', exit_price: 94_890 }])
})

test('what else would have reduced the position ends with it', async () => {
  const actor = await stage.actor('isolated')
  await actor.placed(market('BUY'))
  const { order: profit } = await actor.placed(
    market('SELL', { kind: 'TAKE_PROFIT', trigger_price: 105_000, flags: { reduce_only: true } }),
  )
  await stage.step([actor], around(95_000))
  expect(await actor.order(profit.id)).toMatchObject({ status: 'CANCELLED', reason: 'reduce_only' })
  expect((await actor.summary()).used_margin).toBe(0)
})
