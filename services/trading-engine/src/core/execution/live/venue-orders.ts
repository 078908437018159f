/** The orders that a LIVE account has at a venue, and what of them stands in the way of more. */
import type { Account } from '../../model/account/account.js'
import { isAtVenue, isHeldByEngine, isKeptWithTrade } from '../../model/live/live-order.js'
import { isSameListing, listingKey, type Listing } from '../../model/market/listing.js'
import { liveQuantity, type Order, type Side } from '../../model/order/order.js'
import { openingSide, type Position } from '../../model/account/position.js'
import { quantity, type Quantity } from '../../values/decimal.js'
import { exitsOf, type Leg } from '../bracket.js'

type Orders = Pick<Account, 'orders'>

/** The orders of a listing that its venue was asked for and has not ended, of one kind of action. */
export function ordersAtVenue({ orders }: Orders, listing: Listing, kind: 'open' | 'close'): readonly Order[] {
  const found: Order[] = []
  for (const order of orders.values())
    if (isSameListing(order, listing) && !isHeldByEngine(order) && order.live?.request.action.kind === kind)
      found.push(order)
  return found
}

/** Orders that may open on that side at the venue: beside them it would hold both sides, which the books net. */
export const opensAtVenue = (account: Orders, listing: Listing, side: Side): boolean =>
  ordersAtVenue(account, listing, 'open').some((order) => order.side === side)

/** The part of a position that orders are closing at the market. */
export function closingNow(account: Orders, position: Position): Quantity {
  let sum = 0n
  for (const { live } of ordersAtVenue(account, position, 'close')) {
    const action = live?.request.action
    if (action?.kind === 'close' && action.type === 'MARKET') sum += action.quantity
  }
  return quantity(sum)
}

/** The exits that Ostium has as levels of every trade of a position. */
export const levelsOf = (account: Pick<Account, 'orders'>, position: Position, leg?: Leg): readonly Order[] =>
  exitsOf(account.orders.values(), position, leg).filter(
    (exit) => isKeptWithTrade(exit) && isAtVenue(exit) && liveQuantity(exit) === position.quantity,
  )

/** Trades, and orders that open one, that an Ostium wallet may have in one pair. */
export const OSTIUM_TRADES_MAX = 10

/** The trades of a listing, and the orders that will take one. */
export function tradesTaken(account: Pick<Account, 'orders' | 'positions'>, listing: Listing): number {
  const position = account.positions.get(listingKey(listing))
  return (position?.live?.trades.length ?? 0) + ordersAtVenue(account, listing, 'open').length
}

export const isOnOtherSide = (position: Position | undefined, side: Side): boolean =>
  position !== undefined && openingSide(position.direction) !== side
