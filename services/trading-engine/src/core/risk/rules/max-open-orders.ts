/**
 * Open orders: an order that would rest is refused when the account already has the plan's number of working orders.
 *   working orders + 1 ≤ exposure.max_open_orders
 * Protective orders must not be crowded out by entries: reducing orders have a second allowance of the same size,
 * those included that an entry brings along.
 */
import { ONE } from '../../values/decimal.js'
import type { Rule } from '../finding.js'

export const maxOpenOrders: Rule = ({ account, rests, exits: own, isReducing }) => {
  const { openOrdersMax } = account.plan.risk.exposure
  // Those of an order that is changed are there already.
  const exits = own.length === 0 ? own : own.filter(({ id }) => !account.orders.has(id))
  const entries = account.orders.size + (rests ? 1 : 0)
  const ofEntry = openOrdersMax * (isReducing ? 2 : 1)
  const isOfExits = exits.length > 0 && !(rests && entries > ofEntry)
  const limit = isOfExits ? openOrdersMax * 2 : ofEntry
  const value = entries + (isOfExits ? exits.length : 0)
  return {
    isViolated: (rests || isOfExits) && value > limit,
    severity: 'SOFT',
    message: () => `the account would have ${value} working orders; the plan allows ${limit}`,
    limit: BigInt(limit) * ONE,
    value: BigInt(value) * ONE,
    unit: 'orders',
    bound: 'MAX',
  }
}
