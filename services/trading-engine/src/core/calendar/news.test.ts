/** Freezes around news at 12:30, from 5 minutes before to 10 after it: 12:25 until 12:40. */
import { decimal, price } from '../values/decimal.js'
import { isAnyReached } from '../decide/market/reached.js'
import { levelsOf } from '../read/trigger-levels.js'
import { nextFreeze, freezeInForce, ordersHeldByNews } from './news.js'
import type { NewsEvent } from '../model/plan/news-event.js'
import { formatTimestamp } from '../values/time.js'
import { EUR, BTC } from '../../../test/support/market/instruments.js'
import { limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const OPENING: PlanFields = { newsFreeze: { scope: 'OPENING' } }
const ALL: PlanFields = { newsFreeze: { scope: 'ALL' } }
const AT = timeOf('2026-03-02T12:30:00Z')

const trading = (plan: PlanFields, event: Partial<NewsEvent> = { currencies: ['USD'] }): Trader => {
  const trader = aTrader({ plan: aPlan(plan) })
  trader.script.setPrice('BTC-USD', '20000')
  trader.script.addNews({ at: AT, title: 'US CPI', ...event })
  return trader
}
const at = ({ script }: Trader, time: string): void => script.setTime(`2026-03-02T${time}Z`)

test.each([
  ['12:24:59.999999', false],
  ['12:25:00', true],
  ['12:39:59.999999', true],
  ['12:40:00', false],
])('at %s an order that opens is refused: %s', (time, isRefused) => {
  const trader = trading(OPENING)
  at(trader, time)
  const { violations } = trader.place(market('BUY', '1'))
  expect(violations.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(isRefused ? ['news_freeze SOFT'] : [])
  if (!isRefused) return
  expect(violations[0]?.until).toBe(timeOf('2026-03-02T12:40:00Z'))
  expect(violations[0]?.message).toBe(
    'BTC-USD is frozen around "US CPI" (HIGH) at 2026-03-02T12:30:00.000Z, until 2026-03-02T12:40:00.000Z',
  )
})

test.each<[string, PlanFields, readonly string[]]>([
  ['OPENING', OPENING, []],
  ['ALL', ALL, ['news_freeze']],
])('scope %s: an order that reduces', (_, plan, refusals) => {
  const trader = trading(plan)
  trader.placed(market('BUY', '1'))
  at(trader, '12:30:00')
  expect(trader.place(market('SELL', '1')).violations.map(({ rule }) => rule)).toEqual(refusals)
})

describe('an event concerns', () => {
  test.each<[string, Partial<NewsEvent>, readonly boolean[]]>([
    // event, whether it freezes BTC-USD and EUR-USD
    ['the quote currency', { currencies: ['USD'] }, [true, true]],
    ['the base currency', { currencies: ['EUR'] }, [false, true]],
    ['a symbol', { symbols: ['BTC-USD'] }, [true, false]],
    ['another currency', { currencies: ['JPY'] }, [false, false]],
    ['an impact the plan does not name', { currencies: ['USD'], impact: 'MEDIUM' }, [false, false]],
  ])('%s', (_, event, frozen) => {
    const { script, account } = trading(OPENING, event)
    script.setTime('2026-03-02T12:30:00Z')
    const rule = account.plan.risk.newsFreeze
    expect([BTC, EUR].map((instrument) => freezeInForce(rule, instrument, script.context()) !== null)).toEqual(frozen)
  })
})

test('of several freezes the one that ends last is in force, and the next is the one that begins first', () => {
  const { script, account } = trading(OPENING)
  const rule = account.plan.risk.newsFreeze
  script.addNews({ at: timeOf('2026-03-02T12:33:00Z'), currencies: ['USD'], title: 'later' })
  const next = nextFreeze(rule, BTC, script.context())
  expect(next?.event.title).toBe('US CPI')
  script.setTime('2026-03-02T12:25:00Z')
  expect(nextFreeze(rule, BTC, script.context())?.event.title).toBe('later')
  script.setTime('2026-03-02T12:30:00Z')
  expect(formatTimestamp(freezeInForce(rule, BTC, script.context())?.endsAt ?? 0)).toBe('2026-03-02T12:43:00.000Z')
  expect(nextFreeze(rule, BTC, script.context())).toBeNull()
})

test('a plan without a freeze knows no news', () => {
  const trader = trading({})
  at(trader, '12:30:00')
  expect(trader.placed(market('BUY', '1')).status).toBe('FILLED')
})

describe('what was placed before the freeze', () => {
  test.each([OPENING, ALL])('and reduces goes on: a stop fires, a target fills', (plan) => {
    const trader = trading({ ...plan, leverageMax: '5' })
    trader.placed(market('BUY', '2'))
    const stopped = trader.placed(stop('SELL', '1', '19000', { flags: REDUCE_ONLY }))
    // Without the flag it is the position that makes it one that reduces.
    const target = trader.placed(limit('SELL', '1', '21000'))
    at(trader, '12:30:00')
    trader.script.setPrice('BTC-USD', '18900')
    trader.fillResting()
    expect(trader.order(stopped.id).status).toBe('FILLED')
    trader.script.setPrice('BTC-USD', '21100')
    trader.fillResting()
    expect(trader.order(target.id).status).toBe('FILLED')
  })

  test('and would open waits, and fills at its own limit when the freeze ends', () => {
    const trader = trading(OPENING)
    const order = trader.placed(limit('BUY', '1', '19000'))
    const entry = trader.placed(stop('BUY', '1', '20500'))
    at(trader, '12:30:00')
    for (const mark of ['18900', '20600', '18900']) {
      trader.script.setPrice('BTC-USD', mark)
      expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
      expect(trader.fillResting()).toBeNull()
    }
    expect(levelsOf(trader.account, trader.script.context())).toEqual([])
    const until = timeOf('2026-03-02T12:40:00Z')
    expect([...ordersHeldByNews(trader.account, trader.script.context())]).toEqual([
      [order.id, until],
      [entry.id, until],
    ])
    at(trader, '12:40:00')
    expect(levelsOf(trader.account, trader.script.context())).toHaveLength(2)
    expect(ordersHeldByNews(trader.account, trader.script.context()).size).toBe(0)
    trader.fillResting()
    expect(trader.order(order.id)).toMatchObject({ status: 'FILLED', filledNotional: decimal('19000') })
    expect(trader.order(entry.id).status).toBe('OPEN')
  })

  test.each([OPENING, ALL])('and would flip reduces, and opens when the freeze has ended', (plan) => {
    const trader = trading(plan)
    trader.placed(market('BUY', '1'))
    const order = trader.placed(limit('SELL', '3', '21000'))
    at(trader, '12:30:00')
    trader.script.setPrice('BTC-USD', '21100')
    trader.fillResting()
    expect(trader.order(order.id)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: decimal('1') })
    expect(trader.account.positions.size).toBe(0)
    trader.script.setPrice('BTC-USD', '21200')
    expect(trader.fillResting()).toBeNull()
    at(trader, '12:40:00')
    trader.fillResting()
    expect(trader.order(order.id).status).toBe('FILLED')
    expect(trader.position()).toMatchObject({ direction: 'SHORT', quantity: decimal('2') })
  })

  test.each([OPENING, ALL])('a stop larger than its position closes that, and ends', (plan) => {
    const trader = trading(plan)
    trader.placed(market('BUY', '1'))
    const order = trader.placed(stop('SELL', '3', '19000'))
    at(trader, '12:30:00')
    trader.script.setPrice('BTC-USD', '18900')
    expect(isAnyReached(trader.account, trader.script.context())).toBe(true)
    trader.fillResting()
    const ended = { status: 'CANCELLED', reason: 'news_freeze', filledQuantity: decimal('1') }
    expect(trader.order(order.id)).toMatchObject(ended)
    expect(trader.account.positions.size).toBe(0)
  })

  test('a stop with a limit, larger than its position, closes that, and rests', () => {
    const trader = trading(OPENING)
    trader.placed(market('BUY', '1'))
    const order = trader.placed(stop('SELL', '3', '19000', { price: price(decimal('18000')) }))
    at(trader, '12:30:00')
    trader.script.setPrice('BTC-USD', '18900')
    trader.fillResting()
    expect(trader.order(order.id)).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: decimal('1') })
    expect([...ordersHeldByNews(trader.account, trader.script.context()).values()]).toEqual([
      timeOf('2026-03-02T12:40:00Z'),
    ])
  })

  test('and must fill whole waits as a whole where it would flip', () => {
    const trader = trading({ ...OPENING, leverageMax: '5' })
    trader.placed(market('BUY', '1'))
    const order = trader.placed(stop('SELL', '3', '19000', { tif: 'FOK' }))
    at(trader, '12:30:00')
    trader.script.setPrice('BTC-USD', '18900')
    expect(trader.fillResting()).toBeNull()
    expect(trader.order(order.id).status).toBe('OPEN')
  })

  test('and must fill whole fires where it closes just its position', () => {
    const trader = trading({ ...OPENING, leverageMax: '5' })
    trader.placed(market('BUY', '1'))
    const order = trader.placed(stop('SELL', '1', '19000', { tif: 'FOK' }))
    at(trader, '12:30:00')
    trader.script.setPrice('BTC-USD', '18900')
    trader.fillResting()
    expect(trader.order(order.id).status).toBe('FILLED')
  })

  test('may live shorter, but longer only if it reduces', () => {
    const trader = trading(OPENING)
    trader.placed(market('BUY', '1'))
    const until = (time: string) => ({ tif: 'GTD' as const, expiresAt: timeOf(`2026-03-02T${time}Z`) })
    const opening = trader.placed(limit('BUY', '1', '19000', until('12:50:00')))
    const exit = trader.placed(limit('SELL', '1', '21000', { ...until('12:50:00'), flags: REDUCE_ONLY }))
    at(trader, '12:30:00')
    const longer = { expiresAt: until('12:55:00').expiresAt }
    expect(trader.unmodified(opening.id, longer)).toMatchObject({ violations: [{ rule: 'news_freeze' }] })
    expect(trader.modify(exit.id, longer)).toMatchObject(longer)
    const shorter = { expiresAt: until('12:45:00').expiresAt }
    expect(trader.modify(opening.id, shorter)).toMatchObject(shorter)
  })

  test('can be cancelled, and made smaller, but not moved', () => {
    const trader = trading(OPENING)
    const order = trader.placed(limit('BUY', '1', '19000'))
    at(trader, '12:30:00')
    expect(trader.unmodified(order.id, { price: price(decimal('19001')) })).toMatchObject({
      kind: 'risk_rejected',
      violations: [{ rule: 'news_freeze' }],
    })
    const quantity = market('BUY', '0.5').quantity
    expect(trader.modify(order.id, { quantity })).toMatchObject({ quantity })
    expect(trader.cancel(order.id).status).toBe('CANCELLED')
  })
})

test('liquidation does not wait for news', () => {
  const trader = trading({ ...ALL, leverageMax: '20' })
  trader.placed(market('BUY', '5'))
  at(trader, '12:30:00')
  trader.script.setPrice('BTC-USD', '19000')
  trader.fillResting()
  expect(trader.account.positions.size).toBe(0)
})
