/** Regressions: ways that once opened a position, or left one without its stop, without a check of the rules. */
import type { Account, AccountState } from '../model/account/account.js'
import { decideHalt } from './decide-halt.js'
import { decideRelease } from './decide-release.js'
import { decimal, formatDecimal, price, quantity, rate } from '../values/decimal.js'
import type { Order } from '../model/order/order.js'
import { previewPlace } from './preview-place.js'
import type { PlaceOrder } from './prepare-order.js'
import { limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const halt = (trader: Trader): Account => trader.apply((account, context) => decideHalt(account, 'looked at', context))
const release = (trader: Trader): Account => trader.apply((account, context) => decideRelease(account, context))
const stateOf = (trader: Trader, id: string): string => {
  const { status, reason, flags, version } = trader.order(id)
  return `${status} ${reason} ${flags.reduceOnly ? 'reduce-only' : 'free'} v${version}`
}
const held = (trader: Trader): string => {
  const position = [...trader.account.positions.values()][0]
  return position === undefined ? 'flat' : `${position.direction} ${formatDecimal(position.quantity)}`
}

/** Locked by the loss of the day, long 10 at 20,000. */
const LOCKING = aPlan({ dailyLoss: { pct: rate(decimal('1')), action: 'LOCK' } })
const lock = (trader: Trader): void => {
  trader.script.setPrice('BTC-USD', '19880')
  trader.fillResting()
  trader.script.setPrice('BTC-USD', '20000')
}

describe.each<[AccountState, (trader: Trader) => unknown, string]>([
  ['HALTED', halt, 'account_halted'],
  ['REDUCE_ONLY', lock, 'risk'],
])('when an account becomes %s', (state, enter, reason) => {
  const long = (): Trader => {
    const trader = aTrader({ plan: LOCKING })
    trader.placed(market('BUY', '10'))
    return trader
  }
  const enterState = (trader: Trader): void => {
    enter(trader)
    expect(trader.account.state).toBe(state)
  }

  test('what stands against an open position becomes reduce-only, in the next version, whatever its size', () => {
    const trader = long()
    const target = trader.placed(limit('SELL', '10', '21000'))
    const reversal = trader.placed(stop('SELL', '15', '19000'))
    enterState(trader)
    expect([target, reversal].map(({ id }) => stateOf(trader, id))).toEqual([
      'OPEN null reduce-only v2',
      'OPEN null reduce-only v2',
    ])
  })

  test('every other order that could open is cancelled with its children', () => {
    const trader = long()
    const adding = trader.placed(limit('BUY', '1', '19000'))
    const child = trader.placed(stop('SELL', '1', '18000', { parentOrderId: adding.id }))
    const elsewhere = trader.placed(limit('SELL', '1', '21000', { venue: 'OSTIUM' }))
    enterState(trader)
    expect([adding, child, elsewhere].map(({ id }) => stateOf(trader, id))).toEqual([
      `CANCELLED ${reason} free v2`,
      'CANCELLED parent_cancelled reduce-only v2',
      `CANCELLED ${reason} free v2`,
    ])
  })

  test('children of what may only reduce now have nothing to wait for', () => {
    const trader = long()
    const reversal = trader.placed(limit('SELL', '15', '21000'))
    const child = trader.placed(stop('BUY', '5', '22000', { parentOrderId: reversal.id }))
    enterState(trader)
    expect(stateOf(trader, child.id)).toBe('CANCELLED reduce_only reduce-only v2')
  })

  test('the stop of what an entry has filled stays', () => {
    const trader = long()
    const rest = trader.placed(limit('BUY', '10', '19990'))
    const child = trader.placed(stop('SELL', '10', '19000', { parentOrderId: rest.id }))
    trader.script.setPrice('BTC-USD', '19990', { depth: '4' })
    trader.fillResting()
    enterState(trader)
    expect(stateOf(trader, rest.id)).toMatch(/^CANCELLED/)
    expect(trader.order(child.id)).toMatchObject({ status: 'OPEN', quantity: quantity(decimal('4')) })
  })

  test('a limit that was placed to reduce does not open once its position is closed', () => {
    const trader = long()
    const { id } = trader.placed(limit('SELL', '10', '21000'))
    enterState(trader)
    trader.placed(market('SELL', '10'))
    expect(stateOf(trader, id)).toBe('CANCELLED reduce_only reduce-only v3')
    trader.script.setPrice('BTC-USD', '21000')
    trader.fillResting()
    expect(held(trader)).toBe('flat')
  })

  test('what is sent from then on is made reduce-only, cut to the position, and refused with nothing to reduce', () => {
    const trader = long()
    enterState(trader)
    const { flags, quantity: size } = trader.placed(limit('SELL', '15', '21000'))
    expect([flags.reduceOnly, formatDecimal(size)]).toEqual([true, '10'])
    trader.placed(stop('SELL', '10', '19000'))
    expect(trader.refusals(limit('BUY', '1', '19000'))).toEqual(['account_state'])
    expect(trader.refusals(limit('SELL', '1', '21000', { venue: 'OSTIUM' }))).toEqual(['account_state'])
    const marked = { venue: 'OSTIUM' as const, flags: REDUCE_ONLY }
    expect(trader.refusals(limit('SELL', '1', '21000', marked))).toEqual(['reduce_only', 'account_state'])
    trader.placed(market('SELL', '20'))
    expect([held(trader), trader.account.orders.size]).toEqual(['flat', 0])
  })

  test('a preview says the same', () => {
    const trader = long()
    enterState(trader)
    const preview = (command: PlaceOrder) =>
      trader.apply((account, context) => previewPlace(account, command, context, null))
    const { placement, largestQuantity } = preview(limit('SELL', '15', '21000'))
    expect(placement.order).toMatchObject({ flags: REDUCE_ONLY, quantity: quantity(decimal('10')) })
    expect(formatDecimal(largestQuantity)).toBe('10')
    const refused = preview(limit('BUY', '1', '19000'))
    expect([refused.placement.violations.map(({ rule }) => rule), refused.largestQuantity]).toEqual([
      ['account_state'],
      0n,
    ])
  })
})

test('what became reduce-only stays so when the account trades again', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '10'))
  const { id } = trader.placed(limit('SELL', '10', '21000'))
  halt(trader)
  expect(release(trader).state).toBe('ACTIVE')
  expect(stateOf(trader, id)).toBe('OPEN null reduce-only v2')
})

describe('position_id', () => {
  const long = (): { trader: Trader; positionId: string } => {
    const trader = aTrader()
    trader.placed(market('BUY', '2'))
    return { trader, positionId: trader.position().id }
  }
  const refused = (trader: Trader, command: PlaceOrder) => trader.refusals(command)

  test('implies reduce-only, and no more than the position', () => {
    const { trader, positionId } = long()
    const order = trader.placed(limit('SELL', '5', '21000', { positionId }))
    expect(pick(order, 'quantity', 'flags')).toEqual({ quantity: '2', flags: REDUCE_ONLY })
    trader.placed(market('SELL', '5', { positionId }))
    expect(held(trader)).toBe('flat')
  })

  test('never flips it, and ends with it', () => {
    const { trader, positionId } = long()
    const waiting = trader.placed(stop('SELL', '2', '19000', { positionId }))
    const target = trader.placed(limit('SELL', '2', '21000', { positionId }))
    trader.placed(market('SELL', '3'))
    expect(held(trader)).toBe('SHORT 1')
    expect([waiting, target].map(({ id }) => stateOf(trader, id))).toEqual([
      'CANCELLED reduce_only reduce-only v2',
      'CANCELLED reduce_only reduce-only v2',
    ])
  })

  test.each<[string, (positionId: string) => PlaceOrder]>([
    ['MARKET', (positionId) => market('BUY', '1', { positionId })],
    ['LIMIT', (positionId) => limit('BUY', '1', '19000', { positionId })],
    ['STOP', (positionId) => stop('BUY', '1', '21000', { positionId })],
  ])('is refused on the side of the position: %s', (_, command) => {
    const { trader, positionId } = long()
    expect(refused(trader, command(positionId))).toEqual(['reduce_only'])
    const { largestQuantity } = trader.apply((account, context) =>
      previewPlace(account, command(positionId), context, null),
    )
    expect(largestQuantity).toBe(0n)
  })
})

describe('what an earlier version has left in an account', () => {
  /** As it was accepted then. */
  const left = (trader: Trader, { id }: Order, fields: Partial<Order>): void => {
    const orders = new Map(trader.account.orders)
    const order = { ...trader.order(id), ...fields }
    orders.set(id, order)
    trader.orders.set(id, order)
    trader.account = { ...trader.account, orders }
  }

  test('outside ACTIVE is swept before its first tick fills anything', () => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    const target = trader.placed(limit('SELL', '2', '21000'))
    const adding = trader.placed(limit('BUY', '1', '19000'))
    trader.account = { ...trader.account, state: 'HALTED' }
    trader.script.setPrice('BTC-USD', '21000')
    trader.fillResting()
    expect(held(trader)).toBe('flat')
    expect(stateOf(trader, target.id)).toBe('CANCELLED reduce_only reduce-only v4')
    expect(stateOf(trader, adding.id)).toBe('CANCELLED account_halted free v2')
  })

  test('an order with a position_id becomes reduce-only', () => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    const order = trader.placed(limit('SELL', '1', '21000'))
    left(trader, order, { positionId: trader.position().id })
    trader.advance()
    expect(stateOf(trader, order.id)).toBe('OPEN null reduce-only v2')
    expect(trader.advance()).toBeNull()
  })

  test.each([
    ['gone', (trader: Trader) => trader.placed(market('SELL', '1'))],
    ['another by now', (trader: Trader) => [trader.placed(market('SELL', '1')), trader.placed(market('BUY', '1'))]],
  ])('one whose position is %s is cancelled', (_, change) => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    const { id: positionId } = trader.position()
    const order = trader.placed(limit('SELL', '1', '21000', { price: price(decimal('21000')) }))
    change(trader)
    left(trader, order, { positionId })
    trader.advance()
    expect(stateOf(trader, order.id)).toBe('CANCELLED reduce_only free v2')
  })

  test('one on the side of its position is cancelled', () => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    const order = trader.placed(limit('BUY', '1', '19000'))
    left(trader, order, { positionId: trader.position().id })
    trader.advance()
    expect(stateOf(trader, order.id)).toBe('CANCELLED reduce_only free v2')
  })

  test('an entry that has filled in part keeps on: the position is its own', () => {
    const trader = aTrader()
    const { id } = trader.placed(limit('BUY', '2', '19000'))
    trader.script.setPrice('BTC-USD', '19000', { depth: '1' })
    trader.fillResting()
    expect(trader.advance()).toBeNull()
    expect(trader.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', positionId: trader.position().id })
  })
})
