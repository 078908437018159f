import { doubled, groupBy, inconsistent, lost, type Check, type Finding } from '../evidence.js'
import { readMade } from '../operations.js'
import type { CommandRow } from '../snapshot.js'

/**
 * Decisions and their effects are stored together: the order that a stored response names exists, each order has
 * exactly one decision that created it, and no money moves without a decision on the account.
 */
export const commands: Check = {
  name: 'each decision has its effects, and each effect its decision',
  find({ snapshot }) {
    const makers = groupBy(
      snapshot.commands.flatMap((row) => ordersOf(row)),
      (id) => id,
    )
    const orders = new Set(snapshot.orders.map(({ id }) => id))
    const moving = new Set(snapshot.commands.filter(({ moves }) => moves).map(({ id }) => id))
    return [
      ...[...makers.keys()]
        .filter((id) => !orders.has(id))
        .map((id) => lost(`a stored answer has order ${id}, which is not in the database`)),
      ...snapshot.orders.flatMap(({ id }) => expectOne(makers.get(id)?.length ?? 0, id)),
      ...snapshot.transfers
        .filter(({ command_id }) => !moving.has(command_id))
        .map(({ id }) => inconsistent(`transfer ${id} belongs to no decision that moves the account`)),
    ]
  },
}

function expectOne(makers: number, orderId: string): readonly Finding[] {
  if (makers === 1) return []
  return [makers === 0 ? inconsistent(`order ${orderId} has no decision`) : doubled(`order ${orderId} was made twice`)]
}

const MAKES_ORDERS = ['place_order', 'close_position']

/** The orders the decision made: one, with those that came with it, or none. */
function ordersOf({ kind, response }: CommandRow): readonly string[] {
  if (!MAKES_ORDERS.includes(kind)) return []
  const { order, children = [] } = readMade(response)
  return order === null ? [] : [order, ...children].map(({ id }) => id)
}
