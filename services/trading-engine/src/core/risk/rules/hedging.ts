/**
 * Hedging: the plan refuses an order that would open against an open position of the same symbol: one of the account on
 * another venue (REFUSE_ACCOUNT), or of any account of its user (REFUSE_USER), as stored when the order is decided. On
 * one venue such an order closes first, and is no hedge.
 */
import { directionOf } from '../../model/account/position.js'
import { plainFinding, type Rule } from '../finding.js'

export const hedging: Rule = ({ account, order, isReducing, heldElsewhere }) => {
  const direction = directionOf(order.side)
  const isAgainst = (held: { readonly symbol: string; readonly direction: string }): boolean =>
    held.symbol === order.symbol && held.direction !== direction
  const own = find(account.positions.values(), (position) => position.venue !== order.venue && isAgainst(position))
  const other = own === undefined ? heldElsewhere.find(isAgainst) : undefined
  const where = own === undefined ? 'in another account of yours' : `on ${own.venue}`
  return plainFinding(
    !isReducing && (own ?? other) !== undefined,
    () =>
      `${order.symbol} is held ${own?.direction ?? other?.direction ?? ''} ${where}: the plan allows no opposite position`,
  )
}

function find<T>(items: Iterable<T>, isMeant: (item: T) => boolean): T | undefined {
  for (const item of items) if (isMeant(item)) return item
  return undefined
}
