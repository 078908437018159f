import { markOf } from '../../bots/marks.js'
import { doubled, groupBy, inconsistent, lost, type Check, type Finding } from '../evidence.js'
import { acknowledgements, outcomeOf, readAcknowledgement, type Operation } from '../operations.js'
import type { OrderRow } from '../snapshot.js'

/**
 * With or without a client_id: as many orders as requests. Each acknowledged request has one, each refused one none,
 * each of unknown outcome one or none, and nothing else is there.
 */
export const marks: Check = {
  name: 'each request has made one order, or none where it was refused, or either where its outcome stayed unknown',
  find({ operations, snapshot }) {
    const requested = groupBy(
      operations.filter(({ invocation }) => invocation.mark !== null),
      ({ invocation }) => `${invocation.accountId} ${invocation.mark}`,
    )
    // Exits came with their entries.
    const made = groupBy(
      snapshot.orders.filter((row) => row.parent_order_id === null),
      keyOf,
    )
    const unasked = [...made.keys()].filter((key) => !requested.has(key))
    return [
      ...[...requested].flatMap(([key, group]) => compare(key, group, made.get(key)?.length ?? 0)),
      ...unasked.map((key) => inconsistent(`there is an order that no bot sent: ${key}`)),
    ]
  },
}

const keyOf = (row: OrderRow): string => `${row.account_id} ${markOf({ ...row, isReduceOnly: row.reduce_only })}`

function compare(key: string, group: readonly Operation[], made: number): readonly Finding[] {
  const sure = group.filter(hasOrder).length
  const unsure = group.filter((operation) => outcomeOf(operation) === 'unknown').length
  if (made < sure) return [lost(`${key}: ${sure} orders were acknowledged, ${made} are there`)]
  if (made > sure + unsure) {
    return [doubled(`${key}: ${made} orders are there; ${sure} were acknowledged and ${unsure} unknown`)]
  }
  return []
}

function hasOrder(operation: Operation): boolean {
  const [answer] = acknowledgements(operation)
  return answer !== undefined && readAcknowledgement(operation.invocation, answer.text).order !== null
}
