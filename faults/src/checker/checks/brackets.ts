import { inconsistent, lost, type Check, type Finding } from '../evidence.js'
import { readMade, type MadeOrders } from '../operations.js'
import type { OrderRow } from '../snapshot.js'

/** An entry and the stop and the target that came with it were stored together, or none of the three was. */
export const brackets: Check = {
  name: 'an entry has all of its bracket, and no bracket is without its entry',
  find({ operations, snapshot }) {
    const rows = new Map(snapshot.orders.map((row) => [row.id, row]))
    const exits = snapshot.orders.filter(({ parent_order_id }) => parent_order_id !== null)
    const made = snapshot.commands.map(({ response }) => readMade(response))
    const named = new Set(made.flatMap(({ order, children = [] }) => children.map(({ id }) => `${order?.id} ${id}`)))
    const asked = new Set(
      operations.flatMap(({ invocation: { body, clientId, userId } }) =>
        clientId !== null && body?.['stop_loss'] !== undefined ? [`${userId} ${clientId}`] : [],
      ),
    )
    const unanswered = snapshot.commands.filter(
      ({ user_id, client_id, response }) =>
        client_id !== null && asked.has(`${user_id} ${client_id}`) && readMade(response).children === undefined,
    )
    return [
      ...made.flatMap((answer) => findOfAnswer(answer, rows)),
      ...exits
        .filter(({ id, parent_order_id }) => !named.has(`${parent_order_id} ${id}`))
        .map(({ id }) => inconsistent(`exit ${id} came with no entry`)),
      ...unanswered.map(({ id }) => inconsistent(`decision ${id} names no bracket, and one was asked for`)),
    ]
  },
}

const LEGS = 2

function findOfAnswer({ order, children }: MadeOrders, rows: ReadonlyMap<string, OrderRow>): readonly Finding[] {
  if (children === undefined) return []
  const expected = order === null ? 0 : LEGS
  if (children.length !== expected)
    return [inconsistent(`order ${order?.id ?? 'that was refused'} was answered with ${children.length} exits`)]
  return children
    .filter(({ id }) => rows.get(id)?.parent_order_id !== order?.id)
    .map(({ id }) => lost(`exit ${id} of order ${order?.id} was answered and is not there`))
}
