/** The answer and the events of the plain baseline, field for field as long as the engine's. */
import type { Execution, OrderBody } from './decide-order.js'
import { formatNano, formatProduct } from './fixed-point.js'

export interface Ids {
  readonly order: string
  readonly fill: string
}

const number = (text: string): number => Number(text)

export function orderOf(body: OrderBody, { quantity, price, fee, position }: Execution, ids: Ids, at: string) {
  return {
    id: ids.order,
    account_id: body.account_id,
    client_id: body.client_id,
    symbol: body.symbol,
    venue: 'GMX',
    side: body.side,
    kind: body.kind,
    status: 'FILLED',
    quantity: number(formatNano(quantity)),
    price: number(formatNano(price)),
    filled_quantity: number(formatNano(quantity)),
    remaining_quantity: 0,
    average_price: number(formatNano(price)),
    requested_price: number(formatNano(price)),
    trigger_price: null,
    trigger_by: 'LAST',
    trigger_state: null,
    tif: 'IOC',
    expires_at: null,
    flags: { post_only: false, reduce_only: false, trigger_on_index: false, trigger_on_mark: false },
    position_id: position.id,
    parent_order_id: null,
    reason: null,
    fees: number(formatProduct(fee)),
    created_at: at,
    updated_at: at,
    version: 2,
  }
}

export function tradeOf(
  body: OrderBody,
  { quantity, price, fee, realizedPnl, position }: Execution,
  ids: Ids,
  at: string,
) {
  return {
    id: ids.fill,
    order_id: ids.order,
    position_id: position.id,
    account_id: body.account_id,
    client_id: body.client_id,
    symbol: body.symbol,
    venue: 'GMX',
    side: body.side,
    quantity: number(formatNano(quantity)),
    price: number(formatNano(price)),
    fee: number(formatProduct(fee)),
    liquidity: 'TAKER',
    realized_pnl: number(formatProduct(realizedPnl)),
    timestamp: at,
  }
}

export const closedPositionOf = (body: OrderBody, { position }: Execution, at: string) => ({
  id: position.id,
  account_id: body.account_id,
  symbol: body.symbol,
  venue: 'GMX',
  direction: position.direction,
  quantity: number(formatNano(position.openedQuantity)),
  opened_notional: number(formatProduct(position.openedNotional)),
  closed_notional: number(formatProduct(position.closedNotional)),
  realized_pnl: number(formatProduct(position.realizedPnl)),
  fees: number(formatProduct(position.fees)),
  funding: 0,
  close_reason: 'USER',
  closed_at: at,
})
