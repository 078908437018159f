/** Orders that wait for a trigger, beside every legal one of order-table.test.ts: thin books, rules, margin. */
import { levels } from '../../../test/support/market/scripted-world.js'
import { decimal, formatDecimal, price } from '../values/decimal.js'
import { processMarketUpdate } from './process-market-update.js'
import { isAnyReached } from './market/reached.js'
import { limit, market, NO_FLAGS, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { words } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const at = (text: string) => price(decimal(text))
const stateOf = (trader: Trader, id: string): string =>
  words(trader.order(id), 'status', 'reason', 'triggerState', 'filledQuantity')
const fillsOf = (trader: Trader, id: string): readonly string[] =>
  trader.fills
    .filter((fill) => fill.orderId === id)
    .map((fill) => `${formatDecimal(fill.quantity)} @ ${formatDecimal(fill.price)} ${fill.liquidity}`)
/** BTC-USD is at 20000 to begin with. */
const begin = (): Trader => {
  const trader = aTrader()
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const goTo = (trader: Trader, mark: string): void => {
  trader.script.setPrice('BTC-USD', mark)
  trader.fillResting()
}

test('an order that fires or fills after downtime has that reason, one that keeps waiting has not', () => {
  const trader = begin()
  const fired = trader.placed(stop('BUY', '1', '21000'))
  const filled = trader.placed(limit('SELL', '1', '20500'))
  const resting = trader.placed(limit('SELL', '1', '25000'))
  trader.script.setPrice('BTC-USD', '22000')
  trader.keep(processMarketUpdate(trader.account, trader.script.context(), { isLate: true }))
  expect([fired, filled, resting].map(({ id }) => `${trader.order(id).status} ${trader.order(id).reason}`)).toEqual([
    'FILLED after_downtime',
    'FILLED after_downtime',
    'OPEN null',
  ])
})

const PRICES = ['triggerPrice', 'limitPrice', 'requestedPrice', 'requestedTriggerPrice'] as const

describe('on arrival', () => {
  test('it is armed, not in the book, and its margin is reserved at its trigger', () => {
    const trader = begin()
    const { id } = trader.placed(stop('BUY', '1', '21000'))
    expect(stateOf(trader, id)).toBe('OPEN null ARMED 0')
    // 21000 at leverage 20
    expect(formatDecimal(trader.figures().reservedMargin)).toBe('1050')
    expect(trader.events.map(({ type }) => type)).toEqual(['order.ack'])
    expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
  })

  test('a stop-limit reserves at its limit, whatever its trigger', () => {
    const trader = begin()
    trader.placed(stop('BUY', '1', '21000', { price: at('22000') }))
    expect(formatDecimal(trader.figures().reservedMargin)).toBe('1100')
  })

  test('its trigger moves to the nearest tick, and the requested one is kept', () => {
    const trader = begin()
    const order = trader.placed(stop('BUY', '1', '21000.2'))
    expect(words(order, ...PRICES)).toBe('21000 null null 21000.2')
  })

  test('limit and trigger move to the grid independently, and each keeps the requested price', () => {
    const trader = begin()
    const both = trader.placed(stop('BUY', '1', '21000.2', { price: at('21005.3') }))
    expect(words(both, ...PRICES)).toBe('21000 21005 21005.3 21000.2')
    const limitOnly = trader.placed(stop('BUY', '1', '21000', { price: at('21005.3') }))
    expect(words(limitOnly, ...PRICES)).toBe('21000 21005 21005.3 null')
    const triggerOnly = trader.placed(stop('BUY', '1', '21000.2', { price: at('21005') }))
    expect(words(triggerOnly, ...PRICES)).toBe('21000 21005 null 21000.2')
  })

  test('a modified price keeps its new requested price, the other price its earlier one', () => {
    const trader = begin()
    const { id } = trader.placed(stop('BUY', '1', '21000.2', { price: at('21005.3') }))
    expect(words(trader.modify(id, { triggerPrice: at('21100.1') }), ...PRICES)).toBe('21100 21005 21005.3 21100.1')
    expect(words(trader.modify(id, { price: at('21200') }), ...PRICES)).toBe('21100 21200 null 21100.1')
  })

  test.each([
    ['STOP BUY', stop('BUY', '1', '20000'), 'above'],
    ['STOP SELL', stop('SELL', '1', '20000'), 'below'],
    ['TAKE_PROFIT BUY', takeProfit('BUY', '1', '20000'), 'below'],
    ['TAKE_PROFIT SELL', takeProfit('SELL', '1', '20000'), 'above'],
  ])('a %s whose trigger has been reached is refused, and the message names the right side', (name, command, side) => {
    const { violations } = begin().place(command)
    expect(violations).toMatchObject([{ rule: 'trigger_would_fire', severity: 'SOFT', unit: null }])
    expect(violations[0]?.message).toBe(`the trigger of a ${name} must be ${side} the last price of 20000`)
  })

  test('the caps count it as if it had filled', () => {
    const trader = begin()
    expect(trader.refusals(stop('BUY', '24', '21000'))).toContain('symbol_exposure_cap')
  })

  test('outside trading hours it is accepted, IOC or not, and waits', () => {
    const trader = begin()
    trader.script.setOpen('BTC-USD', false)
    const { id } = trader.placed(stop('BUY', '1', '21000', { tif: 'IOC' }))
    trader.script.setPrice('BTC-USD', '21500')
    expect(trader.fillResting()).toBeNull()
    trader.script.setOpen('BTC-USD', true)
    trader.fillResting()
    expect(fillsOf(trader, id)).toEqual(['1 @ 21500 TAKER'])
  })
})

describe('when it fires', () => {
  test('it walks the book, and what the book does not have is cancelled', () => {
    const trader = begin()
    const { id } = trader.placed(stop('BUY', '3', '21000'))
    trader.script.setBook('BTC-USD', {
      bids: [['20999', '1']],
      asks: levels('21001 1', '21005 0.5'),
    })
    trader.fillResting()
    expect(fillsOf(trader, id)).toEqual(['1 @ 21001 TAKER', '0.5 @ 21005 TAKER'])
    expect(trader.order(id)).toMatchObject({
      status: 'CANCELLED',
      reason: 'book_exhausted',
      filledQuantity: decimal('1.5'),
    })
    expect(trader.events.at(-1)).toMatchObject({ type: 'order.cancel', cancelledBy: 'SYSTEM' })
    expect(trader.events.map(({ type }) => type)).toEqual(['order.ack', 'order.fill', 'order.fill', 'order.cancel'])
  })

  test('a FOK begins at the trigger: all or nothing', () => {
    const trader = begin()
    const { id } = trader.placed(stop('BUY', '3', '21000', { tif: 'FOK' }))
    trader.script.setPrice('BTC-USD', '21000', { depth: '2' })
    trader.fillResting()
    expect(trader.order(id)).toMatchObject({ status: 'EXPIRED', reason: 'time_in_force', filledQuantity: decimal('0') })
  })

  test('a stop-limit takes up to its limit and rests with what remains, then as maker', () => {
    const trader = begin()
    const { id } = trader.placed(stop('BUY', '2', '21000', { price: at('21002') }))
    trader.script.setBook('BTC-USD', {
      bids: [['20999', '1']],
      asks: levels('21001 0.5', '21003 9'),
    })
    trader.fillResting()
    expect(fillsOf(trader, id)).toEqual(['0.5 @ 21001 TAKER'])
    expect(trader.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', triggerState: 'TRIGGERED' })
    goTo(trader, '20500')
    expect(fillsOf(trader, id)).toEqual(['0.5 @ 21001 TAKER', '1.5 @ 21002 MAKER'])
  })

  test('a stop-limit that a gap has passed rests, and never fills worse than its limit', () => {
    const trader = begin()
    const { id } = trader.placed(stop('BUY', '1', '21000', { price: at('21002') }))
    goTo(trader, '23000')
    expect(stateOf(trader, id)).toBe('OPEN null TRIGGERED 0')
    expect(trader.order(id).version).toBe(2)
    expect(trader.fillResting()).toBeNull()
    goTo(trader, '21002')
    expect(fillsOf(trader, id)).toEqual(['1 @ 21002 MAKER'])
  })

  test('an order without enough margin left is rejected by risk', () => {
    const trader = begin()
    const { id } = trader.placed(stop('BUY', '20', '21000', { flags: { ...NO_FLAGS, triggerOnIndex: true } }))
    trader.placed(market('SELL', '4000', { symbol: 'SOL-USD' }))
    trader.script.setPrice('SOL-USD', '122')
    trader.script.setIndex('BTC-USD', '21000')
    trader.fillResting()
    expect(trader.order(id)).toMatchObject({ status: 'REJECTED', reason: 'insufficient_margin' })
    const ending = trader.events.find((event) => event.type === 'order.cancel')
    expect(ending).toMatchObject({ order: { id }, cancelledBy: 'RISK' })
  })

  test('reduce-only never reduces more than the position', () => {
    const trader = begin()
    trader.placed(market('BUY', '2'))
    const { id } = trader.placed(stop('SELL', '2', '19000', { flags: REDUCE_ONLY }))
    trader.placed(market('SELL', '1.5'))
    goTo(trader, '19000')
    expect(fillsOf(trader, id)).toEqual(['0.5 @ 19000 TAKER'])
    expect(trader.order(id)).toMatchObject({
      status: 'CANCELLED',
      reason: 'reduce_only',
      filledQuantity: decimal('0.5'),
    })
    expect(trader.account.positions.size).toBe(0)
  })

  test('two that fire in one update fire in the order of placement; the second gets the depth that is left', () => {
    const trader = begin()
    const first = trader.placed(stop('BUY', '1', '21000'))
    const second = trader.placed(stop('BUY', '1', '20500'))
    trader.script.setBook('BTC-USD', {
      bids: [['21000', '1']],
      asks: levels('21001 1', '21002 1'),
    })
    trader.fillResting()
    expect(fillsOf(trader, first.id)).toEqual(['1 @ 21001 TAKER'])
    expect(fillsOf(trader, second.id)).toEqual(['1 @ 21002 TAKER'])
  })
})

test('a stale price fires nothing, and neither does a price that was never watched', () => {
  const trader = begin()
  const onMark = trader.placed(stop('BUY', '1', '21000', { flags: { ...NO_FLAGS, triggerOnMark: true } }))
  trader.script.setLast('BTC-USD', '21500')
  expect(trader.fillResting()).toBeNull()
  trader.script.setMark('BTC-USD', '21500')
  trader.script.setStale('BTC-USD', true)
  expect(trader.fillResting()).toBeNull()
  trader.script.setStale('BTC-USD', false)
  trader.fillResting()
  expect(trader.order(onMark.id)).toMatchObject({ status: 'FILLED' })
})

test('it can be cancelled while it is armed, and ends with the position it would reduce', () => {
  const trader = begin()
  const waiting = trader.placed(stop('BUY', '1', '21000'))
  expect(trader.cancel(waiting.id).status).toBe('CANCELLED')
  trader.placed(market('BUY', '1'))
  const loss = trader.placed(stop('SELL', '1', '19000', { flags: REDUCE_ONLY }))
  const profit = trader.placed(takeProfit('SELL', '1', '21000', { flags: REDUCE_ONLY }))
  trader.placed(limit('SELL', '1', '20000'))
  expect(trader.order(loss.id)).toMatchObject({ status: 'CANCELLED', reason: 'reduce_only' })
  expect(trader.order(profit.id)).toMatchObject({ status: 'CANCELLED', reason: 'reduce_only' })
})
