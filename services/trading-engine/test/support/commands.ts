import { decimal, price, quantity } from '../../src/core/values/decimal.js'
import type { ClosePosition } from '../../src/core/decide/decide-close.js'
import type { OrderFlags, Side } from '../../src/core/model/order/order.js'
import type { PlaceOrder } from '../../src/core/decide/prepare-order.js'

export const NO_FLAGS: OrderFlags = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }
export const REDUCE_ONLY: OrderFlags = { ...NO_FLAGS, reduceOnly: true }
export const POST_ONLY: OrderFlags = { ...NO_FLAGS, postOnly: true }

/** A MARKET order of BTC-USD, unless the fields say otherwise. */
export const market = (side: Side, size: string, fields: Partial<PlaceOrder> = {}): PlaceOrder => ({
  symbol: 'BTC-USD',
  side,
  kind: 'MARKET',
  quantity: quantity(decimal(size)),
  price: null,
  triggerPrice: null,
  tif: 'IOC',
  flags: NO_FLAGS,
  expiresAt: null,
  clientId: null,
  venue: null,
  positionId: null,
  parentOrderId: null,
  ...fields,
})

/** A GTC LIMIT order of BTC-USD, unless the fields say otherwise. */
export const limit = (side: Side, size: string, at: string, fields: Partial<PlaceOrder> = {}): PlaceOrder => ({
  ...market(side, size),
  kind: 'LIMIT',
  price: price(decimal(at)),
  tif: 'GTC',
  ...fields,
})

/** A GTC STOP or TAKE_PROFIT of BTC-USD on the last price, unless the fields say otherwise. */
const conditional =
  (kind: 'STOP' | 'TAKE_PROFIT') =>
  (side: Side, size: string, trigger: string, fields: Partial<PlaceOrder> = {}): PlaceOrder => ({
    ...market(side, size),
    kind,
    triggerPrice: price(decimal(trigger)),
    tif: 'GTC',
    ...fields,
  })
export const stop = conditional('STOP')
export const takeProfit = conditional('TAKE_PROFIT')

/** Closes all of BTC-USD at market, unless the fields say otherwise. */
export const close = (fields: Partial<ClosePosition> = {}): ClosePosition => ({
  symbol: 'BTC-USD',
  quantity: null,
  kind: 'MARKET',
  price: null,
  tif: 'IOC',
  expiresAt: null,
  clientId: null,
  venue: null,
  positionId: null,
  ...fields,
})
