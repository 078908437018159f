import type { Fill } from '../../core/model/order/fill.js'
import { codecOf, field, type Fields } from '../codec/codec.js'
import { decimal, oneOf, orNull, side, text, tick, time, uuid, venue } from '../codec/kinds.js'
import { originFields } from './origin-fields.js'

/** The Trade (fill) resource (spec section 2). */
export const tradeFields = {
  id: field(uuid, (fill) => fill.id),
  order_id: field(uuid, (fill) => fill.orderId),
  position_id: field(uuid, (fill) => fill.positionId),
  account_id: field(uuid, (fill) => fill.accountId),
  client_id: field(orNull(text), (fill) => fill.clientId),
  ...originFields,
  symbol: field(text, (fill) => fill.symbol),
  venue: field(venue, (fill) => fill.venue),
  side: field(side, (fill) => fill.side),
  quantity: field(decimal, (fill) => fill.quantity),
  price: field(decimal, (fill) => fill.price),
  fee: field(decimal, (fill) => fill.fee),
  liquidity: field(oneOf(['MAKER', 'TAKER'], 'Liquidity'), (fill) => fill.liquidity),
  realized_pnl: field(decimal, (fill) => fill.realizedPnl),
  tick: field(tick('The tick, of its venue, whose book it took its quantity from'), (fill) => fill.tick),
  timestamp: field(time, (fill) => fill.at),
} satisfies Fields<Fill>

export const tradeCodec = codecOf<Fill>('Trade')(tradeFields)
