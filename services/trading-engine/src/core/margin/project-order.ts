/**
 * Projects an account after an order, for the rules only: its executions filled and paid for, the rest of it working.
 */
import { quantity, usd, type Usd } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import { totalQuantity, type Execution } from './book-walk.js'
import { partialCloseFee } from './oracle-fee.js'
import { splitExecution, type ExecutionTerms, type Stamps } from './split-execution.js'
import { isUnplaced, type Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { type Position } from '../model/account/position.js'

const UNKEPT: Stamps = { now: 0, stamp: () => 0, newId: () => '' }

/** An account after an order, as far as the order changes it. */
export interface Projection {
  readonly order: Order
  readonly balance: Usd
  /** The position of the order's venue and symbol. */
  readonly position: Position | undefined
  /** The working orders there, with this order if it rests. */
  readonly working: readonly Order[]
}

/** `accrued`: what of carry is posted with the executions. */
export function projectOrder(
  account: Account,
  order: Order,
  executions: readonly Execution[],
  rests: boolean,
  fillTerms: ExecutionTerms,
  accrued: Usd = usd(0n),
): Projection {
  let position = account.positions.get(listingKey(order))
  let balance = usd(account.balance - priceRequests(order, position, executions, fillTerms) + accrued)
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

/** The oracle fees of the executions, and of an order that is yet to be placed. */
function priceRequests(
  order: Order,
  position: Position | undefined,
  executions: readonly Execution[],
  { oracleFee }: ExecutionTerms,
): bigint {
  if (oracleFee === 0n) return 0n
  const unposted = isUnplaced(order) ? order.fees : 0n
  return unposted + partialCloseFee(order, position, totalQuantity(executions), oracleFee)
}
