/** Worked by hand: GMX takes 0.06 % of a taker both ways, Ostium 0.1 % to open. */
import { close, market } from '../../../test/support/commands.js'
import { aTrader } from '../../../test/support/trader.js'
import { formatDecimal } from '../values/decimal.js'
import { payable, payoutAvailability } from './payable.js'

test('of a hedge the open loss is taken off the profit that its other side has made', () => {
  const trader = aTrader()
  const at = (mark: string) => {
    trader.script.setPrice('BTC-USD', mark)
    const context = trader.script.context()
    const { available, profit, unrealizedPnl } = payoutAvailability(trader.account, context)
    return [profit, unrealizedPnl, payable(trader.account, context), available].map(formatDecimal).join(' ')
  }
  at('20000')
  trader.placed(market('BUY', '2'))
  trader.placed(market('SELL', '2', { venue: 'OSTIUM' }))
  // 100000 − 24 − 40; no margin is netted between venues
  expect(at('20000')).toBe('-64 0 95936 0')
  at('21000')
  trader.close(close({ venue: 'GMX' }))
  // + 2000 − 25.2; of the profit the open loss leaves nothing
  expect(at('21000')).toBe('1910.8 -2000 97810.8 0')
  expect(at('20055.4')).toBe('1910.8 -110.8 99794.46 1800')
  expect(at('20000')).toBe('1910.8 0 99910.8 1910.8')
  // An open profit is not paid out, and takes nothing off what is.
  expect(at('19000')).toBe('1910.8 2000 100010.8 1910.8')
})
