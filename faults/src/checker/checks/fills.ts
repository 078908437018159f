import { exact, sumOf } from '../decimals.js'
import { groupBy, inconsistent, type Check, type Evidence, type Finding } from '../evidence.js'

/** An order has filled what its fills say, and a position holds what they add up to. */
export const fills: Check = {
  name: 'filled = Σ fills, position = Σ signed fills',
  find: ({ snapshot }) => [...findOfOrders(snapshot, true), ...findOfPositions(snapshot)],
}

/** A LIVE order bears the gas of its transactions beside the fees of its fills. */
export const liveFills: Check = {
  name: fills.name,
  find: ({ snapshot }) => [...findOfOrders(snapshot, false), ...findOfPositions(snapshot)],
}

function findOfOrders({ orders, fills: rows }: Evidence['snapshot'], paysFillsAlone: boolean): readonly Finding[] {
  const byOrder = groupBy(rows, ({ order_id }) => order_id)
  const known = new Set(orders.map(({ id }) => id))
  return [
    ...orders.flatMap(({ id, filled_quantity, fees }) => {
      const own = byOrder.get(id) ?? []
      const isFilled = sumOf(own.map(({ quantity }) => exact(quantity))) === exact(filled_quantity)
      const beside = exact(fees) - sumOf(own.map(({ fee }) => exact(fee)))
      const isPaid = paysFillsAlone ? beside === 0n : beside >= 0n
      return isFilled && isPaid ? [] : [inconsistent(`order ${id} has not filled what its fills say`)]
    }),
    ...[...byOrder.keys()]
      .filter((id) => !known.has(id))
      .map((id) => inconsistent(`there are fills of order ${id}, which does not exist`)),
  ]
}

function findOfPositions({ positions, fills: rows }: Evidence['snapshot']): readonly Finding[] {
  const keyOf = (row: { account_id: string; venue: string; symbol: string }) =>
    `${row.account_id} ${row.venue} ${row.symbol}`
  const held = groupBy(positions, keyOf)
  const traded = groupBy(rows, keyOf)
  return [...new Set([...held.keys(), ...traded.keys()])].flatMap((key) => {
    const position = sumOf((held.get(key) ?? []).map((row) => signed(row.direction === 'LONG', row.quantity)))
    const sum = sumOf((traded.get(key) ?? []).map((row) => signed(row.side === 'BUY', row.quantity)))
    return position === sum ? [] : [inconsistent(`${key}: the position is not the sum of its fills`)]
  })
}

const signed = (isPositive: boolean, quantity: string): bigint => (isPositive ? exact(quantity) : -exact(quantity))
