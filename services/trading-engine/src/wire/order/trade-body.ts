import type { Fill } from '../../core/model/order/fill.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { WriteDecimal } from '../decimals.js'

/** The Trade (fill) resource (spec section 2). */
export const tradeBody = (fill: Fill, write: WriteDecimal): Record<string, unknown> => ({
  id: fill.id,
  order_id: fill.orderId,
  position_id: fill.positionId,
  account_id: fill.accountId,
  client_id: fill.clientId,
  origin: fill.origin?.by ?? null,
  key_id: fill.origin?.keyId ?? null,
  symbol: fill.symbol,
  venue: fill.venue,
  side: fill.side,
  quantity: write(fill.quantity),
  price: write(fill.price),
  fee: write(fill.fee),
  liquidity: fill.liquidity,
  realized_pnl: write(fill.realizedPnl),
  tick: fill.tick,
  timestamp: formatTimestamp(fill.at),
})
