import { inconsistent, lost, type Check, type Finding } from '../evidence.js'
import { acknowledgements, readAcknowledgement, type AnsweredOrder, type AnsweredTrade } from '../operations.js'
import type { FillRow, OrderRow } from '../snapshot.js'

/**
 * Each order acknowledged with 200 is in the database with the acknowledged content. If it has changed since, its
 * version is higher and its immutable fields are the same.
 */
export const acknowledgedOrders: Check = {
  name: 'every acknowledged order is in the database as it was answered',
  find({ operations, snapshot }) {
    const orders = new Map(snapshot.orders.map((row) => [row.id, row]))
    const fills = new Map(snapshot.fills.map((row) => [row.id, row]))
    return operations.flatMap((operation) => {
      const { op } = operation.invocation
      return acknowledgements(operation).flatMap(({ text }) => {
        const { order, trades } = readAcknowledgement(operation.invocation, text)
        const missing = trades.filter(({ id }) => !fills.has(id))
        return [
          ...(order === null ? [] : compare(op, order, orders.get(order.id))),
          ...missing.map(({ id }) => lost(`operation ${op}: trade ${id} was acknowledged and is not there`)),
          ...trades.flatMap((trade) => compareTrade(op, trade, fills.get(trade.id))),
        ]
      })
    })
  },
}

const ENDED = ['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED']

function compare(op: number, order: AnsweredOrder, row: OrderRow | undefined): readonly Finding[] {
  if (row === undefined) return [lost(`operation ${op}: order ${order.id} was acknowledged and is not there`)]
  const isFinal = order.version === row.version || ENDED.includes(order.status)
  const isSame =
    isEqualForEver(order, row) &&
    (isFinal ? isEqualNow(order, row) : row.version > order.version && isLater(order, row))
  return isSame ? [] : [inconsistent(`operation ${op}: order ${order.id} is not what was answered`)]
}

const isEqualForEver = (order: AnsweredOrder, row: OrderRow): boolean =>
  order.account_id === row.account_id &&
  order.client_id === row.client_id &&
  order.symbol === row.symbol &&
  order.venue === row.venue &&
  order.side === row.side &&
  order.kind === row.kind &&
  order.tif === row.tif &&
  order.quantity === row.quantity &&
  order.requested_price === row.requested_price &&
  microsOf(order.created_at) === row.created_at

const isEqualNow = (order: AnsweredOrder, row: OrderRow): boolean =>
  order.status === row.status &&
  order.filled_quantity === row.filled_quantity &&
  order.fees === row.fees &&
  order.reason === row.reason

const isLater = (order: AnsweredOrder, row: OrderRow): boolean =>
  Number(row.filled_quantity) >= Number(order.filled_quantity)

/** Microseconds since 1970 of the API's timestamps, which show them only where there are any. */
export function microsOf(timestamp: string): string {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(timestamp) ?? []
  return `${Date.parse(timestamp)}${fraction.padEnd(6, '0').slice(3)}`
}

function compareTrade(op: number, trade: AnsweredTrade, row: FillRow | undefined): readonly Finding[] {
  if (row === undefined) return []
  const isSame =
    trade.order_id === row.order_id &&
    trade.quantity === row.quantity &&
    trade.price === row.price &&
    trade.fee === row.fee
  return isSame ? [] : [inconsistent(`operation ${op}: trade ${trade.id} is not what was answered`)]
}
