import { processMarketUpdate } from './process-market-update.js'
import type { Reached } from './market/market-event.js'
import { isAnyReached } from './market/reached.js'
import type { Order } from '../model/order/order.js'
import { decimal, formatDecimal, price, rate } from '../values/decimal.js'
import type { Micros } from '../values/time.js'
import { limit, market, POST_ONLY, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { pick } from '../../../test/support/engine/readable.js'
import { levels, timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const reduce = { flags: REDUCE_ONLY }
const stateOf = (trader: Trader, id: string): unknown => pick(trader.order(id), 'status', 'reason', 'filledQuantity')
const held = (trader: Trader): string => {
  const position = [...trader.account.positions.values()][0]
  return position === undefined ? 'flat' : `${position.direction} ${formatDecimal(position.quantity)}`
}
/** The touch of a new book, with the given depth on each level. */
const moveTo = (trader: Trader, bid: string, ask: string, depth = '100'): void =>
  trader.script.setBook('BTC-USD', { bids: [[bid, depth]], asks: [[ask, depth]] })

describe.each([
  ['BUY', '19000', '19000.5', '19000', '18999.5'],
  ['SELL', '21000', '20999.5', '21000', '21000.5'],
] as const)('a resting %s at %s', (side, at, justAway, touching, through) => {
  const touch = (trader: Trader, price: string): void =>
    side === 'BUY' ? moveTo(trader, '18000', price) : moveTo(trader, price, '22000')

  test('waits while the book is a tick away', () => {
    const trader = aTrader()
    trader.placed(limit(side, '1', at))
    touch(trader, justAway)
    expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
    expect(trader.fillResting()).toBeNull()
  })

  test.each([
    ['touches it', touching],
    ['goes through it', through],
  ])('fills at its own price, as maker, once the book %s', (_, price) => {
    const trader = aTrader()
    const { id } = trader.placed(limit(side, '1', at))
    touch(trader, price)
    expect(isAnyReached(trader.account, trader.script.context())).toBe(true)
    trader.fillResting()
    const [fill] = trader.fills
    expect(pick(fill ?? {}, 'side', 'quantity', 'price', 'liquidity', 'fee')).toEqual({
      side,
      quantity: '1',
      price: at,
      liquidity: 'MAKER',
      // 0.04 % of the notional
      fee: side === 'BUY' ? '7.6' : '8.4',
    })
    expect(stateOf(trader, id)).toEqual({ status: 'FILLED', reason: null, filledQuantity: '1' })
    expect(trader.events.map(({ type }) => type)).toEqual(['order.ack', 'order.fill'])
  })
})

describe('depth', () => {
  test('fills as far as the depth within its limit goes, and no further in the same book', () => {
    const trader = aTrader()
    const { id } = trader.placed(limit('BUY', '1', '19000'))
    trader.script.setBook('BTC-USD', {
      bids: [['18000', '1']],
      asks: levels('18999 0.3', '19000 0.2', '19000.5 9'),
    })
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'PARTIALLY_FILLED', reason: null, filledQuantity: '0.5' })
    expect(trader.fillResting()).toBeNull()
    moveTo(trader, '18000', '19000', '0.4')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'PARTIALLY_FILLED', reason: null, filledQuantity: '0.9' })
    moveTo(trader, '18000', '19000', '0.4')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'FILLED', reason: null, filledQuantity: '1' })
  })

  test('two orders share one book, the older first', () => {
    const trader = aTrader()
    const older = trader.placed(limit('BUY', '1', '19000'))
    const younger = trader.placed(limit('BUY', '1', '19100'))
    moveTo(trader, '18000', '18900', '1.25')
    trader.fillResting()
    expect(trader.order(older.id).status).toBe('FILLED')
    expect(stateOf(trader, younger.id)).toEqual({ status: 'PARTIALLY_FILLED', reason: null, filledQuantity: '0.25' })
  })

  test('what a taker took is gone for those that rest', () => {
    const trader = aTrader()
    moveTo(trader, '19990', '20000', '1')
    trader.placed(market('BUY', '1'))
    trader.placed(limit('BUY', '1', '20000'))
    expect(trader.fillResting()).toBeNull()
  })

  test('an empty side fills nothing', () => {
    const trader = aTrader()
    trader.placed(limit('BUY', '1', '19000'))
    moveTo(trader, '18000', '18500')
    trader.script.setBook('BTC-USD', { bids: [['18000', '1']], asks: [] })
    expect(trader.fillResting()).toBeNull()
  })
})

test.each<[string, (trader: Trader) => void]>([
  ['the market is closed', (trader) => trader.script.setOpen('BTC-USD', false)],
  ['the price is stale', (trader) => trader.script.setStale('BTC-USD', true)],
  ['there is no book', (trader) => trader.script.dropBook('BTC-USD')],
  ['no price was seen yet', (trader) => trader.script.forget('BTC-USD')],
])('nothing fills while %s', (_, given) => {
  const trader = aTrader()
  trader.placed(limit('BUY', '1', '19000'))
  moveTo(trader, '18000', '18500')
  given(trader)
  expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
  expect(trader.fillResting()).toBeNull()
})

test('an order whose time is over expires, though the book reaches it', () => {
  const trader = aTrader()
  const { id } = trader.placed(limit('BUY', '1', '19000', { tif: 'GTD', expiresAt: timeOf('2026-03-02T13:00:00Z') }))
  moveTo(trader, '18000', '18500')
  trader.script.setTime('2026-03-02T13:00:00Z')
  trader.fillResting()
  expect(stateOf(trader, id)).toEqual({ status: 'EXPIRED', reason: 'expired', filledQuantity: '0' })
  expect(trader.fills).toEqual([])
})

test('an order of the last microsecond of its time still fills', () => {
  const trader = aTrader()
  const { id } = trader.placed(
    limit('BUY', '1', '19000', { tif: 'GTD', expiresAt: timeOf('2026-03-02T13:00:00.000001Z') }),
  )
  moveTo(trader, '18000', '18500')
  trader.script.setTime('2026-03-02T13:00:00Z')
  trader.fillResting()
  expect(trader.order(id).status).toBe('FILLED')
})

describe('reduce-only', () => {
  const long = (size: string): Trader => {
    const trader = aTrader()
    trader.placed(market('BUY', size))
    return trader
  }

  test('closes its position and ends filled', () => {
    const trader = long('1')
    const { id } = trader.placed(limit('SELL', '1', '21000', reduce))
    moveTo(trader, '21000', '21001')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'FILLED', reason: null, filledQuantity: '1' })
    expect(held(trader)).toBe('flat')
    expect(trader.events.slice(-2).map(({ type }) => type)).toEqual(['order.fill', 'position.close'])
  })

  test('is capped at the position again when it fills, and ends with it', () => {
    const trader = long('1')
    const { id } = trader.placed(limit('SELL', '1', '21000', reduce))
    trader.placed(market('SELL', '0.6'))
    moveTo(trader, '21000', '21001')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'CANCELLED', reason: 'reduce_only', filledQuantity: '0.4' })
    expect(held(trader)).toBe('flat')
    expect(trader.events.slice(-3).map(({ type }) => type)).toEqual(['order.fill', 'position.close', 'order.cancel'])
  })

  test('the first of two ends the other with the position', () => {
    const trader = long('1')
    const first = trader.placed(limit('SELL', '1', '21000', reduce))
    const second = trader.placed(limit('SELL', '1', '20900', reduce))
    moveTo(trader, '21000', '21001')
    trader.fillResting()
    expect(trader.order(first.id).status).toBe('FILLED')
    expect(stateOf(trader, second.id)).toEqual({ status: 'CANCELLED', reason: 'reduce_only', filledQuantity: '0' })
    expect(held(trader)).toBe('flat')
  })

  test('an order that flips the position ends those that would have reduced it', () => {
    const trader = long('1')
    const waiting = trader.placed(limit('SELL', '1', '22000', reduce))
    trader.placed(limit('SELL', '3', '21000'))
    moveTo(trader, '21000', '21001')
    trader.fillResting()
    expect(held(trader)).toBe('SHORT 2')
    expect(stateOf(trader, waiting.id)).toEqual({ status: 'CANCELLED', reason: 'reduce_only', filledQuantity: '0' })
  })
})

describe('margin at the fill', () => {
  /** 1,100 USD at leverage 20: a buy of 1 at 20,000 fits when it is placed. */
  const poor = (): Trader => aTrader({ plan: aPlan({ initialBalance: '1100' }) })

  test('an order whose margin went away while it waited is refused', () => {
    const trader = poor()
    const { id } = trader.placed(limit('BUY', '0.5', '19000'))
    trader.placed(market('BUY', '40', { symbol: 'SOL-USD' }))
    trader.script.setPrice('SOL-USD', '80')
    moveTo(trader, '18000', '18999')
    // equity 1,100 − 2.4 − 800 = 297.6; SOL at 10 takes 320 alone
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'REJECTED', reason: 'insufficient_margin', filledQuantity: '0' })
    const ending = trader.events.find((event) => event.type === 'order.cancel')
    expect(ending).toMatchObject({ order: { id }, cancelledBy: 'RISK' })
    // and SOL, long past its maintenance margin, is liquidated in the same look
    expect(trader.account.positions.size).toBe(0)
  })

  test('one that had filled in part ends cancelled', () => {
    const trader = poor()
    const { id } = trader.placed(limit('BUY', '0.5', '19000'))
    moveTo(trader, '18998', '18999', '0.1')
    trader.fillResting()
    trader.placed(market('BUY', '40', { symbol: 'SOL-USD' }))
    trader.script.setPrice('SOL-USD', '80')
    moveTo(trader, '18998', '18999')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'CANCELLED', reason: 'insufficient_margin', filledQuantity: '0.1' })
  })

  test('one that reduces fills whatever the margin', () => {
    const trader = poor()
    trader.placed(market('BUY', '0.5'))
    const { id } = trader.placed(limit('SELL', '0.5', '20500'))
    trader.script.setBook('BTC-USD', { bids: [['20500', '9']], asks: [['20501', '9']], mark: '17000' })
    expect(trader.figures().equity).toBeLessThan(0n)
    trader.fillResting()
    expect(trader.order(id).status).toBe('FILLED')
  })

  test('one that just fits fills', () => {
    const trader = aTrader({ plan: aPlan({ initialBalance: '957.6' }) })
    const { id } = trader.placed(limit('BUY', '1', '19000'))
    // 950 of margin and a fee of 7.6, and the mark is where it filled
    trader.script.setBook('BTC-USD', { bids: [['18999', '9']], asks: [['19000', '9']], mark: '19000' })
    trader.fillResting()
    expect(trader.order(id).status).toBe('FILLED')
  })

  test('one that is a cent short does not', () => {
    const trader = aTrader({ plan: aPlan({ initialBalance: '957.59' }) })
    const { id } = trader.placed(limit('BUY', '1', '19000'))
    trader.script.setBook('BTC-USD', { bids: [['18999', '9']], asks: [['19000', '9']], mark: '19000' })
    trader.fillResting()
    expect(trader.order(id).status).toBe('REJECTED')
  })
})

test('with nothing that rests, nothing happens', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
  expect(processMarketUpdate(trader.account, trader.script.context())).toBeNull()
})

describe('what a tick has reached, when the price is back', () => {
  /** The market is there for one tick, and then back at 20,000. */
  const visit = (trader: Trader, at: string, depth = '1000000'): Micros => {
    trader.script.passTime(250)
    trader.script.setPrice('BTC-USD', at, { depth })
    const tick = trader.script.now
    trader.script.passTime(250)
    trader.script.setPrice('BTC-USD', '20000')
    return tick
  }
  const settle = (trader: Trader, reached: Partial<Reached>): void =>
    trader.keep(
      processMarketUpdate(trader.account, trader.script.context(), {
        reached: { orders: new Map(), marks: new Map(), ...reached },
      }),
    )
  const orderReached = ({ id, triggerPrice, limitPrice }: Order, at: Micros): Partial<Reached> => ({
    orders: new Map([[id, { price: triggerPrice ?? limitPrice ?? price(0n), at }]]),
  })
  const start = (fields: PlanFields = {}): Trader => {
    const trader = aTrader({ plan: aPlan({ leverageMax: '5', ...fields }) })
    trader.script.setPrice('BTC-USD', '20000')
    return trader
  }

  test('a trigger fires, and takes what the book gives now', () => {
    const trader = start()
    trader.placed(market('BUY', '1'))
    const order = trader.placed(stop('SELL', '1', '19000', { flags: REDUCE_ONLY }))
    settle(trader, orderReached(order, visit(trader, '18900')))
    expect(trader.order(order.id)).toMatchObject({ status: 'FILLED', filledNotional: decimal('20000') })
  })

  test('a limit fills at its own price, as far as the depth of that tick goes', () => {
    const trader = start()
    const order = trader.placed(limit('BUY', '3', '19000'))
    settle(trader, orderReached(order, visit(trader, '18900', '2')))
    expect(trader.order(order.id)).toMatchObject({ status: 'PARTIALLY_FILLED', filledNotional: decimal('38000') })
  })

  test('an order that has been moved since stays where it is', () => {
    const trader = start()
    const order = trader.placed(limit('BUY', '1', '19000'))
    const tick = visit(trader, '18900')
    trader.modify(order.id, { price: price(decimal('18000')) })
    settle(trader, orderReached(order, tick))
    expect(trader.order(order.id).status).toBe('OPEN')
  })

  test('of a target and a stop the one that was reached first fires', () => {
    const trader = start()
    trader.placed(market('BUY', '1'))
    const target = trader.placed(takeProfit('SELL', '1', '21000', reduce))
    const stopped = trader.placed(stop('SELL', '1', '19000', reduce))
    const reached = [orderReached(target, visit(trader, '21100')), orderReached(stopped, visit(trader, '18900'))]
    settle(trader, { orders: new Map(reached.reverse().flatMap(({ orders }) => [...(orders ?? [])])) })
    expect(trader.order(target.id).status).toBe('FILLED')
    expect(trader.order(stopped.id).status).toBe('CANCELLED')
  })

  test('an order that has run out of time since fills', () => {
    const trader = start()
    const expiresAt = trader.script.now + 500_000
    const order = trader.placed(limit('BUY', '1', '19000', { tif: 'GTD', expiresAt }))
    settle(trader, orderReached(order, visit(trader, '18900')))
    expect(trader.order(order.id).status).toBe('FILLED')
  })

  test('a floor that was crossed ends the account, at the prices of now', () => {
    const trader = start({ maxDrawdown: { pct: rate(decimal('2')) } })
    trader.placed(market('BUY', '2'))
    const tick = visit(trader, '18900')
    settle(trader, { marks: new Map([[tick, { mark: trader.account.highWaterMark, day: null }]]) })
    expect(trader.account.state).toBe('TERMINATED')
    expect(trader.fills.at(-1)?.price).toBe(decimal('20000'))
  })

  test('an account that has changed since is checked as it is now', () => {
    const trader = start({ maxDrawdown: { pct: rate(decimal('2')) } })
    trader.placed(market('BUY', '2'))
    const tick = visit(trader, '18900')
    trader.placed(market('SELL', '1'))
    settle(trader, { marks: new Map([[tick, { mark: trader.account.highWaterMark, day: null }]]) })
    expect(trader.account.state).toBe('ACTIVE')
  })
})

test.each(['before', 'after'])(
  'post-only beyond the price at which its market opens takes nothing: placed %s the close',
  (when) => {
    const trader = aTrader()
    trader.script.setPrice('EUR-USD', '1.16')
    const order = limit('BUY', '10000', '1.15', { symbol: 'EUR-USD', flags: POST_ONLY })
    const placed = when === 'before' ? trader.placed(order) : null
    trader.script.passTime(250)
    trader.script.setOpen('EUR-USD', false)
    const id = (placed ?? trader.placed(order)).id
    trader.script.passTime(250)
    trader.script.setOpen('EUR-USD', true)
    trader.script.setPrice('EUR-USD', '1.14')
    trader.fillResting()
    expect(trader.order(id)).toMatchObject({ status: 'REJECTED', reason: 'post_only' })
  },
)
