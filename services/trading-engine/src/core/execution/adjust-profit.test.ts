/** Rules that take something off the profit that can be paid: just within, at and beyond their times. */
import { market } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { scriptContext } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { CATALOGUE } from '../../../test/support/worked-examples/take-step.js'
import type { NewsAdjustment } from '../model/plan/news-rule.js'
import { limitUtilisation } from '../risk/limit-utilisation.js'
import { decimal, formatDecimal, rate } from '../values/decimal.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** BTC-USD at 20,000, without a spread or fees that matter to what is compared. */
const begin = (plan: PlanFields): Trader => {
  const trader = aTrader({ plan: aPlan(plan), script: scriptContext(CATALOGUE) })
  trader.script.setPrice('BTC-USD', '20000')
  return trader
}
const pass = (trader: Trader, ms: number): void => trader.script.passTime(ms)
const buy = (trader: Trader, size: string) => trader.placed(market('BUY', size, { venue: 'GMX' }))
/** Sells, and tells what that has taken off, as a share of its net profit, by rule. */
const sell = (trader: Trader, size: string, at = '21000'): Readonly<Record<string, string>> => {
  trader.script.setPrice('BTC-USD', at)
  const known = trader.adjustments.length
  const { id } = trader.placed(market('SELL', size, { venue: 'GMX' }))
  const fills = trader.fills.filter(({ orderId }) => orderId === id)
  const profit = fills.reduce((sum, fill) => sum + fill.realizedPnl - fill.fee, 0n)
  const lines = trader.adjustments.slice(known)
  return Object.fromEntries(lines.map(({ rule, amount }) => [rule, shareOf(amount, profit)]))
}
const shareOf = (amount: bigint, profit: bigint): string =>
  formatDecimal(((amount * 10n ** 18n) / profit / 10n ** 14n) * 10n ** 14n)

describe('holding_time', () => {
  const rule = { orderRules: { holdingTime: { secondsMin: 60, per: 'TRADE' } } } as const

  test.each([
    [59.999, { holding_time: '1' }],
    [60, {}],
  ])('after %d seconds', (seconds, expected) => {
    const trader = begin(rule)
    buy(trader, '1')
    pass(trader, seconds * SECOND)
    expect(sell(trader, '1')).toEqual(expected)
  })

  test('of what is closed the part that was opened last counts as closed first', () => {
    const trader = begin(rule)
    buy(trader, '1')
    pass(trader, 100 * SECOND)
    buy(trader, '0.25')
    pass(trader, 10 * SECOND)
    expect(sell(trader, '0.1')).toEqual({ holding_time: '1' })
    expect(sell(trader, '0.3')).toEqual({ holding_time: '0.5' })
    expect(sell(trader, '0.4')).toEqual({})
  })

  test('what is opened before the time is over is opened with the last of it', () => {
    const trader = begin(rule)
    buy(trader, '1')
    pass(trader, 59 * SECOND)
    buy(trader, '1')
    pass(trader, 59 * SECOND)
    expect(limitUtilisation(trader.account, trader.script.context()).deadlines).toMatchObject([
      { countsFrom: trader.script.now + 1_000_000 },
    ])
    expect(sell(trader, '1')).toEqual({ holding_time: '1' })
    pass(trader, SECOND)
    expect(limitUtilisation(trader.account, trader.script.context()).deadlines).toMatchObject([{ countsFrom: null }])
    expect(sell(trader, '1')).toEqual({})
  })

  test('a loss counts in full, and a flip begins a new holding', () => {
    const trader = begin(rule)
    buy(trader, '1')
    expect(sell(trader, '2', '19000')).toEqual({})
    pass(trader, 60 * SECOND)
    trader.script.setPrice('BTC-USD', '18000')
    buy(trader, '1')
    expect(trader.adjustments).toEqual([])
  })
})

describe('news', () => {
  const adjusts = { treatment: 'FACTOR', countsPct: rate(decimal('40')), exemptMinutes: null } as const
  const ruleOf = (scope: 'OPENING' | 'ALL', fields: Partial<NewsAdjustment> = {}): PlanFields => ({
    newsFreeze: { beforeMinutes: 5, afterMinutes: 10, impacts: ['HIGH'], scope, adjusts: { ...adjusts, ...fields } },
  })
  const inMinutes = (trader: Trader, minutes: number, impact: 'HIGH' | 'LOW' = 'HIGH'): void =>
    trader.script.addNews({ at: trader.script.now + minutes * MINUTE * 1000, impact, currencies: ['USD'] })

  test.each([
    ['before the window', 29.99, {}],
    ['at its beginning', 30, { news_freeze: '0.6' }],
    ['within it', 44.99, { news_freeze: '0.6' }],
    ['at its end', 45, {}],
  ])('closed %s', (_, minutes, expected) => {
    const trader = begin(ruleOf('ALL'))
    inMinutes(trader, 35)
    buy(trader, '1')
    pass(trader, minutes * MINUTE)
    expect(sell(trader, '1')).toEqual(expected)
  })

  test('opened within the window, closed after it; with OPENING what was there before may close within it', () => {
    const trader = begin(ruleOf('OPENING', { treatment: 'EXCLUDE_PROFIT', countsPct: rate(0n) }))
    inMinutes(trader, 10)
    buy(trader, '1')
    pass(trader, 6 * MINUTE)
    expect(sell(trader, '0.5')).toEqual({})
    trader.script.setPrice('BTC-USD', '20000')
    buy(trader, '0.5')
    pass(trader, 60 * MINUTE)
    expect(sell(trader, '1')).toEqual({ news_freeze: '0.5' })
  })

  test.each([
    [299, { news_freeze: '0.6' }],
    [300, {}],
  ])('opened %d minutes before the event, with 300 exempt', (minutes, expected) => {
    const trader = begin(ruleOf('ALL', { exemptMinutes: 300 }))
    inMinutes(trader, minutes)
    buy(trader, '1')
    pass(trader, minutes * MINUTE)
    expect(sell(trader, '1')).toEqual(expected)
  })

  test('what was added to later is not exempt', () => {
    const trader = begin(ruleOf('ALL', { exemptMinutes: 300 }))
    inMinutes(trader, 400)
    buy(trader, '1')
    pass(trader, 200 * MINUTE)
    buy(trader, '0.001')
    pass(trader, 200 * MINUTE)
    expect(sell(trader, '1')).toEqual({ news_freeze: '0.6' })
  })

  test('nothing is refused, waits or is called a freeze, and the window is announced', () => {
    const trader = begin(ruleOf('ALL'))
    inMinutes(trader, 20)
    inMinutes(trader, 2, 'LOW')
    buy(trader, '1')
    const found = limitUtilisation(trader.account, trader.script.context())
    expect([found.freezes, found.newsWindows?.map(({ symbol, isInForce }) => [symbol, isInForce])]).toEqual([
      [],
      [['BTC-USD', false]],
    ])
    expect(found.deadlines).toMatchObject([{ freezesAt: null, newsAt: trader.script.now + 15 * MINUTE * 1000 }])
    pass(trader, 16 * MINUTE)
    expect(trader.place(market('BUY', '1', { venue: 'GMX' })).violations).toEqual([])
    expect(trader.adjustments).toEqual([])
  })

  test('both rules together take off no more than the profit', () => {
    const trader = begin({ ...ruleOf('ALL'), orderRules: { holdingTime: { secondsMin: 86_400, per: 'TRADE' } } })
    inMinutes(trader, 1)
    buy(trader, '1')
    pass(trader, MINUTE)
    expect(sell(trader, '1')).toEqual({ news_freeze: '0.6', holding_time: '0.4' })
  })
})

test('a plan without these rules keeps nothing of positions and takes nothing off', () => {
  const trader = begin({ newsFreeze: { scope: 'ALL' } })
  buy(trader, '1')
  expect(trader.position('BTC-USD', 'GMX')?.parts).toBeUndefined()
  expect(sell(trader, '1')).toEqual({})
})
