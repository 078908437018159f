/** An account as it would be after an order: its executions filled and paid for, the rest working. For the rules only. */
import { usd } from './decimal.js'
import type { Account } from './account.js'
import type { Execution } from './book-walk.js'
import { splitExecution, type ExecutionTerms, type Stamps } from './execution-steps.js'
import { quantity } from './decimal.js'
import type { Order } from './order.js'
import { positionKey } from './position.js'

const UNKEPT: Stamps = { stamp: () => 0, newId: () => '' }

export function projectOrder(
  account: Account,
  order: Order,
  executions: readonly Execution[],
  rests: boolean,
  how: ExecutionTerms,
): Account {
  const positions = new Map(account.positions)
  const key = positionKey(order.venue, order.symbol)
  let balance = account.balance
  let filled = 0n
  for (const execution of executions) {
    for (const step of splitExecution(positions.get(key), order, execution, how, UNKEPT)) {
      if (step.position.closedAt === null) positions.set(key, step.position)
      else positions.delete(key)
      balance = usd(balance + step.realizedPnl - step.fee)
    }
    filled += execution.quantity
  }
  const orders = new Map(account.orders)
  if (rests) orders.set(order.id, { ...order, filledQuantity: quantity(order.filledQuantity + filled) })
  return { ...account, balance, positions, orders }
}
