/**
 * Brings orders that an earlier version accepted under today's rules (contract: accounts and risk): an order that names
 * a position only reduces it, and ends when the position is gone or is on the order's own side; outside ACTIVE orders
 * against a position only reduce, and no other order that could open works. Done first, in the first decision of an
 * account; no order accepted now needs it.
 */
import type { Account, AccountState } from '../model/account/account.js'
import type { Draft } from '../model/draft.js'
import { terminateOrder, type CancellationCause } from './terminate-order.js'
import { isCancelling } from '../model/live/live-order.js'
import { keepReducing, makeReduceOnly } from './keep-reducing.js'
import type { Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { isReducedBy } from '../model/account/position.js'

/** Cheap: it is asked before every decision. */
export function needsSweep({ state, orders }: Pick<Account, 'state' | 'orders'>): boolean {
  for (const order of orders.values())
    if (!order.flags.reduceOnly && !isCancelling(order) && (state !== 'ACTIVE' || isNaming(order))) return true
  return false
}

/** Sent with a `position_id`: an order without one gets it with its first fill. */
const isNaming = ({ positionId, filledQuantity }: Order): boolean => positionId !== null && filledQuantity === 0n

export function sweep(draft: Draft): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined && !order.flags.reduceOnly && isNaming(order)) sweepNaming(draft, order)
  }
  const { state } = draft.account
  if (state !== 'ACTIVE') keepReducing(draft, ...howEnded(state))
}

function sweepNaming(draft: Draft, order: Order): void {
  const position = draft.account.positions.get(listingKey(order))
  const isItsOwn = isReducedBy(position, order.side) && position.id === order.positionId
  if (isItsOwn) makeReduceOnly(draft, order)
  else terminateOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM')
}

/** As it would have ended when the account came into its state. */
const howEnded = (state: AccountState): CancellationCause =>
  state === 'HALTED' ? ['account_halted', 'SYSTEM'] : ['risk', 'RISK']
