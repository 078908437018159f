import { decideAdvance, isDue } from './advance.js'
import { formatDecimal } from '../values/decimal.js'
import { limit, market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { pick } from '../../../test/support/engine/readable.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader } from '../../../test/support/trader.js'

test('while nothing is over, nothing changes', () => {
  const trader = aTrader()
  trader.placed(limit('BUY', '1', '19000', { tif: 'GTD' }))
  trader.script.setTime('2026-03-02T23:59:59.999999Z')
  expect(isDue(trader.account, trader.script.context())).toBe(false)
  expect(decideAdvance(trader.account, trader.script.context())).toBeNull()
})

test('the day rolls at its end: the figures of that moment, floating PnL in the equity', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '1'))
  trader.script.setPrice('BTC-USD', '21000')
  trader.script.setTime('2026-03-03T00:00:00Z')
  expect(isDue(trader.account, trader.script.context())).toBe(true)
  const changes = trader.advance()
  expect(pick(changes?.tradingDay ?? {}, 'date', 'endsAt', 'startBalance', 'startEquity')).toEqual({
    date: '2026-03-03',
    endsAt: timeOf('2026-03-04T00:00:00Z'),
    startBalance: '99988',
    startEquity: '100988',
  })
  expect(changes?.tradingDay).toMatchObject(trader.account.day)
  expect(isDue(trader.account, trader.script.context())).toBe(false)
  expect(trader.advance()).toBeNull()
})

test('days without a decision are skipped: one roll, to the current day', () => {
  const trader = aTrader()
  const { version } = trader.account
  trader.script.setTime('2026-03-09T15:00:00Z')
  trader.advance()
  expect([trader.account.day.date, trader.account.version]).toEqual(['2026-03-09', version + 1])
})

test('the day of a plan that resets in New York at 17:00', () => {
  const dailyLoss = { resetTime: '17:00', resetTimeZone: 'America/New_York' }
  const trader = aTrader({ plan: aPlan({ dailyLoss }) })
  expect(trader.account.day.date).toBe('2026-03-01')
  trader.script.setTime('2026-03-02T22:00:00Z')
  trader.advance()
  expect(trader.account.day.date).toBe('2026-03-02')
})

test('orders expire with an event to their owner, and their margin is released', () => {
  const trader = aTrader()
  const expiresAt = timeOf('2026-03-02T13:00:00Z')
  const dated = trader.placed(limit('BUY', '1', '19000', { tif: 'GTD', expiresAt }))
  const daily = trader.placed(limit('BUY', '1', '18000', { tif: 'GTD' }))
  const lasting = trader.placed(limit('BUY', '1', '17000'))
  trader.script.setTime('2026-03-02T13:00:00Z')
  trader.advance()
  expect([dated, daily, lasting].map(({ id }) => trader.order(id).status)).toEqual(['EXPIRED', 'OPEN', 'OPEN'])
  expect(trader.events.at(-1)).toMatchObject({
    type: 'order.cancel',
    cancelledBy: 'SYSTEM',
    order: { id: dated.id, reason: 'expired', updatedAt: expiresAt },
  })
  trader.script.setTime('2026-03-03T00:00:00Z')
  trader.advance()
  expect([dated, daily, lasting].map(({ id }) => trader.order(id).status)).toEqual(['EXPIRED', 'EXPIRED', 'OPEN'])
  expect(formatDecimal(trader.figures().reservedMargin)).toBe('850')
})

test('a decision begins with what time has done, even when it is a refusal', () => {
  const trader = aTrader()
  const { id } = trader.placed(limit('BUY', '1', '19000', { tif: 'GTD' }))
  trader.script.setTime('2026-03-03T08:00:00Z')
  expect(trader.refusals(market('BUY', '1000'))).toContain('symbol_exposure_cap')
  expect(trader.order(id).status).toBe('EXPIRED')
  expect(trader.account.day.date).toBe('2026-03-03')
})

test('GTD without a date, on the first order of a new day, is working to the end of that day', () => {
  const trader = aTrader()
  trader.script.setTime('2026-03-05T08:00:00Z')
  expect(trader.placed(limit('BUY', '1', '19000', { tif: 'GTD' })).expiresAt).toBe(timeOf('2026-03-06T00:00:00Z'))
})
