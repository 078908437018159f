import { newProgress, withDayEnded, withFill, withPayout, withTrade } from '../../core/model/account/progress.js'
import { decimal, usd } from '../../core/values/decimal.js'
import { market } from '../../../test/support/commands.js'
import { aTrader } from '../../../test/support/trader.js'
import { progressOf, progressText } from './progress.js'

test('what an account keeps of its days and trades is read as it was written', () => {
  const trader = aTrader()
  trader.placed(market('BUY', '0.1'))
  trader.placed(market('SELL', '0.1'))
  const [position] = trader.positions.values()
  const at = trader.script.now
  const began = withTrade(withFill(newProgress(at), 'OPENED', at + 1), position!)
  const later = { ...withDayEnded(withPayout(began, usd(decimal('12.5'))), usd(decimal('-3'))), warnedAt: at + 2 }
  for (const progress of [newProgress(at), began, withFill(began, 'CLOSED', at + 3), later])
    expect(progressOf(JSON.parse(progressText(progress)))).toEqual(progress)
})
