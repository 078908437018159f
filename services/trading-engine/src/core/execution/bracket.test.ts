/** Exits that wait for their entry, one cancels the other, and all of them end with the position. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { decimal, formatDecimal, price, quantity, usd } from '../values/decimal.js'
import type { Order } from '../model/order/order.js'
import type { PlaceOrder } from '../decide/prepare-order.js'
import {
  close,
  limit,
  market,
  NO_FLAGS,
  POST_ONLY,
  REDUCE_ONLY,
  stop,
  takeProfit,
} from '../../../test/support/commands.js'
import { nextExit } from './bracket.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick, words } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const at = (text: string) => price(decimal(text))
const size = (text: string) => quantity(decimal(text))
/** BTC-USD is at 20000 to begin with. */
const begin = (): Trader => {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const exit = (command: PlaceOrder, parent: Order, fields: Partial<PlaceOrder> = {}): PlaceOrder => ({
  ...command,
  parentOrderId: parent.id,
  ...fields,
})
const stateOf = (trader: Trader, { id }: Order): string => {
  const { status, reason, quantity: whole, contingentQuantity, filledQuantity } = trader.order(id)
  const figures = [whole, contingentQuantity, filledQuantity].map(formatDecimal).join(' ')
  return `${status}${reason === null ? '' : ` ${reason}`} ${figures}`
}
const statesOf = (trader: Trader, ...orders: readonly Order[]): readonly string[] =>
  orders.map((order) => stateOf(trader, order))
const cancelledBy = (trader: Trader, { id }: Order): unknown =>
  trader.events.flatMap((event) => (event.type === 'order.cancel' && event.order.id === id ? [event.cancelledBy] : []))
/** A book with `bid` units to sell into and `ask` units to buy, one tick around the price. */
const thin = (trader: Trader, middle: number, bid: string, ask: string): void =>
  trader.script.setBook('BTC-USD', {
    bids: [[String(middle - 10), bid]],
    asks: [[String(middle + 10), ask]],
    mark: String(middle),
  })
/** A resting entry to buy 10 at 19000, a stop of all of it at 18000 and a target at 21000. */
const bracket = (trader: Trader, stopSize = '10', targetSize = '10') => {
  const entry = trader.placed(limit('BUY', '10', '19000'))
  const loss = trader.placed(exit(stop('SELL', stopSize, '18000'), entry))
  const target = trader.placed(exit(takeProfit('SELL', targetSize, '21000'), entry))
  return { entry, loss, target }
}
const fillEntry = (trader: Trader, quantityFilled: string): void => {
  thin(trader, 18_990, '100', quantityFilled)
  trader.fillResting()
}
/** The market goes there, deep enough for anything. */
const goTo = (trader: Trader, middle: string): void => {
  trader.script.setPrice('BTC-USD', middle)
  trader.fillResting()
}

describe('of a working entry', () => {
  test('they wait: held whole, reserving nothing, deaf to the market', () => {
    const trader = begin()
    const { entry, loss, target } = bracket(trader)
    expect(stateOf(trader, loss)).toBe('PENDING 10 10 0')
    expect(words(loss, 'positionId', 'parentOrderId', 'bracketId', 'triggerState')).toBe(
      `null ${entry.id} ${entry.id} ARMED`,
    )
    expect(loss.flags.reduceOnly).toBe(true)
    // 190,000 at leverage 20: the entry's own margin
    expect(formatDecimal(trader.figures().reservedMargin)).toBe('9500')
    goTo(trader, '21500')
    expect([stateOf(trader, loss), stateOf(trader, target)]).toEqual(['PENDING 10 10 0', 'PENDING 10 10 0'])
    expect(trader.fills).toEqual([])
  })

  test('they are released in step with it: the same share down to a lot, all of it with the last fill', () => {
    const trader = begin()
    const { entry, loss, target } = bracket(trader, '10', '0.005')
    fillEntry(trader, '3')
    expect(stateOf(trader, entry)).toBe('PARTIALLY_FILLED 10 0 3')
    expect(stateOf(trader, loss)).toBe('OPEN 10 7 0')
    // 0.3 × 0.005 is one lot and a half
    expect(stateOf(trader, target)).toBe('OPEN 0.005 0.004 0')
    expect(trader.order(loss.id).positionId).toBe(trader.position().id)
    fillEntry(trader, '7')
    expect(statesOf(trader, entry, loss, target)).toEqual(['FILLED 10 0 10', 'OPEN 10 0 0', 'OPEN 0.005 0 0'])
  })

  test('a share below a lot is not released yet', () => {
    const trader = begin()
    const { loss } = bracket(trader, '0.001')
    fillEntry(trader, '9')
    expect(stateOf(trader, loss)).toBe('PENDING 0.001 0.001 0')
    fillEntry(trader, '1')
    expect(stateOf(trader, loss)).toBe('OPEN 0.001 0 0')
  })

  test('one that the market has crossed by then fires immediately, at the current price', () => {
    const trader = begin()
    const { loss, target } = bracket(trader)
    goTo(trader, '17500')
    expect(stateOf(trader, loss)).toBe('FILLED 10 0 10')
    expect(stateOf(trader, target)).toBe('CANCELLED sibling 10 0 0')
    expect(trader.account.positions.size).toBe(0)
    expect(pick([...trader.positions.values()][0]!, 'closeReason')).toEqual({ closeReason: 'STOP_LOSS' })
  })

  test('cancelled unfilled it takes them with it; partly filled it leaves what was released', () => {
    const unfilled = begin()
    const one = bracket(unfilled)
    unfilled.cancel(one.entry.id)
    expect(stateOf(unfilled, one.loss)).toBe('CANCELLED parent_cancelled 10 10 0')
    expect(cancelledBy(unfilled, one.loss)).toEqual(['SYSTEM'])
    expect(unfilled.account.orders.size).toBe(0)

    const partly = begin()
    const { entry, loss, target } = bracket(partly)
    fillEntry(partly, '3')
    partly.cancel(entry.id)
    expect([loss, target].map((each) => stateOf(partly, each))).toEqual(['OPEN 3 0 0', 'OPEN 3 0 0'])
  })

  test('so it does when it expires', () => {
    const trader = begin()
    const now = trader.script.context().now
    const entry = trader.placed(limit('BUY', '1', '19000', { tif: 'GTD', expiresAt: now + 1000 }))
    const loss = trader.placed(exit(stop('SELL', '1', '18000', { tif: 'GTD', expiresAt: now + 1000 }), entry))
    const later = trader.placed(exit(takeProfit('SELL', '1', '21000'), entry))
    trader.script.passTime(2)
    trader.advance()
    expect(trader.account.orders.size).toBe(0)
    expect(statesOf(trader, entry, loss, later)).toEqual([
      'EXPIRED expired 1 0 0',
      'CANCELLED parent_cancelled 1 1 0',
      'CANCELLED parent_cancelled 1 1 0',
    ])
  })

  test('cancel-all answers for every one of them', () => {
    const trader = begin()
    bracket(trader)
    expect(trader.cancelAll().map(({ status, reason }) => `${status} ${reason}`)).toEqual(
      Array.from({ length: 3 }, () => 'CANCELLED user_cancelled'),
    )
  })

  test('they can be changed and cancelled while they wait, and what is released stays released', () => {
    const trader = begin()
    const { loss, target } = bracket(trader)
    trader.modify(loss.id, { triggerPrice: at('18500'), quantity: size('8') })
    expect(stateOf(trader, loss)).toBe('PENDING 8 8 0')
    trader.cancel(target.id)
    fillEntry(trader, '5')
    expect(stateOf(trader, loss)).toBe('OPEN 8 4 0')
    trader.modify(loss.id, { quantity: size('10') })
    expect(stateOf(trader, loss)).toBe('OPEN 10 6 0')
    trader.modify(loss.id, { quantity: size('2') })
    expect(stateOf(trader, loss)).toBe('OPEN 2 0 0')
  })

  test('one that comes when part of it has filled is released for that part', () => {
    const trader = begin()
    const entry = trader.placed(limit('BUY', '10', '19000'))
    fillEntry(trader, '4')
    const loss = trader.placed(exit(stop('SELL', '10', '18000'), entry))
    expect(stateOf(trader, loss)).toBe('OPEN 10 6 0')
    expect(trader.order(loss.id).positionId).toBe(trader.position().id)
  })

  test('and for nothing when the position of that part is gone', () => {
    const trader = begin()
    const entry = trader.placed(limit('BUY', '10', '19000'))
    fillEntry(trader, '4')
    trader.close(close())
    const loss = trader.placed(exit(stop('SELL', '10', '17000'), entry))
    expect(stateOf(trader, loss)).toBe('PENDING 10 10 0')
    trader.script.passTime(1000)
    fillEntry(trader, '3')
    // half of what it holds, of which the position takes 3
    expect(stateOf(trader, loss)).toBe('OPEN 8 5 0')
    expect(trader.position().quantity).toBe(size('3'))
  })

  test('an exit is no larger than the position that its entry made of one on the other side', () => {
    const trader = begin()
    trader.placed(market('SELL', '4'))
    const entry = trader.placed(limit('BUY', '10', '19000'))
    const loss = trader.placed(exit(stop('SELL', '10', '18000'), entry))
    fillEntry(trader, '10')
    expect(pick(trader.position(), 'direction', 'quantity')).toEqual({ direction: 'LONG', quantity: '6' })
    expect(stateOf(trader, loss)).toBe('OPEN 6 0 0')
  })

  test('what an entry closes first, in as many fills as it takes, releases and ends nothing', () => {
    const trader = begin()
    trader.placed(market('SELL', '4'))
    const entry = trader.placed(limit('BUY', '10', '19000'))
    const loss = trader.placed(exit(stop('SELL', '10', '18000'), entry))
    fillEntry(trader, '1')
    expect(stateOf(trader, loss)).toBe('PENDING 10 10 0')
    fillEntry(trader, '3')
    expect(trader.account.positions.size).toBe(0)
    expect(stateOf(trader, loss)).toBe('PENDING 10 10 0')
    // Half of the six that are left to open.
    fillEntry(trader, '3')
    expect(stateOf(trader, loss)).toBe('OPEN 8 5 0')
    fillEntry(trader, '3')
    expect(pick(trader.position(), 'direction', 'quantity')).toEqual({ direction: 'LONG', quantity: '6' })
    expect(stateOf(trader, loss)).toBe('OPEN 6 0 0')
  })

  test('however an entry that flips a position fills, its stop covers all that it opened', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), parts, (held, filled) => {
        const trader = begin()
        if (held > 0) trader.placed(market('SELL', String(held)))
        const whole = filled.reduce((sum, part) => sum + part, 0)
        const entry = trader.placed(limit('BUY', String(whole), '19000'))
        const loss = trader.placed(exit(stop('SELL', String(whole), '18000'), entry))
        for (const part of filled) {
          fillEntry(trader, String(part))
          const position = [...trader.account.positions.values()][0]
          if (position?.direction !== 'LONG') continue
          const { status, quantity: size, contingentQuantity } = trader.order(loss.id)
          expect([status, formatDecimal(usd(size - contingentQuantity))]).toEqual([
            'OPEN',
            formatDecimal(position.quantity),
          ])
        }
        expect(trader.order(entry.id).status).toBe('FILLED')
        expect(trader.account.orders.size).toBe(whole > held ? 1 : 0)
      }),
      { numRuns: runs(400) },
    )
  })

  test('an entry that only reduced what stood leaves nothing to exit from', () => {
    const trader = begin()
    trader.placed(market('SELL', '4'))
    const entry = trader.placed(limit('BUY', '3', '19000'))
    const loss = trader.placed(exit(stop('SELL', '3', '18000'), entry))
    fillEntry(trader, '3')
    expect(stateOf(trader, loss)).toBe('CANCELLED reduce_only 3 3 0')
    expect(cancelledBy(trader, loss)).toEqual(['SYSTEM'])
  })

  test('a position that closes before the entry has filled leaves them waiting', () => {
    const trader = begin()
    trader.placed(market('BUY', '1'))
    const { entry, loss, target } = bracket(trader)
    const mine = trader.placed(stop('SELL', '1', '17000', { flags: REDUCE_ONLY }))
    trader.close(close())
    expect(statesOf(trader, entry, loss, target, mine)).toEqual([
      ...['OPEN 10 0 0', 'PENDING 10 10 0', 'PENDING 10 10 0', 'CANCELLED reduce_only 1 0 0'],
    ])
  })

  test('an entry with exits to follow is one order; an IOC one ends with what it could fill, and they with it', () => {
    const trader = begin()
    thin(trader, 20_000, '5', '0.4')
    const entry = trader.placed(stop('BUY', '1', '20500', { tif: 'IOC' }))
    const loss = trader.placed(exit(stop('SELL', '1', '18000'), entry))
    thin(trader, 20_600, '5', '0.4')
    trader.fillResting()
    expect(statesOf(trader, entry, loss)).toEqual(['CANCELLED book_exhausted 1 0 0.4', 'OPEN 0.4 0 0'])
  })
})

describe('one cancels the other', () => {
  test('a filled target reduces the stop by as much, and a complete one ends it', () => {
    const trader = begin()
    const { loss, target } = bracket(trader)
    fillEntry(trader, '10')
    thin(trader, 21_100, '4', '100')
    trader.fillResting()
    // what it could not fill at its trigger is over: a target without a limit takes and goes
    expect(stateOf(trader, target)).toBe('CANCELLED book_exhausted 10 0 4')
    expect(stateOf(trader, loss)).toBe('OPEN 6 0 0')
    goTo(trader, '17900')
    expect(stateOf(trader, loss)).toBe('FILLED 6 0 6')
    expect(trader.account.positions.size).toBe(0)
  })

  test('a target with a limit goes on, and both end together', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '10'))
    const loss = trader.placed(exit(stop('SELL', '10', '18000'), entry))
    const target = trader.placed(exit(limit('SELL', '10', '21000'), entry))
    thin(trader, 21_020, '4', '100')
    trader.fillResting()
    expect(statesOf(trader, loss, target)).toEqual(['OPEN 6 0 0', 'PARTIALLY_FILLED 10 0 4'])
    goTo(trader, '21500')
    expect(statesOf(trader, loss, target)).toEqual(['CANCELLED sibling 6 0 0', 'FILLED 10 0 10'])
    expect(cancelledBy(trader, loss)).toEqual(['SIBLING'])
    expect([...trader.positions.values()].map(({ closeReason }) => closeReason)).toEqual(['TAKE_PROFIT'])
  })

  test('a stop and a target of half the position end each other, and the other half stays', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '10'))
    const loss = trader.placed(exit(stop('SELL', '5', '18000'), entry))
    const target = trader.placed(exit(limit('SELL', '5', '21000'), entry))
    goTo(trader, '21500')
    expect(statesOf(trader, loss, target)).toEqual(['CANCELLED sibling 5 0 0', 'FILLED 5 0 5'])
    expect(trader.position().quantity).toBe(size('5'))
  })

  test('targets that share a position do not take from each other, only from the stop', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '10'))
    const loss = trader.placed(exit(stop('SELL', '10', '18000'), entry))
    const first = trader.placed(exit(limit('SELL', '5', '21000'), entry))
    const second = trader.placed(exit(limit('SELL', '5', '22000'), entry))
    goTo(trader, '21500')
    expect(statesOf(trader, loss, first, second)).toEqual(['OPEN 5 0 0', 'FILLED 5 0 5', 'OPEN 5 0 0'])
    goTo(trader, '22500')
    expect(statesOf(trader, loss, second)).toEqual(['CANCELLED sibling 5 0 0', 'FILLED 5 0 5'])
  })

  test('the exits of another entry into the same position are left alone', () => {
    const trader = begin()
    const one = trader.placed(market('BUY', '3'))
    const other = trader.placed(market('BUY', '2'))
    const loss = trader.placed(exit(stop('SELL', '2', '18000'), other))
    trader.placed(exit(limit('SELL', '3', '21000'), one))
    goTo(trader, '21500')
    expect(stateOf(trader, loss)).toBe('OPEN 2 0 0')
    expect(trader.position().quantity).toBe(size('2'))
  })

  test('an exit that fills ends its entry: nothing opens behind a stop that is gone', () => {
    const trader = begin()
    const { entry, loss, target } = bracket(trader)
    fillEntry(trader, '4')
    goTo(trader, '21500')
    expect(statesOf(trader, entry, loss, target)).toEqual([
      'CANCELLED exit_filled 10 0 4',
      'CANCELLED sibling 4 0 0',
      'FILLED 4 0 4',
    ])
    expect(cancelledBy(trader, entry)).toEqual(['SIBLING'])
  })

  test('so does a manual close of the position', () => {
    const trader = begin()
    const { entry, loss, target } = bracket(trader)
    fillEntry(trader, '4')
    trader.close(close())
    expect(statesOf(trader, entry, loss, target)).toEqual([
      'CANCELLED exit_filled 10 0 4',
      'CANCELLED reduce_only 4 0 0',
      'CANCELLED reduce_only 4 0 0',
    ])
  })

  test('they shrink with the position, and never grow', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '10'))
    const loss = trader.placed(exit(stop('SELL', '10', '18000'), entry))
    trader.placed(market('SELL', '3'))
    expect(stateOf(trader, loss)).toBe('OPEN 7 0 0')
    trader.placed(market('BUY', '2'))
    expect(stateOf(trader, loss)).toBe('OPEN 7 0 0')
  })
})

describe('of an entry that has ended', () => {
  test('an exit works immediately, no larger than the position', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '2'))
    const loss = trader.placed(exit(stop('SELL', '5', '18000'), entry))
    expect(stateOf(trader, loss)).toBe('OPEN 2 0 0')
  })

  test('without its position there is nothing to exit from, whatever has been opened since', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '2'))
    trader.close(close())
    expect(trader.refusals(exit(stop('SELL', '2', '18000'), entry))).toEqual(['reduce_only'])
    trader.placed(market('BUY', '2'))
    expect(trader.refusals(exit(stop('SELL', '2', '18000'), entry))).toEqual(['reduce_only'])
  })

  test('one that would fire immediately is refused like any other', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '2'))
    expect(trader.refusals(exit(stop('SELL', '2', '20500'), entry))).toEqual(['trigger_would_fire'])
    expect(trader.refusals(exit(limit('SELL', '2', '19000', { flags: POST_ONLY }), entry))).toEqual(['post_only'])
  })

  test('having filled nothing it can have none', () => {
    const trader = begin()
    const entry = trader.placed(limit('BUY', '2', '19000'))
    trader.cancel(entry.id)
    expect(trader.misplaced(exit(stop('SELL', '2', '18000'), entry))).toMatchObject({
      kind: 'order_not_working',
      message: 'the parent order is CANCELLED and has filled nothing',
      order: { id: entry.id },
    })
  })
})

test.each([
  [
    'an order nobody has placed',
    (entry: Order) => exit(stop('SELL', '1', '18000'), { ...entry, id: 'none' }),
    'not_found',
  ],
  [
    'another symbol',
    (entry: Order) => exit(stop('SELL', '1', '90', { symbol: 'SOL-USD' }), entry),
    'parent_order_id.symbol',
  ],
  ['the same side', (entry: Order) => exit(stop('BUY', '1', '21000'), entry), 'side.parent'],
  [
    'another venue',
    (entry: Order) => exit(stop('SELL', '1', '18000', { venue: 'OSTIUM' }), entry),
    'platform_id.parent',
  ],
])('an exit of %s is refused', (_name, command, problem) => {
  const trader = begin()
  const entry = trader.placed(market('BUY', '1'))
  const found = trader.misplaced(command(entry))
  expect(found.kind === 'invalid' ? found.issues[0]?.code : found.kind).toBe(problem)
})

test('an exit has no exits', () => {
  const trader = begin()
  const { loss } = bracket(trader)
  const found = trader.misplaced(exit(limit('BUY', '1', '17000'), loss))
  expect(found).toMatchObject({ issues: [{ path: ['parent_order_id'], code: 'parent_order_id.reduce_only' }] })
})

test.each<['BUY' | 'SELL', string, string]>([
  ['BUY', '18500', '21000'],
  ['SELL', '21000', '18500'],
])('of several exits of a %s entry the market reaches the nearest first', (side, nextStop, nextTarget) => {
  const trader = begin()
  const entry = trader.placed(market(side, '10'))
  const [below, above] = [
    ['18000', '18500'],
    ['22000', '21000'],
  ]
  const [stops = [], targets = []] = side === 'BUY' ? [below, above] : [above, below]
  const out = side === 'BUY' ? 'SELL' : 'BUY'
  for (const level of stops) trader.placed(exit(stop(out, '2', level), entry))
  for (const level of targets) trader.placed(exit(takeProfit(out, '2', level), entry))
  const next = (leg: 'STOP' | 'TARGET') =>
    nextExit(trader.account.orders.values(), trader.position(), leg)?.triggerPrice
  expect([next('STOP'), next('TARGET')]).toEqual([decimal(nextStop), decimal(nextTarget)])
})

describe('protection of a position', () => {
  const leg = (trigger: string, fields: object = {}) => ({
    triggerPrice: at(trigger),
    price: null,
    quantity: null,
    triggerBy: 'LAST' as const,
    ...fields,
  })
  const held = (): Trader => {
    const trader = begin()
    trader.placed(market('BUY', '10'))
    return trader
  }
  const working = (trader: Trader): readonly string[] =>
    [...trader.account.orders.values()].map(
      (order) => `${order.kind} ${formatDecimal(order.triggerPrice ?? 0n)} × ${formatDecimal(order.quantity)}`,
    )

  test('a stop and a target are set in one decision, and cancel each other', () => {
    const trader = held()
    trader.protect({ stop_loss: leg('18000'), take_profit: leg('21000', { triggerBy: 'MARK' }) })
    expect(working(trader)).toEqual(['STOP 18000 × 10', 'TAKE_PROFIT 21000 × 10'])
    const [loss, target] = [...trader.account.orders.values()]
    expect(target?.flags).toEqual({ ...NO_FLAGS, reduceOnly: true, triggerOnMark: true })
    goTo(trader, '21500')
    expect(stateOf(trader, target!)).toBe('FILLED 10 0 10')
    expect(stateOf(trader, loss!)).toBe('CANCELLED sibling 10 0 0')
  })

  test('an absent leg stays, null removes it, and one that is set again changes in place', () => {
    const trader = held()
    trader.protect({ stop_loss: leg('18000'), take_profit: leg('21000') })
    const [loss] = [...trader.account.orders.values()]
    trader.protect({ stop_loss: leg('18500.2', { price: at('18399.9'), quantity: size('4') }) })
    expect(working(trader)).toEqual(['STOP 18500 × 4', 'TAKE_PROFIT 21000 × 10'])
    const fields = ['version', 'limitPrice', 'requestedPrice', 'requestedTriggerPrice'] as const
    const requested = { requestedPrice: '18399.9', requestedTriggerPrice: '18500.2' }
    expect(pick(trader.order(loss!.id), ...fields)).toEqual({ version: 2, limitPrice: '18400', ...requested })
    trader.protect({ take_profit: null })
    expect(working(trader)).toEqual(['STOP 18500 × 4'])
    trader.protect({ stop_loss: null })
    expect(working(trader)).toEqual([])
    trader.protect({ stop_loss: null, take_profit: null })
  })

  test('it takes the place of the exits of entries on that leg', () => {
    const trader = begin()
    const { loss, target } = bracket(trader)
    fillEntry(trader, '10')
    trader.protect({ stop_loss: leg('18500') })
    expect(stateOf(trader, loss)).toBe('CANCELLED user_cancelled 10 0 0')
    expect(stateOf(trader, target)).toBe('OPEN 10 0 0')
    goTo(trader, '18400')
    expect(stateOf(trader, target)).toBe('CANCELLED reduce_only 10 0 0')
  })

  test('one for the whole position grows and shrinks with it', () => {
    const trader = held()
    trader.protect({ stop_loss: leg('18000'), take_profit: leg('21000', { quantity: size('3') }) })
    trader.placed(market('BUY', '2'))
    expect(working(trader)).toEqual(['STOP 18000 × 12', 'TAKE_PROFIT 21000 × 3'])
    trader.placed(market('SELL', '10'))
    expect(working(trader)).toEqual(['STOP 18000 × 2', 'TAKE_PROFIT 21000 × 2'])
    trader.close(close())
    expect(working(trader)).toEqual([])
  })

  test('larger than the position is all of it', () => {
    const trader = held()
    trader.protect({ stop_loss: leg('18000', { quantity: size('50') }) })
    expect(working(trader)).toEqual(['STOP 18000 × 10'])
  })

  test('refused by a rule it changes nothing, on either leg', () => {
    const trader = held()
    const before = trader.account
    const problem = trader.unprotected({ stop_loss: leg('18000'), take_profit: leg('19000') })
    expect(problem).toMatchObject({ kind: 'risk_rejected', violations: [{ rule: 'trigger_would_fire' }] })
    expect(trader.account).toBe(before)
  })

  test('both legs together stay within the orders that a plan allows', () => {
    const trader = aTrader({ plan: aPlan({ openOrdersMax: 1 }) })
    trader.script.setPrice('BTC-USD', '20000')
    trader.placed(market('BUY', '1'))
    trader.placed(limit('BUY', '1', '19000'))
    const both = { stop_loss: leg('18000'), take_profit: leg('21000') }
    expect(trader.unprotected(both)).toMatchObject({ violations: [{ rule: 'max_open_orders' }] })
    trader.protect({ stop_loss: leg('18000') })
    // one takes the place of the other
    trader.protect({ stop_loss: null, take_profit: leg('21000') })
    expect(trader.account.orders.size).toBe(2)
  })

  test('a price off the grid is reported at its path', () => {
    const trader = held()
    const problem = trader.unprotected({ stop_loss: leg('0.0001'), take_profit: leg('21000', { quantity: 1n }) })
    expect(problem.kind === 'invalid' && problem.issues.map(({ path }) => path.join('.'))).toEqual([
      'stop_loss.trigger_price',
      'take_profit.quantity',
    ])
  })

  test('a position that is not open has none', () => {
    const trader = held()
    const { id } = trader.position()
    trader.close(close())
    expect(trader.unprotected({ stop_loss: leg('18000') }, id)).toEqual({
      kind: 'not_found',
      message: 'no such open position',
    })
  })
})

describe('the initial stop', () => {
  const initial = (trader: Trader): unknown =>
    [...trader.positions.values()].map(({ initialStop }) => initialStop && formatDecimal(initialStop))

  test.each<[string, (trader: Trader) => void]>([
    ['an exit released with its entry', (trader) => (bracket(trader), fillEntry(trader, '4'))],
    [
      'an exit of a filled entry',
      (trader) => trader.placed(exit(stop('SELL', '1', '18000'), trader.placed(market('BUY', '1')))),
    ],
    [
      'protection',
      (trader) => {
        trader.placed(market('BUY', '1'))
        trader.protect({ stop_loss: { triggerPrice: at('18000'), price: null, quantity: null, triggerBy: 'LAST' } })
      },
    ],
    [
      'a plain reduce-only stop',
      (trader) => {
        trader.placed(market('BUY', '1'))
        trader.placed(stop('SELL', '1', '18000', { flags: REDUCE_ONLY }))
      },
    ],
  ])('is that of %s', (_name, act) => {
    const trader = begin()
    act(trader)
    expect(initial(trader)).toEqual(['18000'])
  })

  test('stays when the stop moves, and ignores a stop on the winning side of the entry', () => {
    const trader = begin()
    const entry = trader.placed(market('BUY', '1'))
    goTo(trader, '21000')
    const loss = trader.placed(exit(stop('SELL', '1', '20500'), entry))
    expect(initial(trader)).toEqual([null])
    trader.modify(loss.id, { triggerPrice: at('18000') })
    expect(initial(trader)).toEqual(['18000'])
    trader.modify(loss.id, { triggerPrice: at('19000') })
    expect(initial(trader)).toEqual(['18000'])
  })
})
