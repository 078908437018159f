/** Stocks with more leverage than overnight allows, when day trading ends: they close only where a plan says so. */
import { market } from '../../../test/support/commands.js'
import { BTC, EUR } from '../../../test/support/market/instruments.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { scriptContext, timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { isAnyReached } from '../decide/market/reached.js'
import type { Instrument } from '../model/market/instrument.js'
import type { OvernightMode } from '../model/market/venue-costs.js'
import { decimal, rate } from '../values/decimal.js'
import { overnightLookAt } from './close-overnight.js'

const STOCK: Instrument = {
  ...EUR,
  symbol: 'NVDA-USD',
  base: 'NVDA',
  aliases: [],
  terms: {
    OSTIUM: { ...EUR.terms.OSTIUM!, leverageMax: rate(decimal('50')), overnightLeverageMax: rate(decimal('10')) },
  },
  tradingHours: {
    isAlwaysOpen: false,
    timeZone: 'America/New_York',
    sessions: [1, 2, 3, 4, 5].map((day) => ({ day, openMinute: 570, closeMinute: 960 })),
    dayTrading: { fromMinute: 571, untilMinute: 945 },
  },
}
const catalogue = {
  all: [BTC, STOCK],
  find: (symbol: string) => [BTC, STOCK].find((each) => each.symbol === symbol),
  resolve: (spelling: string) => [BTC, STOCK].find((each) => each.symbol === spelling),
  candidates: () => [],
}
const stock = (side: 'BUY' | 'SELL', size: string) => market(side, size, { symbol: 'NVDA-USD' })

/** A long of 1000 at 1.1 on a Monday at 15:44 in New York. */
function begin(overnightLeverage: OvernightMode): Trader {
  const trader = aTrader({ plan: aPlan({ costs: { overnightLeverage } }), script: scriptContext(catalogue) })
  trader.script.setTime('2026-03-02T20:44:00Z')
  trader.script.setPrice('NVDA-USD', '1.1')
  trader.placed(stock('BUY', '1000'))
  return trader
}
const isHeld = (trader: Trader): boolean => trader.account.positions.size > 0

test('CLOSE: it ends with day trading, by an order that says so, and the worker is woken for it', () => {
  const trader = begin('CLOSE')
  expect(overnightLookAt(trader.account, trader.script.context())).toBe(timeOf('2026-03-02T20:45:00Z'))
  trader.script.setTime('2026-03-02T20:44:59.999999Z')
  expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
  expect(trader.fillResting()).toBeNull()
  trader.script.setTime('2026-03-02T20:45:00Z')
  expect(isAnyReached(trader.account, trader.script.context())).toBe(true)
  trader.fillResting()
  expect(isHeld(trader)).toBe(false)
  expect([...trader.positions.values()]).toMatchObject([{ closeReason: 'RISK' }])
  expect([...trader.orders.values()].at(-1)).toMatchObject({ status: 'FILLED', reason: 'overnight_leverage' })
  expect(trader.events.slice(-3).map(({ type }) => type)).toEqual(['order.ack', 'order.fill', 'position.close'])
  expect(overnightLookAt(trader.account, trader.script.context())).toBeNull()
})

test.each(['OFF', 'LIMIT'] as const)('%s never closes anything', (mode) => {
  const trader = begin(mode)
  trader.script.setTime('2026-03-02T20:50:00Z')
  expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
  expect(overnightLookAt(trader.account, trader.script.context())).toBeNull()
  expect(trader.fillResting()).toBeNull()
  expect(isHeld(trader)).toBe(true)
})

test('CLOSE: a position that is within the overnight maximum stays', () => {
  const trader = begin('CLOSE')
  trader.script.setTime('2026-03-02T20:46:00Z')
  trader.fillResting()
  trader.placed(stock('BUY', '1000'))
  trader.script.setTime('2026-03-02T20:50:00Z')
  expect(trader.fillResting()).toBeNull()
  expect(isHeld(trader)).toBe(true)
})

test.each(['closed', 'stale'])('CLOSE: what cannot be traded, its market being %s, is closed once it can be', (why) => {
  const trader = begin('CLOSE')
  const setTradable = (isTradable: boolean): void =>
    why === 'closed' ? trader.script.setOpen('NVDA-USD', isTradable) : trader.script.setStale('NVDA-USD', !isTradable)
  trader.script.setTime('2026-03-02T20:45:00Z')
  setTradable(false)
  expect(isAnyReached(trader.account, trader.script.context())).toBe(false)
  trader.fillResting()
  expect(isHeld(trader)).toBe(true)
  expect(overnightLookAt(trader.account, trader.script.context())).toBe(timeOf('2026-03-02T20:45:05Z'))
  trader.script.setTime('2026-03-03T14:30:30Z')
  setTradable(true)
  trader.fillResting()
  expect(isHeld(trader)).toBe(false)
})

test('CLOSE: what the book cannot fill is closed later', () => {
  const trader = begin('CLOSE')
  trader.script.setTime('2026-03-02T20:45:00Z')
  trader.script.setBook('NVDA-USD', { bids: [['1.1', '400']], asks: [['1.1001', '400']] })
  trader.fillResting()
  expect(isHeld(trader)).toBe(true)
  trader.script.passTime(5_000)
  trader.script.setBook('NVDA-USD', { bids: [['1.1', '4000']], asks: [['1.1001', '400']] })
  trader.fillResting()
  expect(isHeld(trader)).toBe(false)
})
