import { flagOf, rowOf, textOf, type Fields, type Row } from '../platform/row.js'
import { isZero } from '../platform/texts.js'
import { msOf, timesOf } from '../platform/times.js'
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

/** Fields of an order, its decimals as text. A trigger without a limit is a market order with a `triggerPrice`. */
export function orderFields(row: Row, symbol: string | undefined): Fields {
  const flags = rowOf(row, 'flags')
  const kind = textOf(row, 'kind')
  const status = textOf(row, 'status') ?? ''
  const trigger = textOf(row, 'trigger_price')
  const trail = rowOf(row, 'trail')
  const isExit = flagOf(flags, 'reduce_only') === true
  const isPostOnly = flagOf(flags, 'post_only')
  const hasFilled = !isZero(textOf(row, 'filled_quantity') ?? '0')
  return {
    id: textOf(row, 'id'),
    clientOrderId: textOf(row, 'client_id'),
    symbol,
    ...timesOf(row, 'created_at'),
    lastTradeTimestamp: hasFilled && status === 'FILLED' ? msOf(row, 'updated_at') : undefined,
    lastUpdateTimestamp: msOf(row, 'updated_at'),
    type: textOf(row, 'limit_price') === undefined ? 'market' : 'limit',
    timeInForce: isPostOnly === true ? 'PO' : textOf(row, 'tif'),
    postOnly: isPostOnly,
    reduceOnly: flagOf(flags, 'reduce_only'),
    side: (textOf(row, 'side') ?? '').toLowerCase(),
    price: textOf(row, 'limit_price'),
    triggerPrice: trigger,
    trailingAmount: textOf(trail, 'offset'),
    trailingPercent: textOf(trail, 'offset_pct'),
    trailingTriggerPrice: textOf(trail, 'activation_price'),
    stopLossPrice: kind === 'STOP' && isExit ? trigger : undefined,
    takeProfitPrice: kind === 'TAKE_PROFIT' && isExit ? trigger : undefined,
    amount: textOf(row, 'quantity'),
    filled: textOf(row, 'filled_quantity'),
    remaining: textOf(row, 'remaining_quantity'),
    average: textOf(row, 'average_price'),
    cost: hasFilled ? undefined : '0',
    status: STATUSES[status],
    fees: [{ cost: textOf(row, 'fees'), currency: SETTLE }],
    info: row,
  }
}

/** Fields of a fill of one's own. */
export function fillFields(row: Row, symbol: string | undefined): Fields {
  return {
    id: textOf(row, 'id'),
    order: textOf(row, 'order_id'),
    symbol,
    ...timesOf(row, 'timestamp'),
    type: undefined,
    side: (textOf(row, 'side') ?? '').toLowerCase(),
    takerOrMaker: (textOf(row, 'liquidity') ?? '').toLowerCase(),
    price: textOf(row, 'price'),
    amount: textOf(row, 'quantity'),
    cost: undefined,
    fee: { cost: textOf(row, 'fee'), currency: SETTLE },
    info: row,
  }
}
