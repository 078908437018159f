/**
 * Stop and target of an entry are contingent until it fills, go live as it does, and cancel each other; whatever the
 * gap, only one of them fills.
 */
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

const SIBLING = { status: 'CANCELLED', reason: 'sibling', filled_quantity: 0 }

const WAYS = [
  ['BUY', 'SELL', 1],
  ['SELL', 'BUY', -1],
] as const
const TARGETS = ['LIMIT', 'TAKE_PROFIT'] as const

describe.each(WAYS)('the entry is a %s', (entrySide, exitSide, sign) => {
  const at = (distance: number): number => 100_000 + sign * distance
  const order = (fields: object) => ({ symbol: 'BTC-USD', quantity: 0.5, ...fields })

  async function bracket(actor: Actor, target: (typeof TARGETS)[number], entryFields: object) {
    const { order: entry } = await actor.placed(order({ side: entrySide, ...entryFields }))
    const exit = { side: exitSide, parent_order_id: entry.id }
    const price = target === 'LIMIT' ? { price: at(2_000) } : { trigger_price: at(2_000) }
    const { order: stop } = await actor.placed(order({ ...exit, kind: 'STOP', trigger_price: at(-2_000) }))
    const { order: profit } = await actor.placed(order({ ...exit, kind: target, ...price }))
    return { entry, stop, profit }
  }
  const AT_ONCE = { kind: 'MARKET' }
  const LATER = { kind: 'LIMIT', price: at(-1_000) }

  test.each(TARGETS)('%s is reached: the stop is over, and the fall after it does nothing', async (target) => {
    const actor = await stage.actor()
    const { stop, profit } = await bracket(actor, target, AT_ONCE)
    expect([stop.status, profit.status]).toEqual(['OPEN', 'OPEN'])
    await stage.step([actor], around(at(3_000)))
    const price = target === 'LIMIT' ? at(2_000) : at(3_000) - sign * 10
    expect(await actor.order(profit.id)).toMatchObject({ status: 'FILLED', average_price: price })
    expect(await actor.order(stop.id)).toMatchObject(SIBLING)
    expect(await actor.events(stop.id)).toEqual(['order.ack', 'order.cancel SIBLING'])
    await stage.step([actor], around(at(-3_000)))
    expect(await actor.positions()).toEqual([])
    expect(await actor.closedPositions()).toMatchObject([{ close_reason: 'TAKE_PROFIT' }])
  })

  test.each(TARGETS)('the stop is reached: %s is over', async (target) => {
    const actor = await stage.actor()
    const { stop, profit } = await bracket(actor, target, AT_ONCE)
    await stage.step([actor], around(at(-3_000)))
    expect(await actor.order(stop.id)).toMatchObject({ status: 'FILLED', average_price: at(-3_000) - sign * 10 })
    expect(await actor.order(profit.id)).toMatchObject(SIBLING)
    await stage.step([actor], around(at(3_000)))
    expect(await actor.positions()).toEqual([])
    expect(await actor.closedPositions()).toMatchObject([{ close_reason: 'STOP_LOSS' }])
  })

  test('held until the entry fills: the market may go past them before', async () => {
    const actor = await stage.actor()
    const { entry, stop, profit } = await bracket(actor, 'TAKE_PROFIT', LATER)
    expect([stop.status, profit.status, stop.held_quantity]).toEqual(['PENDING', 'PENDING', 0.5])
    await stage.step([actor], around(at(3_000)))
    expect((await actor.order(profit.id)).status).toBe('PENDING')
    await stage.step([actor], around(at(-1_500)))
    expect((await actor.order(entry.id)).status).toBe('FILLED')
    for (const { id } of [stop, profit])
      expect(await actor.order(id)).toMatchObject({ status: 'OPEN', trigger_state: 'ARMED', held_quantity: 0 })
  })

  test('the gap that fills the entry is already beyond its stop: both happen, and nothing is left', async () => {
    const actor = await stage.actor()
    const { entry, stop, profit } = await bracket(actor, 'LIMIT', LATER)
    await stage.step([actor], around(at(-2_500)))
    expect(await actor.order(entry.id)).toMatchObject({ status: 'FILLED', average_price: at(-1_000) })
    expect(await actor.order(stop.id)).toMatchObject({ status: 'FILLED', average_price: at(-2_500) - sign * 10 })
    expect(await actor.order(profit.id)).toMatchObject(SIBLING)
    expect(await actor.positions()).toEqual([])
  })

  test('exits of part of it: what the target fills is taken off the stop, and not off the other target', async () => {
    const actor = await stage.actor()
    const { order: entry } = await actor.placed(order({ side: entrySide, ...AT_ONCE }))
    const exit = (quantity: number, fields: object) =>
      actor.placed(order({ side: exitSide, parent_order_id: entry.id, quantity, ...fields }))
    const { order: stop } = await exit(0.3, { kind: 'STOP', trigger_price: at(-2_000) })
    const { order: near } = await exit(0.2, { kind: 'LIMIT', price: at(1_000) })
    const { order: far } = await exit(0.1, { kind: 'LIMIT', price: at(3_000) })
    await stage.step([actor], around(at(2_000)))
    expect(await actor.order(near.id)).toMatchObject({ status: 'FILLED', filled_quantity: 0.2 })
    expect(await actor.order(stop.id)).toMatchObject({ status: 'OPEN', quantity: 0.1 })
    expect(await actor.order(far.id)).toEqual(far)
    await stage.step([actor], around(at(4_000)))
    expect(await actor.order(stop.id)).toMatchObject(SIBLING)
    expect((await actor.positions()).map(({ side, quantity }) => [side, quantity])).toEqual([[entrySide, 0.2]])
  })

  test('the entry is cancelled: so are they', async () => {
    const actor = await stage.actor()
    const { entry, stop, profit } = await bracket(actor, 'LIMIT', LATER)
    await actor.cancel(entry.id)
    for (const { id } of [stop, profit])
      expect(await actor.order(id)).toMatchObject({ status: 'CANCELLED', reason: 'parent_cancelled' })
    expect((await actor.summary()).reserved_margin).toBe(0)
  })

  test('protection of a position: one of its two ends the other', async () => {
    const actor = await stage.actor()
    await actor.placed(order({ side: entrySide, kind: 'MARKET' }))
    const [position] = await actor.positions()
    await actor.protect(position!.id, {
      stop_loss: { trigger_price: at(-2_000) },
      take_profit: { trigger_price: at(2_000), trigger_by: 'MARK' },
    })
    const [profit, stop] = await actor.orders()
    await stage.step([actor], around(at(2_000)))
    expect(await actor.order(profit!.id)).toMatchObject({ kind: 'TAKE_PROFIT', status: 'FILLED', trigger_by: 'MARK' })
    expect(await actor.order(stop!.id)).toMatchObject({ kind: 'STOP', ...SIBLING })
    expect(await actor.positions()).toEqual([])
  })
})
