/** A decision on a price names the tick of that price. */
import { decimal, rate } from '../values/decimal.js'
import { tickAt } from '../values/tick.js'
import { processMarketUpdate } from './process-market-update.js'
import { limit, market, stop } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

const trading = (fields: PlanFields = {}): Trader => aTrader({ plan: aPlan(fields) })
const BTC = { symbol: 'BTC-USD', venue: 'GMX' } as const
/** Moves the price of all venues, and answers with the number of the tick that says so. */
function moveTo({ script }: Trader, mark: string, symbol = 'BTC-USD'): number {
  script.passTime(1000)
  script.setPrice(symbol, mark)
  return script.context().market.quote({ symbol, venue: 'GMX' })!.tick
}
const ticksOf = ({ fills }: Trader): readonly (number | null)[] => fills.map(({ tick }) => tick)

describe('a fill', () => {
  test('of an order that takes names the tick of the book it took', () => {
    const trader = trading()
    const tick = moveTo(trader, '20000')
    trader.placed(market('BUY', '1'))
    expect(ticksOf(trader)).toEqual([tick])
    const later = moveTo(trader, '20100')
    trader.placed(market('SELL', '1'))
    expect(ticksOf(trader)).toEqual([tick, later])
  })

  test('of an order that rested names the tick that reached it, also when the price has come back', () => {
    const trader = trading()
    moveTo(trader, '20000')
    const order = trader.placed(limit('BUY', '1', '19000'))
    const tick = moveTo(trader, '18999')
    const at = trader.script.now
    moveTo(trader, '20000')
    const reached = { orders: new Map([[order.id, { price: order.limitPrice!, at }]]), marks: new Map() }
    trader.keep(processMarketUpdate(trader.account, trader.script.context(), { reached }))
    expect(ticksOf(trader)).toEqual([tick])
  })
})

describe('a trigger', () => {
  test('names the tick that fired it, and its fill the one it was filled at', () => {
    const trader = trading()
    moveTo(trader, '20000')
    const order = trader.placed(stop('BUY', '1', '21000'))
    expect(order.triggerTick).toBeNull()
    const tick = moveTo(trader, '21000')
    const at = trader.script.now
    const later = moveTo(trader, '20000')
    const reached = { orders: new Map([[order.id, { price: order.triggerPrice!, at }]]), marks: new Map() }
    trader.keep(processMarketUpdate(trader.account, trader.script.context(), { reached }))
    expect(trader.order(order.id).triggerTick).toBe(tick)
    expect(ticksOf(trader)).toEqual([later])
  })

  test('that fires now names the current tick', () => {
    const trader = trading()
    moveTo(trader, '20000')
    const { id } = trader.placed(stop('BUY', '1', '21000'))
    const tick = moveTo(trader, '21500')
    trader.fillResting()
    expect([trader.order(id).triggerTick, ...ticksOf(trader)]).toEqual([tick, tick])
  })
})

test.each(['ISOLATED', 'CROSS'] as const)(
  'a liquidated position under %s names the tick of its marks',
  (marginMode) => {
    const trader = trading({ marginMode, initialBalance: '10000' })
    moveTo(trader, '20000')
    trader.placed(market('BUY', '2.5'))
    const tick = moveTo(trader, '16100')
    moveTo(trader, '90', 'SOL-USD')
    trader.fillResting()
    const [position] = trader.positions.values()
    expect([position?.closeReason, position?.liquidationTick]).toEqual(['LIQUIDATION', tick])
  },
)

test('a position that its owner closes names no tick of a liquidation', () => {
  const trader = trading()
  trader.placed(market('BUY', '1'))
  trader.placed(market('SELL', '1'))
  expect([...trader.positions.values()].map(({ liquidationTick }) => liquidationTick)).toEqual([null])
})

describe('a breach', () => {
  const PLAN: PlanFields = { leverageMax: '5', maxDrawdown: { pct: rate(decimal('10')) } }
  const breachesOf = (changes: ReturnType<typeof processMarketUpdate>) => changes?.breaches.map(({ tick }) => tick)

  test('names the latest tick of the marks it was measured at', () => {
    const trader = trading(PLAN)
    moveTo(trader, '20000')
    trader.placed(market('BUY', '5'))
    trader.placed(market('BUY', '1', { symbol: 'SOL-USD' }))
    moveTo(trader, '17000')
    const tick = moveTo(trader, '101', 'SOL-USD')
    expect(breachesOf(trader.fillResting())).toEqual([tick])
  })

  test('found at the marks of a tick of the past names that one', () => {
    const trader = trading(PLAN)
    moveTo(trader, '20000')
    trader.placed(market('BUY', '5'))
    const tick = moveTo(trader, '17000')
    const at = trader.script.now
    moveTo(trader, '20000')
    const reached = { orders: new Map(), marks: new Map([[at, { mark: trader.account.highWaterMark, day: null }]]) }
    expect(breachesOf(processMarketUpdate(trader.account, trader.script.context(), { reached }))).toEqual([tick])
  })

  test('of an account that is flat names the tick of the moment', () => {
    const trader = trading({ ...PLAN, dailyLoss: { pct: rate(decimal('5')), warnAtPct: rate(decimal('80')) } })
    moveTo(trader, '20000')
    trader.placed(market('BUY', '5'))
    moveTo(trader, '19150')
    // sold before anybody looked
    trader.placed(market('SELL', '5'))
    expect(trader.account.positions.size).toBe(0)
    expect(breachesOf(trader.fillResting())).toEqual([tickAt(trader.script.now)])
  })
})

test('a trading day names the tick its equity was valued at', () => {
  const trader = trading()
  moveTo(trader, '20000')
  trader.placed(market('BUY', '1'))
  trader.script.setTime('2026-03-03T00:00:01Z')
  const tick = moveTo(trader, '21000')
  const { tradingDay } = trader.advance()!
  expect(tradingDay).toMatchObject({ date: '2026-03-03', tick, highWaterMark: tradingDay!.startEquity })
  expect(trader.script.context().market.quote(BTC)!.tick).toBe(tick)
})
