/** The stop and the target that a position has: of several of a leg the one that the market would reach first. */
import { isContingent, type Order } from '../order/order.js'
import type { Account } from './account.js'
import { isReducedBy, type Position } from './position.js'

export function protectionOf({ orders }: Pick<Account, 'orders'>, position: Position): readonly Order[] {
  const exits = [...orders.values()].filter((order) => isExitOf(order, position))
  const [stops, targets] = [exits.filter(isStop), exits.filter((exit) => !isStop(exit))]
  return [first(stops, position), first(targets, position)].filter((exit) => exit !== undefined)
}

const isStop = ({ kind }: Order): boolean => kind === 'STOP'

const isExitOf = (order: Order, position: Position): boolean =>
  order.flags.reduceOnly &&
  order.bracketId !== null &&
  order.symbol === position.symbol &&
  order.venue === position.venue &&
  isReducedBy(position, order.side) &&
  !isContingent(order)

/** Stops of a LONG fire from above, its targets from below. */
function first(exits: readonly Order[], { direction }: Position): Order | undefined {
  const isHighest = (direction === 'LONG') === exits.every(isStop)
  const at = ({ triggerPrice, limitPrice }: Order): bigint => triggerPrice ?? limitPrice ?? 0n
  return exits.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) > at(b) === isHighest ? -1 : 1))[0]
}
