/** Margin mode CROSS, in whole decisions: what is liquidated, in which order, and what comes before it. */
import { decimal, formatDecimal, rate } from '../values/decimal.js'
import { isAnyReached } from '../decide/market/reached.js'
import { positionCodec, valuedPosition } from '../../wire/account/position-codec.js'
import { asText } from '../../wire/decimals.js'
import { limit, market, REDUCE_ONLY, stop } from '../../../test/support/commands.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'

/** A trader under a CROSS plan, unless the fields say otherwise. */
const trading = (fields: PlanFields = {}): Trader => aTrader({ plan: aPlan({ marginMode: 'CROSS', ...fields }) })

const sol = (side: 'BUY' | 'SELL', size: string) => market(side, size, { symbol: 'SOL-USD' })
const eur = (side: 'BUY' | 'SELL', size: string) => market(side, size, { symbol: 'EUR-USD' })

const open = (trader: Trader): readonly string[] =>
  [...trader.account.positions.values()].map(({ symbol, quantity }) => `${formatDecimal(quantity)} ${symbol}`)
const closed = (trader: Trader): readonly string[] =>
  [...trader.positions.values()]
    .filter(({ closedAt }) => closedAt !== null)
    .sort((a, b) => (a.closedAt ?? 0) - (b.closedAt ?? 0))
    .map(({ symbol, closeReason }) => `${symbol} ${closeReason}`)
const breaches = (trader: Trader): readonly string[] =>
  trader.events.flatMap((event) =>
    event.type === 'account.breach' ? [`${event.breach.rule} ${event.breach.action}`] : [],
  )
const isReached = (trader: Trader): boolean => isAnyReached(trader.account, trader.script.context())
const isLiquidating = (trader: Trader, symbol: string): unknown => {
  const position = [...trader.account.positions.values()].find((each) => each.symbol === symbol)
  return (
    position &&
    positionCodec.value(valuedPosition(position, trader.account, trader.script.context()), asText)['liquidating']
  )
}

describe('1,700 USD of 100,000 and a fall of 5 %', () => {
  const held = (marginMode: 'CROSS' | 'ISOLATED'): Trader => {
    const trader = trading({ marginMode })
    trader.placed(market('BUY', '0.085'))
    trader.script.setPrice('BTC-USD', '19000')
    return trader
  }

  test('CROSS: it stays open', () => {
    const trader = held('CROSS')
    expect(isReached(trader)).toBe(false)
    expect(trader.fillResting()).toBeNull()
    // not even a price of next to nothing takes 100,000
    trader.script.setPrice('BTC-USD', '0.5')
    expect(trader.fillResting()).toBeNull()
    expect(open(trader)).toEqual(['0.085 BTC-USD'])
  })

  test('ISOLATED: it is liquidated', () => {
    const trader = held('ISOLATED')
    expect(isReached(trader)).toBe(true)
    trader.fillResting()
    expect(closed(trader)).toEqual(['BTC-USD LIQUIDATION'])
  })
})

/** 10,000 USD, long 2.5 BTC from 20,000 and 300 SOL from 100: 9,952 USD after fees, maintenance 1 % of everything. */
function holding(fields: PlanFields = {}): Trader {
  const trader = trading({ initialBalance: '10000', ...fields })
  trader.placed(market('BUY', '2.5'))
  trader.placed(sol('BUY', '300'))
  return trader
}

/** −1,500 and −7,800: 652 USD are left, and 485 + 222 are needed. */
const fall = (trader: Trader, depth = '1000000'): void => {
  trader.script.setPrice('BTC-USD', '19400')
  trader.script.setPrice('SOL-USD', '74', { depth })
}

test('the largest loss is liquidated first, and no more than necessary', () => {
  const trader = holding()
  fall(trader)
  expect(isReached(trader)).toBe(true)
  expect([isLiquidating(trader, 'BTC-USD'), isLiquidating(trader, 'SOL-USD')]).toEqual([true, true])
  trader.fillResting()
  expect(closed(trader)).toEqual(['SOL-USD LIQUIDATION'])
  expect(open(trader)).toEqual(['2.5 BTC-USD'])
  expect(isLiquidating(trader, 'BTC-USD')).toBe(false)
  expect(breaches(trader)).toEqual([])
  expect([isReached(trader), trader.fillResting()]).toEqual([false, null])
})

test('with a dollar more nothing is liquidated', () => {
  const trader = holding()
  fall(trader)
  trader.script.setPrice('SOL-USD', '74.2')
  expect([isReached(trader), trader.fillResting()]).toEqual([false, null])
})

test('opening orders are cancelled, exits of the remaining positions stay', () => {
  const trader = holding()
  const entry = trader.placed(limit('BUY', '100', '1.05', { symbol: 'EUR-USD' }))
  const protection = trader.placed(stop('SELL', '2.5', '18000', { flags: REDUCE_ONLY }))
  fall(trader)
  trader.fillResting()
  expect(trader.order(entry.id)).toMatchObject({ status: 'CANCELLED', reason: 'liquidation' })
  expect(trader.events.find((event) => event.type === 'order.cancel')).toMatchObject({ cancelledBy: 'RISK' })
  expect(trader.order(protection.id).status).toBe('OPEN')
})

test('of two equal losses the older position is liquidated', () => {
  const trader = trading({ initialBalance: '10000' })
  trader.placed(market('BUY', '2.5', { venue: 'OSTIUM' }))
  trader.placed(market('BUY', '2.5', { venue: 'GMX' }))
  // 9,920 − 9,025 = 895 of the 909.75 that are needed
  trader.script.setPrice('BTC-USD', '18195')
  trader.fillResting()
  expect([...trader.account.positions.values()].map(({ venue }) => venue)).toEqual(['GMX'])
})

test('a position that cannot be traded now is liquidated as soon as it can', () => {
  const trader = holding()
  trader.script.setPrice('BTC-USD', '20100')
  trader.script.setPrice('SOL-USD', '66')
  trader.script.setOpen('SOL-USD', false)
  trader.fillResting()
  // even a position that earns goes then
  expect(closed(trader)).toEqual(['BTC-USD LIQUIDATION'])
  expect([isLiquidating(trader, 'SOL-USD'), isReached(trader), trader.fillResting()]).toEqual([true, false, null])
  trader.script.setOpen('SOL-USD', true)
  expect(isReached(trader)).toBe(true)
  trader.fillResting()
  expect(open(trader)).toEqual([])
})

test('opening orders are cancelled though no position can be traded now', () => {
  const trader = holding()
  trader.placed(limit('BUY', '100', '1.05', { symbol: 'EUR-USD' }))
  fall(trader)
  for (const symbol of ['BTC-USD', 'SOL-USD']) trader.script.setOpen(symbol, false)
  expect(isReached(trader)).toBe(true)
  trader.fillResting()
  expect(trader.account.orders.size).toBe(0)
  expect([isReached(trader), trader.fillResting()]).toEqual([false, null])
})

test('what the book cannot fill is liquidated with the next book', () => {
  const trader = holding()
  fall(trader, '10')
  trader.fillResting()
  expect(open(trader)).toEqual(['290 SOL-USD'])
  expect(closed(trader)).toEqual(['BTC-USD LIQUIDATION'])
})

test('while a mark is stale nothing is liquidated', () => {
  const trader = holding()
  fall(trader)
  trader.script.setStale('BTC-USD', true)
  expect([isReached(trader), trader.fillResting()]).toEqual([false, null])
})

describe('in one tick', () => {
  test('a stop comes first, and may be enough', () => {
    const trader = holding()
    trader.placed(stop('SELL', '300', '75', { symbol: 'SOL-USD', flags: REDUCE_ONLY }))
    fall(trader)
    trader.fillResting()
    expect(closed(trader)).toEqual(['SOL-USD STOP_LOSS'])
  })

  test.each(['CROSS', 'ISOLATED'] as const)(
    '%s: a floor that ends the account comes before maintenance',
    (marginMode) => {
      const trader = holding({ marginMode, maxDrawdown: { pct: rate(decimal('93')) } })
      fall(trader)
      trader.fillResting()
      expect(closed(trader)).toEqual(['BTC-USD RISK', 'SOL-USD RISK'])
      expect(breaches(trader)).toEqual(['max_drawdown TERMINATED'])
    },
  )

  test('a floor that locks, and then maintenance', () => {
    const trader = holding({ dailyLoss: { pct: rate(decimal('90')), action: 'LOCK' } })
    fall(trader)
    trader.fillResting()
    expect(closed(trader)).toEqual(['SOL-USD LIQUIDATION'])
    expect(breaches(trader)).toEqual(['daily_loss_limit LOCKED'])
  })

  test('a floor crossed by the cost of liquidation is a breach', () => {
    // 652 USD before, 638.68 after: the floor is between them
    const trader = holding({ maxDrawdown: { pct: rate(decimal('93.55')) } })
    fall(trader)
    trader.fillResting()
    expect(closed(trader)).toEqual(['SOL-USD LIQUIDATION', 'BTC-USD RISK'])
    expect(breaches(trader)).toEqual(['max_drawdown TERMINATED'])
  })
})

test('a short on one venue and a long on the other are one account for maintenance', () => {
  const trader = trading({ initialBalance: '3000', leverageMax: '50' })
  trader.placed(market('BUY', '2', { venue: 'GMX' }))
  trader.placed(market('SELL', '2', { venue: 'OSTIUM' }))
  trader.placed(eur('BUY', '1000'))
  trader.script.setPrice('BTC-USD', '40000')
  expect(isReached(trader)).toBe(false)
  // only maintenance grows, to 4 × 1 % of the mark and 11, against 2,934.9
  trader.script.setPrice('BTC-USD', '73200')
  trader.fillResting()
  expect([...trader.account.positions.values()].map(({ direction, symbol }) => `${direction} ${symbol}`)).toEqual([
    'LONG BTC-USD',
    'LONG EUR-USD',
  ])
})
