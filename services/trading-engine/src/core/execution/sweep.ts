/**
 * What works in an account as an earlier version left it is brought under today's rules (contract: accounts and risk):
 * an order that names a position only reduces it, and ends where it is gone or on the order's own side; outside ACTIVE
 * what stands against a position only reduces, and nothing else works that could open. Done before anything else, the
 * first time anything is decided; what is accepted now is never found like that.
 */
import type { Account, AccountState } from '../model/account.js'
import type { Draft } from '../model/draft.js'
import { terminateOrder, keepReducing, makeReduceOnly, type HowCancelled } from './terminate-order.js'
import type { Order } from '../model/order.js'
import { isReducedBy, positionKey } from '../model/position.js'

/** Cheap: it is asked before every decision. */
export function isUnswept({ state, orders }: Pick<Account, 'state' | 'orders'>): boolean {
  for (const order of orders.values())
    if (!order.flags.reduceOnly && (state !== 'ACTIVE' || isNaming(order))) return true
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
  const position = draft.account.positions.get(positionKey(order.venue, order.symbol))
  const isItsOwn = isReducedBy(position, order.side) && position.id === order.positionId
  if (isItsOwn) makeReduceOnly(draft, order)
  else terminateOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM')
}

/** As it would have ended when the account came into its state. */
const howEnded = (state: AccountState): HowCancelled =>
  state === 'HALTED' ? ['account_halted', 'SYSTEM'] : ['risk', 'RISK']
