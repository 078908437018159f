import { originOf } from './origin.js'
import type { Fill, Liquidity } from '../../core/model/order/fill.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { Side } from '../../core/model/order/order.js'
import { columnsOf, textOf, optional, usdOf, priceOf, quantityOf, microsOf, type RowOf } from './column.js'
import { liveFillOf } from './live.js'

const column = columnsOf<Fill>()

export const FILL_COLUMNS = [
  column.uuid('id', (fill) => fill.id),
  column.uuid('order_id', (fill) => fill.orderId),
  column.uuid('position_id', (fill) => fill.positionId),
  column.uuid('account_id', (fill) => fill.accountId),
  column.text('client_id', (fill) => fill.clientId),
  column.text('origin', ({ origin }) => origin?.by ?? null),
  column.uuid('key_id', ({ origin }) => origin?.keyId ?? null),
  column.text('symbol', (fill) => fill.symbol),
  column.text('venue', (fill) => fill.venue),
  column.text('side', (fill) => fill.side),
  column.numeric('quantity', (fill) => fill.quantity),
  column.numeric('price', (fill) => fill.price),
  column.numeric('fee', (fill) => fill.fee),
  column.text('liquidity', (fill) => fill.liquidity),
  column.numeric('realized_pnl', (fill) => fill.realizedPnl),
  column.int8('book_sequence', (fill) => fill.bookSequence),
  column.int8('tick', (fill) => fill.tick),
  column.time('created_at', (fill) => fill.at),
]

export type FillRow = { readonly live?: unknown } & RowOf<typeof FILL_COLUMNS>

export const fillOf = (row: FillRow): Fill => ({
  id: textOf(row.id),
  orderId: textOf(row.order_id),
  positionId: textOf(row.position_id),
  accountId: textOf(row.account_id),
  clientId: optional(row.client_id, textOf),
  origin: originOf(row),
  symbol: textOf(row.symbol),
  venue: row.venue as VenueId,
  side: row.side as Side,
  quantity: quantityOf(row.quantity),
  price: priceOf(row.price),
  fee: usdOf(row.fee),
  liquidity: row.liquidity as Liquidity,
  realizedPnl: usdOf(row.realized_pnl),
  bookSequence: Number(row.book_sequence),
  tick: optional(row.tick, Number),
  at: microsOf(row.created_at),
  ...liveFillOf(row),
})
