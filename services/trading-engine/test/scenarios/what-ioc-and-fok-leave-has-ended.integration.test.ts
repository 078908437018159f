/**
 * IOC takes what the book has within its limit and leaves nothing behind; FOK takes all of it or nothing. Either is
 * answered 200 with the order as it ended, without violations.
 */
import Decimal from 'decimal.js'
import { insertPlan, WIDE_EXPOSURE } from '../support/plans/insert-plan.js'
import { depthOf, readBook, takenBy } from '../support/market/read-book.js'
import type { TradeRow } from '../support/account-calls.js'
import { around, startStage, type Stage } from '../support/stage.js'

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T12:00:00Z', around(100_000))
  await insertPlan(stage.pool, 'wide', { initial_balance: '1000000000', exposure: WIDE_EXPOSURE })
})
beforeEach(() => stage.set(around(100_000)))
afterAll(() => stage.close())

const SIDES = ['BUY', 'SELL'] as const
const LOT = 0.00001
const pairs = (trades: readonly TradeRow[]) => trades.map(({ price, quantity }) => [price, quantity])
const plus = (quantity: number, more: number): number => new Decimal(quantity).plus(more).toNumber()

describe.each(SIDES)('%s', (side) => {
  /** The opposing levels down to the third, which is the limit of all that follows. */
  const facing = async () => {
    const { bids, asks } = await readBook(stage.api)
    const levels = side === 'BUY' ? asks : bids
    const within = levels.slice(0, 3)
    return { levels, within, depth: depthOf(within), limit: within[2]![0] }
  }
  const order = (fields: object) => ({ symbol: 'BTC-USD', side, kind: 'LIMIT', ...fields })

  test('IOC: fills level by level to its limit, and the rest has expired', async () => {
    const actor = await stage.actor('wide')
    const { within, depth, limit } = await facing()
    const {
      order: ioc,
      trades,
      violations,
    } = await actor.placed(order({ tif: 'IOC', price: limit, quantity: plus(depth, 1) }))
    expect([pairs(trades), violations]).toEqual([within, []])
    expect(ioc).toMatchObject({
      status: 'EXPIRED',
      reason: 'time_in_force',
      filled_quantity: depth,
      remaining_quantity: 1,
    })
    expect(await actor.order(ioc.id)).toEqual(ioc)
    expect(await actor.events(ioc.id)).toEqual(['order.ack', ...within.map(() => 'order.fill'), 'order.cancel SYSTEM'])
    expect(await actor.orders()).toEqual([])
    expect((await actor.summary()).reserved_margin).toBe(0)
    expect((await actor.positions()).map(({ quantity }) => quantity)).toEqual([depth])
  })

  test.each([
    ['a lot more than there is', LOT, false],
    ['exactly what there is', 0, true],
    ['a lot less', -LOT, true],
  ])('FOK: %s', async (_, more, isFilled) => {
    const actor = await stage.actor('wide')
    const { levels, depth, limit } = await facing()
    const size = plus(depth, more)
    const { order: fok, trades, violations } = await actor.placed(order({ tif: 'FOK', price: limit, quantity: size }))
    expect([pairs(trades), violations]).toEqual([isFilled ? takenBy(levels, size) : [], []])
    expect(fok).toMatchObject(
      isFilled
        ? { status: 'FILLED', reason: null, filled_quantity: size }
        : { status: 'EXPIRED', reason: 'time_in_force', filled_quantity: 0, average_price: null },
    )
    if (!isFilled) expect(await actor.events(fok.id)).toEqual(['order.ack', 'order.cancel SYSTEM'])
    expect(await actor.positions()).toHaveLength(isFilled ? 1 : 0)
  })

  test.each(['IOC', 'FOK'])('%s behind the book: nothing, and it is over', async (tif) => {
    const actor = await stage.actor('wide')
    const { limit } = { limit: side === 'BUY' ? 99_990 : 100_010 }
    const { order: none, trades, violations } = await actor.placed(order({ tif, price: limit, quantity: 1 }))
    expect([none.status, none.reason, trades, violations]).toEqual(['EXPIRED', 'time_in_force', [], []])
    expect(await actor.ledger()).toHaveLength(1)
  })

  test('MARKET takes the whole book and no more; FOK then takes nothing', async () => {
    const [taker, killer] = [await stage.actor('wide'), await stage.actor('wide')]
    const huge = order({ kind: 'MARKET', quantity: 1_000 })
    const { order: whole, trades } = await taker.placed(huge)
    const { levels } = await facing()
    expect(pairs(trades).slice(0, 100)).toEqual(levels)
    expect(trades).toHaveLength(128)
    expect(whole).toMatchObject({ tif: 'IOC', status: 'CANCELLED', reason: 'book_exhausted' })
    expect((await taker.events(whole.id)).at(-1)).toBe('order.cancel SYSTEM')
    expect(whole.filled_quantity).toBe(
      trades.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0)).toNumber(),
    )
    const { order: none } = await killer.placed({ ...huge, tif: 'FOK' })
    expect(none).toMatchObject({ tif: 'FOK', status: 'EXPIRED', reason: 'time_in_force', filled_quantity: 0 })
  })

  test.each([
    ['IOC', 'EXPIRED', 'time_in_force', true],
    ['FOK', 'EXPIRED', 'time_in_force', false],
    ['GTC', 'PARTIALLY_FILLED', null, true],
  ])('a stop-limit %s begins at its trigger', async (tif, status, reason, isTaking) => {
    const actor = await stage.actor('wide')
    const isBuy = side === 'BUY'
    const [trigger, limit] = isBuy ? [101_000, 101_012] : [99_000, 98_988]
    const { order: stop } = await actor.placed(
      order({ kind: 'STOP', tif, trigger_price: trigger, price: limit, quantity: 50 }),
    )
    expect(stop).toMatchObject({ status: 'OPEN', trigger_state: 'ARMED' })
    await stage.step([actor], around(trigger))
    const { levels } = await facing()
    const within = levels.filter(([price]) => (isBuy ? price <= limit : price >= limit))
    const done = await actor.order(stop.id)
    expect(done).toMatchObject({ status, reason, trigger_state: 'TRIGGERED' })
    expect(done.filled_quantity).toBe(isTaking ? depthOf(within) : 0)
    const trades = (await actor.trades()).filter(({ liquidity }) => liquidity === 'TAKER').toReversed()
    expect(pairs(trades)).toEqual(isTaking ? within : [])
    await actor.cancelAll()
  })
})
