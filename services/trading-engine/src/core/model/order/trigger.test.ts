import { decimal, price } from '../../values/decimal.js'
import { closeReasonOf, firesAbove, isTriggered, triggerSource, watchedPrice } from './trigger.js'
import { NO_FLAGS, stop, takeProfit } from '../../../../test/support/commands.js'
import { aTrader } from '../../../../test/support/trader.js'
import { primaryOf } from '../../../../test/support/market/listings.js'

const BELOW = '19999.5'
const AT = '20000'
const ABOVE = '20000.5'

/** The last prices at which an order with its trigger at 20000 fires, worked out by hand. */
const FIRES = [
  ['STOP', 'BUY', [AT, ABOVE]],
  ['STOP', 'SELL', [BELOW, AT]],
  ['TAKE_PROFIT', 'BUY', [BELOW, AT]],
  ['TAKE_PROFIT', 'SELL', [AT, ABOVE]],
] as const

describe.each(FIRES)('a %s %s at 20000', (kind, side, firing) => {
  test.each([BELOW, AT, ABOVE])('last price %s', (last) => {
    const trader = aTrader()
    const waits = firesAbove({ kind, side }) ? '19000' : '21000'
    trader.script.setPrice('BTC-USD', waits)
    const place = kind === 'STOP' ? stop : takeProfit
    const order = trader.placed(place(side, '0.1', '20000'))
    trader.script.setPrice('BTC-USD', last)
    const quote = trader.script.context().market.quote(primaryOf('BTC-USD'))
    expect(isTriggered(order, quote!)).toBe((firing as readonly string[]).includes(last))
  })
})

test.each([
  ['LAST', NO_FLAGS, '1'],
  ['MARK', { ...NO_FLAGS, triggerOnMark: true }, '2'],
  ['INDEX', { ...NO_FLAGS, triggerOnIndex: true }, '3'],
] as const)('it watches %s', (source, flags, watched) => {
  const { script } = aTrader()
  script.setLast('BTC-USD', '1')
  script.setMark('BTC-USD', '2')
  script.setIndex('BTC-USD', '3')
  expect(triggerSource(flags)).toBe(source)
  expect(watchedPrice({ flags }, script.context().market.quote(primaryOf('BTC-USD'))!)).toBe(price(decimal(watched)))
})

test.each([
  ['STOP', null, 'STOP_LOSS'],
  ['TAKE_PROFIT', null, 'TAKE_PROFIT'],
  ['LIMIT', null, 'USER'],
  ['MARKET', null, 'USER'],
  ['STOP', 'entry', 'STOP_LOSS'],
  ['LIMIT', 'entry', 'TAKE_PROFIT'],
] as const)('a position that a %s of bracket %p closes was closed by %s', (kind, bracketId, reason) => {
  expect(closeReasonOf({ kind, bracketId })).toBe(reason)
})
