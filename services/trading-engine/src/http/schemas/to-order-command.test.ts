import { decimal } from '../../core/values/decimal.js'
import { toPlaceOrder } from './to-order-command.js'

const LIMIT = {
  symbol: 'BTC-USD',
  side: 'BUY',
  kind: 'LIMIT',
  quantity: decimal('1'),
  price: decimal('20000'),
} as const
const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: decimal('1') } as const

test.each([
  ['a MARKET order is IOC', toPlaceOrder(MARKET), 'IOC', false],
  ['a MARKET order that says so is FOK', toPlaceOrder({ ...MARKET, tif: 'FOK' }), 'FOK', false],
  ['a LIMIT order is GTC', toPlaceOrder(LIMIT), 'GTC', false],
  ['GTX is post-only without the flag', toPlaceOrder({ ...LIMIT, tif: 'GTX' }), 'GTX', true],
  ['the flag alone is post-only, too', toPlaceOrder({ ...LIMIT, flags: { post_only: true } }), 'GTC', true],
])('%s', (_, { tif, flags: { postOnly } }, expectedTif, isPostOnly) => {
  expect([tif, postOnly]).toEqual([expectedTif, isPostOnly])
})
