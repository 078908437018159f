/**
 * Projects an account after an order, for the rules only: its executions filled and paid for, the rest of it working.
 */
import { quantity, usd, type Usd } from '../values/decimal.js'
import type { Account } from '../model/account.js'
import type { Execution } from './book-walk.js'
import { splitExecution, type ExecutionTerms, type Stamps } from './split-execution.js'
import type { Order } from '../model/order.js'
import { listingKey } from '../model/listing.js'
import { type Position } from '../model/position.js'

const UNKEPT: Stamps = { stamp: () => 0, newId: () => '' }

/** An account after an order, as far as the order changes it. */
export interface Projection {
  readonly order: Order
  readonly balance: Usd
  /** The position of the order's venue and symbol. */
  readonly position: Position | undefined
  /** The working orders there, with this order if it rests. */
  readonly working: readonly Order[]
}

export function projectOrder(
  account: Account,
  order: Order,
  executions: readonly Execution[],
  rests: boolean,
  fillTerms: ExecutionTerms,
): Projection {
  let position = account.positions.get(listingKey(order))
  let balance = account.balance
  let filled = 0n
  for (const execution of executions) {
    for (const step of splitExecution(position, order, execution, fillTerms, UNKEPT)) {
      position = step.position.closedAt === null ? step.position : undefined
      balance = usd(balance + step.realizedPnl - step.fee)
    }
    filled += execution.quantity
  }
  const working: Order[] = []
  for (const other of account.orders.values()) {
    const isHere = other.venue === order.venue && other.symbol === order.symbol
    if (isHere && !(rests && other.id === order.id)) working.push(other)
  }
  if (rests) working.push({ ...order, filledQuantity: quantity(order.filledQuantity + filled) })
  return { order, balance, position, working }
}
