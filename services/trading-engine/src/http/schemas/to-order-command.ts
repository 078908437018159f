/**
 * Turns validated bodies into commands of the core, filling in every constant that is independent of account, clock and
 * catalogue.
 */
import { price, quantity, rate, type Price, type Quantity } from '../../core/values/decimal.js'
import type { ClosePosition } from '../../core/decide/decide-close.js'
import type { SetLeverage } from '../../core/decide/decide-leverage.js'
import type { ModifyOrder } from '../../core/decide/decide-modify.js'
import type { Protection, ProtectPosition } from '../../core/decide/decide-protect.js'
import type { TimeInForce } from '../../core/model/order/order.js'
import { impliesPostOnly, timeInForceOf } from '../../core/model/order/time-in-force.js'
import type { PlaceOrder } from '../../core/decide/prepare-order.js'
import { toBracket } from './bracket.js'
import { toTrail } from './trail.js'
import type {
  ClosePositionBody,
  ModifyOrderBody,
  PlaceOrderBody,
  ProtectionBody,
  ProtectPositionBody,
  SetLeverageBody,
} from './requests.js'

export function toPlaceOrder(body: Omit<PlaceOrderBody, 'account_id'>): PlaceOrder {
  const { flags = {} } = body
  const tif = timeInForceOf(body.kind, body.tif)
  return {
    symbol: body.symbol,
    side: body.side,
    kind: body.kind,
    quantity: quantity(body.quantity),
    price: priceOrNull(body.price),
    triggerPrice: priceOrNull(body.trigger_price),
    ...(body.trail === undefined ? {} : { trail: toTrail(body.trail) }),
    tif,
    flags: {
      postOnly: impliesPostOnly(tif) || flags.post_only === true,
      reduceOnly: flags.reduce_only === true,
      triggerOnIndex: flags.trigger_on_index === true,
      triggerOnMark: flags.trigger_on_mark === true,
    },
    expiresAt: expiry(tif, body.expires_at),
    clientId: body.client_id ?? null,
    venue: body.platform_id ?? null,
    positionId: body.position_id ?? null,
    parentOrderId: body.parent_order_id ?? null,
    ...toBracket(body),
  }
}

export const toModifyOrder = (orderId: string, body: ModifyOrderBody): ModifyOrder => ({
  orderId,
  price: priceOrNull(body.price),
  triggerPrice: priceOrNull(body.trigger_price),
  ...(body.trail === undefined ? {} : { trail: toTrail(body.trail) }),
  quantity: quantityOrNull(body.quantity),
  expiresAt: body.expires_at ?? null,
  version: body.version ?? null,
})

export function toProtectPosition(
  positionId: string,
  { stop_loss: stopLoss, take_profit: takeProfit }: ProtectPositionBody,
): ProtectPosition {
  return {
    positionId,
    ...(stopLoss === undefined ? {} : { stop_loss: toProtection(stopLoss) }),
    ...(takeProfit === undefined ? {} : { take_profit: toProtection(takeProfit) }),
  }
}

const toProtection = (body: ProtectionBody | null): Protection | null =>
  body && {
    triggerPrice: priceOrNull(body.trigger_price),
    ...(body.trail ? { trail: toTrail(body.trail) } : {}),
    price: priceOrNull(body.price ?? undefined),
    quantity: quantityOrNull(body.quantity ?? undefined),
    triggerBy: body.trigger_by ?? 'LAST',
  }

export const toSetLeverage = (body: SetLeverageBody): SetLeverage => ({
  symbol: body.symbol,
  venue: body.platform_id ?? null,
  leverage: rate(body.leverage),
})

export function toClosePosition(body: ClosePositionBody): ClosePosition {
  const kind = body.kind ?? 'MARKET'
  const tif = timeInForceOf(kind, body.tif)
  return {
    symbol: body.symbol,
    quantity: quantityOrNull(body.quantity),
    kind,
    price: priceOrNull(body.price),
    tif,
    expiresAt: expiry(tif, body.expires_at),
    clientId: body.client_id ?? null,
    venue: body.platform_id ?? null,
    positionId: body.position_id ?? null,
  }
}

const expiry = (tif: TimeInForce, requested: number | undefined): number | null =>
  tif === 'GTD' ? (requested ?? null) : null

const priceOrNull = (value: bigint | undefined): Price | null => (value === undefined ? null : price(value))
const quantityOrNull = (value: bigint | undefined): Quantity | null => (value === undefined ? null : quantity(value))
