import { market } from '../../../test/support/commands.js'
import { readable } from '../../../test/support/engine/readable.js'
import { aTrader } from '../../../test/support/trader.js'
import { addPosition, NO_EXPOSURE, sumOf, type ListingExposure } from './open-exposure.js'

test('positions are added up by symbol and venue, long and short apart, and all of them together', () => {
  const exposures = new Map<string, ListingExposure>()
  for (const [side, size] of [
    ['BUY', '2'],
    ['BUY', '1'],
    ['SELL', '0.5'],
    ['SELL', '0.25'],
  ] as const) {
    const trader = aTrader()
    trader.script.setPrice('BTC-USD', '20000')
    trader.placed(market(side, size))
    if (size === '2') trader.placed(market('SELL', '1', { venue: 'OSTIUM' }))
    trader.script.setPrice('BTC-USD', '21000')
    const { market: view } = trader.script.context()
    for (const position of trader.account.positions.values()) addPosition(exposures, position, view)
  }
  expect(readable(Object.fromEntries(exposures))).toEqual({
    'GMX:BTC-USD': {
      ...{ symbol: 'BTC-USD', venue: 'GMX', positions: 4, unrealizedPnl: '2250' },
      ...{ longQuantity: '3', longNotional: '63000', shortQuantity: '0.75', shortNotional: '15750' },
    },
    'OSTIUM:BTC-USD': {
      ...{ symbol: 'BTC-USD', venue: 'OSTIUM', positions: 1, unrealizedPnl: '-1000' },
      ...{ longQuantity: '0', longNotional: '0', shortQuantity: '1', shortNotional: '21000' },
    },
  })
  expect(readable(sumOf(exposures.values()))).toEqual({
    ...{ longNotional: '63000', shortNotional: '36750', unrealizedPnl: '1250', positions: 5 },
  })
  expect(sumOf([])).toBe(NO_EXPOSURE)
})
