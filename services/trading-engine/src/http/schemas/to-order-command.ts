/** Checked bodies as commands of the core, with every constant filled in that does not depend on account, clock or catalogue. */
import { price, quantity } from '../../core/decimal.js'
import type { ClosePosition } from '../../core/decide-close.js'
import type { ModifyOrder } from '../../core/decide-modify.js'
import type { TimeInForce } from '../../core/order.js'
import type { PlaceOrder } from '../../core/prepare-order.js'
import type { ClosePositionBody, ModifyOrderBody, PlaceOrderBody } from './requests.js'

export function toPlaceOrder(body: PlaceOrderBody): PlaceOrder {
  const { flags = {} } = body
  const tif = timeInForce(body.kind, body.tif)
  return {
    symbol: body.symbol,
    side: body.side,
    kind: body.kind,
    quantity: quantity(body.quantity),
    price: body.price === undefined ? null : price(body.price),
    triggerPrice: body.trigger_price === undefined ? null : price(body.trigger_price),
    tif,
    flags: {
      postOnly: tif === 'GTX' || flags.post_only === true,
      reduceOnly: flags.reduce_only === true,
      triggerOnIndex: flags.trigger_on_index === true,
      triggerOnMark: flags.trigger_on_mark === true,
    },
    expiresAt: expiry(tif, body.expires_at),
    clientId: body.client_id ?? null,
    venue: body.platform_id ?? null,
    positionId: body.position_id ?? null,
  }
}

export const toModifyOrder = (orderId: string, body: ModifyOrderBody): ModifyOrder => ({
  orderId,
  price: body.price === undefined ? null : price(body.price),
  triggerPrice: body.trigger_price === undefined ? null : price(body.trigger_price),
  quantity: body.quantity === undefined ? null : quantity(body.quantity),
  expiresAt: body.expires_at ?? null,
  version: body.version ?? null,
})

export function toClosePosition(body: ClosePositionBody): ClosePosition {
  const kind = body.kind ?? 'MARKET'
  const tif = timeInForce(kind, body.tif)
  return {
    symbol: body.symbol,
    quantity: body.quantity === undefined ? null : quantity(body.quantity),
    kind,
    price: body.price === undefined ? null : price(body.price),
    tif,
    isPostOnly: tif === 'GTX',
    expiresAt: expiry(tif, body.expires_at),
    clientId: body.client_id ?? null,
    venue: body.platform_id ?? null,
    positionId: body.position_id ?? null,
  }
}

/** A MARKET order never rests: it is IOC whatever it says, unless it says FOK. */
function timeInForce(kind: PlaceOrder['kind'], asked: TimeInForce | undefined): TimeInForce {
  if (kind === 'MARKET') return asked === 'FOK' ? 'FOK' : 'IOC'
  return asked ?? 'GTC'
}

const expiry = (tif: TimeInForce, asked: number | undefined): number | null => (tif === 'GTD' ? (asked ?? null) : null)
