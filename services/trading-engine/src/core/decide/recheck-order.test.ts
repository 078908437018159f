import type { Account } from '../model/account/account.js'
import type { RecheckResult } from '../execution/account-execution.js'
import { recheckOrder } from './recheck-order.js'
import { decimal, formatDecimal, price, quantity, rate, usd } from '../values/decimal.js'
import { matchOrder } from '../execution/match-order.js'
import type { Order } from '../model/order/order.js'
import { RECHECKED_RULES, type RecheckedRule } from '../model/plan/violation.js'
import { fillTermsOf } from '../execution/fill-terms.js'
import { limit, market, NO_FLAGS, stop } from '../../../test/support/commands.js'
import { BTC } from '../../../test/support/market/instruments.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick } from '../../../test/support/engine/readable.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { primaryOf } from '../../../test/support/market/listings.js'

const stateOf = (trader: Trader, id: string): unknown => pick(trader.order(id), 'status', 'reason', 'filledQuantity')

/** Long 1 BTC-USD at 20,000, leverage 20; a buy of 1 more waits at 19,000, which the market has come to. */
function holding(): { trader: Trader; order: Order } {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  const order = trader.placed(limit('BUY', '1', '19000'))
  trader.script.setPrice('BTC-USD', '19000')
  return { trader, order }
}

function ask({ script }: Trader, account: Account, order: Order): RecheckResult {
  const context = script.context()
  const match = matchOrder(account, order, context.market.book(order), true)
  const fillTerms = fillTermsOf(account, order, BTC, match, 'MAKER', context.now)
  return recheckOrder(account, order, match, BTC, fillTerms, context, null)
}

const underPlan =
  (...fields: Parameters<typeof aPlan>) =>
  (account: Account): Account => ({ ...account, plan: aPlan(...fields) })
const pct = (text: string) => rate(decimal(text))

/** Changes of the account since the order was accepted. */
const SINCE: Readonly<Record<RecheckedRule, (account: Account, trader: Trader) => Account>> = {
  // equity: 100,000 − 12 − 1,000 − 7.6
  max_drawdown: underPlan({ maxDrawdown: { pct: pct('1.01') } }),
  daily_loss_limit: underPlan({ dailyLoss: { pct: pct('1.01') } }),
  symbol_exposure_cap: underPlan({ symbolNotionalMax: '37999' }),
  total_exposure_cap: underPlan({ totalNotionalMax: '37999' }),
  insufficient_margin: (account) => ({ ...account, balance: usd(decimal('2900')) }),
  // 38,000 ÷ 15,992; the position keeps the leverage it was opened with, so that its margin is there
  max_leverage: (account) => ({ ...underPlan({ leverageMax: '2.3' })(account), balance: usd(decimal('17000')) }),
  max_positions: underPlan({ positionsMax: 0 }),
  account_state: (account) => ({ ...account, state: 'HALTED' }),
  stale_market_data: (account, { script }) => {
    script.setStale('BTC-USD', true)
    return account
  },
}

test('while nothing has changed nothing is refused', () => {
  const { trader, order } = holding()
  const { executions, refusedBy } = ask(trader, trader.account, order)
  expect(refusedBy).toBeNull()
  expect(executions).toHaveLength(1)
})

test.each(RECHECKED_RULES)('%s is asked again of what would open or add', (rule) => {
  const { trader, order } = holding()
  const account = SINCE[rule](trader.account, trader)
  expect(ask(trader, account, order)).toEqual({ executions: [], refusedBy: rule })
})

test.each(RECHECKED_RULES)('%s is not asked of what reduces', (rule) => {
  const { trader } = holding()
  const account = SINCE[rule](trader.account, trader)
  const order = { ...trader.placed(limit('SELL', '1', '19500')), limitPrice: price(decimal('19000')) }
  expect(ask(trader, account, order).refusedBy).toBeNull()
})

test('a drawdown that trails within the day is measured from the highest equity seen', () => {
  const { trader, order } = holding()
  const trailing = underPlan({ maxDrawdown: { mode: 'TRAILING_INTRADAY', pct: pct('2'), lockAtInitial: false } })
  const account = trailing(trader.account)
  const context = trader.script.context()
  const match = matchOrder(account, order, context.market.book(primaryOf('BTC-USD')), true)
  const fillTerms = fillTermsOf(account, order, BTC, match, 'MAKER', context.now)
  const since = (peak: string) =>
    recheckOrder(account, order, match, BTC, fillTerms, context, { mark: usd(decimal(peak)), day: null }).refusedBy
  expect(since('100900')).toBeNull()
  expect(since('101000')).toBe('max_drawdown')
})

describe('what waited beside what it was placed against', () => {
  /** A sell of 20, worth 400,000, rests as what reduces a long of 20; the long goes, and so does the room for it. */
  const uncovered = (): { trader: Trader; id: string } => {
    const trader = aTrader()
    trader.placed(market('BUY', '20'))
    const { id } = trader.placed(limit('SELL', '20', '21000'))
    trader.placed(market('SELL', '20'))
    return { trader, id }
  }

  test.each([
    ['REJECTED', 'symbol_exposure_cap', underPlan({ symbolNotionalMax: '400000' })],
    ['REJECTED', 'total_exposure_cap', underPlan({ totalNotionalMax: '400000' })],
  ] as const)('ends %s, reason %s, by risk', (status, reason, change) => {
    const { trader, id } = uncovered()
    trader.account = change(trader.account)
    trader.script.setPrice('BTC-USD', '21000')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status, reason, filledQuantity: '0' })
    expect(trader.events.at(-1)).toMatchObject({ type: 'order.cancel', order: { id }, cancelledBy: 'RISK' })
    expect(trader.account.positions.size).toBe(0)
  })

  test('a part that had filled is kept', () => {
    const { trader, id } = uncovered()
    trader.script.setPrice('BTC-USD', '21000', { depth: '5' })
    trader.fillResting()
    trader.account = underPlan({ symbolNotionalMax: '200000' })(trader.account)
    trader.script.setPrice('BTC-USD', '21000')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'CANCELLED', reason: 'symbol_exposure_cap', filledQuantity: '5' })
  })

  test('a fill as far as the book goes is asked about that much', () => {
    const { trader, id } = uncovered()
    trader.account = underPlan({ symbolNotionalMax: '110000' })(trader.account)
    trader.script.setPrice('BTC-USD', '21000', { depth: '5' })
    trader.fillResting()
    expect(stateOf(trader, id)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: '5' })
  })

  test('news makes it wait instead', () => {
    const { trader, id } = uncovered()
    trader.account = underPlan({ symbolNotionalMax: '400000', newsFreeze: {} })(trader.account)
    trader.script.addNews({ at: trader.script.now, symbols: ['BTC-USD'] })
    trader.script.setPrice('BTC-USD', '21000')
    expect(trader.fillResting()).toBeNull()
    expect(trader.order(id).status).toBe('OPEN')
  })
})

describe('at its trigger', () => {
  test.each([
    ['a stop', stop('SELL', '20', '19900', { flags: { ...NO_FLAGS, triggerOnIndex: true } })],
    ['a stop-limit', stop('SELL', '20', '19900', { price: price(decimal('1')) })],
    ['a stop-limit IOC', stop('SELL', '20', '19900', { price: price(decimal('1')), tif: 'IOC' })],
    ['a stop-limit FOK', stop('SELL', '20', '19900', { price: price(decimal('1')), tif: 'FOK' })],
  ] as const)('%s is asked again', (_, command) => {
    const trader = aTrader()
    const { id } = trader.placed(command)
    trader.account = underPlan({ symbolNotionalMax: '390000' })(trader.account)
    trader.script.setPrice('BTC-USD', '19900')
    trader.fillResting()
    expect(stateOf(trader, id)).toEqual({ status: 'REJECTED', reason: 'symbol_exposure_cap', filledQuantity: '0' })
  })

  /** Long 10; a stop of 15 closes it and would open 5 the other way. */
  const reversing = (tif: 'GTC' | 'FOK'): { trader: Trader; id: string } => {
    const trader = aTrader()
    trader.placed(market('BUY', '10'))
    const { id } = trader.placed(stop('SELL', '15', '19500', { price: price(decimal('18000')), tif }))
    trader.account = underPlan({ symbolNotionalMax: '90000' })(trader.account)
    trader.script.setPrice('BTC-USD', '19500')
    trader.fillResting()
    return { trader, id }
  }

  test('what would close a position and open the other way closes it, whatever the rules say of the rest', () => {
    const { trader, id } = reversing('GTC')
    expect(stateOf(trader, id)).toEqual({ status: 'CANCELLED', reason: 'symbol_exposure_cap', filledQuantity: '10' })
    expect(trader.account.positions.size).toBe(0)
  })

  test('all or none is none', () => {
    const { trader, id } = reversing('FOK')
    expect(stateOf(trader, id)).toEqual({ status: 'REJECTED', reason: 'symbol_exposure_cap', filledQuantity: '0' })
    expect(formatDecimal(trader.position().quantity)).toBe('10')
  })
})

test('no more than the levels of the book that close is filled of what may only close', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '2'))
  const { id } = trader.placed(stop('SELL', '5', '19000'))
  trader.account = underPlan({ symbolNotionalMax: '1000' })(trader.account)
  const bids = ['19000', '18990', '18980'].map((at) => [at, '1.5'] as const)
  trader.script.setBook('BTC-USD', { bids, asks: [['19001', '9']], mark: '19000' })
  trader.fillResting()
  expect(trader.fills.filter(({ orderId }) => orderId === id).map((fill) => formatDecimal(fill.quantity))).toEqual([
    '1.5',
    '0.5',
  ])
  expect(trader.order(id)).toMatchObject({ status: 'CANCELLED', filledQuantity: quantity(decimal('2')) })
})
