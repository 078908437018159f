import { flagOf, msOf, rowOf, textOf, timesOf, type Row } from './row.js'
import { SETTLE } from './market-row.js'

const STATUSES: Readonly<Record<string, string>> = {
  PENDING: 'open',
  OPEN: 'open',
  PARTIALLY_FILLED: 'open',
  FILLED: 'closed',
  CANCELLED: 'canceled',
  EXPIRED: 'expired',
  REJECTED: 'rejected',
}

/** ccxt's word for a status of the engine. */
export const orderStatus = (status: string | undefined): string | undefined =>
  status === undefined ? undefined : STATUSES[status]

/** Fields of an order, its decimals as text. A trigger without a limit is a market order with a `triggerPrice`. */
export function orderFields(row: Row, symbol: string | undefined): Record<string, unknown> {
  const flags = rowOf(row, 'flags')
  const [kind, status, tif] = ['kind', 'status', 'tif'].map((field) => textOf(row, field))
  const isLimit = textOf(row, 'limit_price') !== undefined
  const trigger = textOf(row, 'trigger_price')
  const trail = rowOf(row, 'trail')
  const isReduceOnly = flagOf(flags, 'reduce_only')
  const isPostOnly = flagOf(flags, 'post_only')
  const times = timesOf(row, 'created_at')
  const hasFilled = !/^0(?:\.0+)?$/.test(textOf(row, 'filled_quantity') ?? '0')
  return {
    id: textOf(row, 'id'),
    clientOrderId: textOf(row, 'client_id'),
    symbol,
    ...times,
    lastTradeTimestamp: hasFilled && status === 'FILLED' ? msOf(row, 'updated_at') : undefined,
    lastUpdateTimestamp: msOf(row, 'updated_at'),
    type: isLimit ? 'limit' : 'market',
    timeInForce: isPostOnly === true ? 'PO' : tif,
    postOnly: isPostOnly,
    reduceOnly: isReduceOnly,
    side: textOf(row, 'side')?.toLowerCase(),
    price: textOf(row, 'limit_price'),
    triggerPrice: trigger,
    trailingAmount: textOf(trail, 'offset'),
    trailingPercent: textOf(trail, 'offset_pct'),
    trailingTriggerPrice: textOf(trail, 'activation_price'),
    stopLossPrice: kind === 'STOP' && isReduceOnly === true ? trigger : undefined,
    takeProfitPrice: kind === 'TAKE_PROFIT' && isReduceOnly === true ? trigger : undefined,
    amount: textOf(row, 'quantity'),
    filled: textOf(row, 'filled_quantity'),
    remaining: textOf(row, 'remaining_quantity'),
    average: textOf(row, 'average_price'),
    cost: hasFilled ? undefined : '0',
    status: orderStatus(status),
    fees: [{ cost: textOf(row, 'fees'), currency: SETTLE }],
    info: row,
  }
}

/** Fields of a fill of one's own. */
export const fillFields = (row: Row, symbol: string | undefined): Record<string, unknown> => ({
  id: textOf(row, 'id'),
  order: textOf(row, 'order_id'),
  symbol,
  ...timesOf(row, 'timestamp'),
  type: undefined,
  side: textOf(row, 'side')?.toLowerCase(),
  takerOrMaker: textOf(row, 'liquidity')?.toLowerCase(),
  price: textOf(row, 'price'),
  amount: textOf(row, 'quantity'),
  cost: undefined,
  fee: { cost: textOf(row, 'fee'), currency: SETTLE },
  info: row,
})
