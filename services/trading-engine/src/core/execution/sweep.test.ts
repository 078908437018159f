import { limit } from '../../../test/support/commands.js'
import { aMemoryVenue } from '../../../test/support/venues/memory-venue.js'
import { needsSweep } from './sweep.js'

test('outside ACTIVE an order that could open is swept, until its venue has been asked to cancel it', () => {
  const venue = aMemoryVenue()
  venue.trader.script.setPrice('BTC-USD', '20000')
  const { id } = venue.trader.placed(limit('BUY', '1', '19000'))
  venue.accept(venue.of(id))
  const isSwept = () =>
    (['ACTIVE', 'HALTED'] as const).map((state) => needsSweep({ state, orders: venue.trader.account.orders }))
  expect(isSwept()).toEqual([false, true])
  venue.trader.cancel(id)
  expect(isSwept()).toEqual([false, false])
})
