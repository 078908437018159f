/**
 * The stops of a position, and the loss that it plans with them. Stops that the market would reach first count first,
 * up to the size of the position; a profit at them is a loss of 0.
 *   planned loss = Σ quantity of a stop × (entry − trigger), the other way round for a SHORT
 */
import { isContingent, liveQuantity, type Order } from '../order/order.js'
import { isArmed } from '../order/trigger.js'
import { max, min, multiply, quantity, usd, type Price, type Quantity, type Usd } from '../../values/decimal.js'
import type { Account } from './account.js'
import { isReducedBy, type Position } from './position.js'

/** Whether an order could be a stop of some position. */
export const canStop = ({ kind, flags }: Order): boolean => kind === 'STOP' && flags.reduceOnly

/**
 * Whether it gives up what it is for once the market is at its trigger: one with a limit on the winning side of that,
 * or that has fired and still waits for its limit, may never fill.
 */
export function isEffective({ side, triggerState, triggerPrice, limitPrice, trail }: Order): boolean {
  // One that does not trail yet stops nothing.
  if (limitPrice === null) return trail === undefined || triggerPrice !== null
  if (triggerPrice === null || !isArmed({ triggerState })) return false
  return side === 'SELL' ? limitPrice <= triggerPrice : limitPrice >= triggerPrice
}

export const isStopOf = (order: Order, position: Position): boolean =>
  canStop(order) &&
  order.symbol === position.symbol &&
  order.venue === position.venue &&
  isEffective(order) &&
  order.triggerPrice !== null &&
  !isContingent(order) &&
  isReducedBy(position, order.side)

/** Null where its stops are not for all of it. */
export function plannedLoss({ orders }: Pick<Account, 'orders'>, position: Position): Usd | null {
  const stops: Order[] = []
  for (const order of orders.values()) if (isStopOf(order, position)) stops.push(order)
  if (stops.length === 0) return null
  let left: Quantity = position.quantity
  let proceeds = 0n
  for (const stop of stops.sort(byNearness(position))) {
    const taken = min(left, liveQuantity(stop))
    proceeds += multiply(taken, stop.triggerPrice ?? 0n, 'HALF_EVEN')
    left = quantity(left - taken)
  }
  if (left > 0n) return null
  return max(usd(position.direction === 'LONG' ? position.cost - proceeds : proceeds - position.cost), usd(0n))
}

/** The trigger that the market would reach first; null without a stop. */
export function nearestStop({ orders }: Pick<Account, 'orders'>, position: Position): Price | null {
  const stops = [...orders.values()].filter((order) => isStopOf(order, position))
  return stops.sort(byNearness(position))[0]?.triggerPrice ?? null
}

const byNearness =
  ({ direction }: Position) =>
  (a: Order, b: Order): number => {
    const [at, other] = [a.triggerPrice ?? 0n, b.triggerPrice ?? 0n]
    if (at === other) return 0
    return at > other === (direction === 'LONG') ? -1 : 1
  }
