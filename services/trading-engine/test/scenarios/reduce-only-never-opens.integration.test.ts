/** A reduce-only order brings its position closer to flat, as far as there is one when it fills, and ends with it. */
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

const market = (side: string, quantity = 0.5, more: object = {}) => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity,
  ...more,
})
const REDUCE = { flags: { reduce_only: true } }
const limit = (side: string, price: number, quantity = 0.5) => ({
  ...market(side, quantity, REDUCE),
  kind: 'LIMIT',
  price,
})
const stop = (side: string, trigger: number, quantity = 0.5) => ({
  ...market(side, quantity, REDUCE),
  kind: 'STOP',
  trigger_price: trigger,
})

const held = async (actor: Actor) => (await actor.positions()).map(({ side, quantity }) => [side, quantity])
const ENDED = { status: 'CANCELLED', reason: 'reduce_only' }

const WAYS = [
  ['LONG', 'BUY', 'SELL', 1],
  ['SHORT', 'SELL', 'BUY', -1],
] as const

describe.each(WAYS)('a %s position', (_, opening, reducing, sign) => {
  test('more than it is on arrival is all of it: MARKET, LIMIT and STOP', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    expect((await actor.placed(limit(reducing, 100_000 + sign * 1_000, 2))).order.quantity).toBe(0.5)
    expect((await actor.placed(stop(reducing, 100_000 - sign * 1_000, 2))).order.quantity).toBe(0.5)
    const { order, trades } = await actor.placed(market(reducing, 2, REDUCE))
    expect([order.quantity, order.status, trades.length]).toEqual([0.5, 'FILLED', 1])
    expect(await held(actor)).toEqual([])
    expect(await actor.orders()).toEqual([])
  })

  test('it shrinks by hand: what then fills is what is left, and the rest of the order is over', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    const { order: rest } = await actor.placed(limit(reducing, 100_000 + sign * 1_000))
    await actor.placed(market(reducing, 0.3))
    expect(await actor.order(rest.id)).toMatchObject({ status: 'OPEN', quantity: 0.5 })
    await stage.step([actor], around(100_000 + sign * 2_000))
    expect(await held(actor)).toEqual([])
    expect(await actor.order(rest.id)).toMatchObject({ ...ENDED, filled_quantity: 0.2 })
    expect(await actor.events(rest.id)).toEqual(['order.ack', 'order.fill', 'order.cancel SYSTEM'])
  })

  test('it closes by hand: they end in that moment, and the next position has nothing of them', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    const { order: rest } = await actor.placed(limit(reducing, 100_000 + sign * 1_000))
    const { order: armed } = await actor.placed(stop(reducing, 100_000 - sign * 1_000))
    await actor.close({ symbol: 'BTC-USD' })
    for (const { id } of [rest, armed]) expect(await actor.order(id)).toMatchObject({ ...ENDED, filled_quantity: 0 })
    await actor.placed(market(opening))
    await stage.step([actor], around(100_000 + sign * 2_000))
    expect(await held(actor)).toEqual([[opening, 0.5]])
  })

  test('it flips: a reduce-only order of what it was does not add to what it is', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    const { order: rest } = await actor.placed(limit(reducing, 100_000 + sign * 1_000))
    await actor.placed(market(reducing, 0.8))
    expect(await actor.order(rest.id)).toMatchObject(ENDED)
    await stage.step([actor], around(100_000 + sign * 2_000))
    expect((await held(actor)).map(([side]) => side)).toEqual([reducing])
    expect((await actor.positions())[0]?.quantity).toBeCloseTo(0.3, 9)
  })

  test('two that one jump reaches close it once between them', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    const { order: near } = await actor.placed(limit(reducing, 100_000 + sign * 1_000, 0.4))
    const { order: far } = await actor.placed(limit(reducing, 100_000 + sign * 1_500, 0.4))
    await stage.step([actor], around(100_000 + sign * 2_000))
    expect(await held(actor)).toEqual([])
    expect(await actor.order(near.id)).toMatchObject({ status: 'FILLED', filled_quantity: 0.4 })
    expect(await actor.order(far.id)).toMatchObject({ ...ENDED, filled_quantity: 0.1 })
  })

  test('without it, on its own side, or on another venue, there is nothing to reduce', async () => {
    const actor = await stage.actor()
    const refused = async (order: object): Promise<void> => {
      const { body } = await actor.place(order)
      expect([body.order, body.trades, body.violations.map(({ rule }) => rule)]).toEqual([null, [], ['reduce_only']])
    }
    const all = [
      market(reducing, 0.5, REDUCE),
      limit(reducing, 100_000 + sign * 1_000),
      stop(reducing, 100_000 - sign * 1_000),
    ]
    for (const order of all) await refused(order)
    await actor.placed(market(opening))
    await refused(market(opening, 0.5, REDUCE))
    for (const order of all) await refused({ ...order, platform_id: 'OSTIUM' })
    expect(await held(actor)).toEqual([[opening, 0.5]])
  })

  test('it reserves nothing, and stands in the way of no close', async () => {
    const actor = await stage.actor()
    await actor.placed(market(opening))
    await actor.placed(limit(reducing, 100_000 + sign * 1_000))
    await actor.placed(stop(reducing, 100_000 - sign * 1_000))
    expect((await actor.summary()).reserved_margin).toBe(0)
    expect((await actor.close({ symbol: 'BTC-USD' })).body.order).toMatchObject({ status: 'FILLED', quantity: 0.5 })
  })
})
