/** The fields that an order takes over from the entry it is an exit of (`parent_order_id`), or why it cannot be one. */
import type { Account } from '../model/account/account.js'
import { shareOf } from '../execution/bracket.js'
import { min, quantity, type Quantity } from '../values/decimal.js'
import type { Instrument, VenueId } from '../model/market/instrument.js'
import { isWorking } from '../model/order/order-status.js'
import { opposite, type Order, type Side } from '../model/order/order.js'
import { invalid, type Problem } from '../model/outcome.js'
import { listingKey } from '../model/market/listing.js'
import { openingSide, type Position } from '../model/account/position.js'

export interface ExitRequest {
  readonly side: Side
  readonly venue: VenueId | null
  readonly positionId: string | null
}

/** `entry` is null when the account has no such order. Null when it can have exits like this one. */
export function checkEntry(entry: Order | null, requested: ExitRequest, { symbol }: Instrument): Problem | null {
  if (entry === null) return { kind: 'not_found', message: 'no such parent order' }
  if (entry.symbol !== symbol) {
    return wrongParent('symbol', `the parent order is in ${entry.symbol}, not in ${symbol}`)
  }
  if (entry.flags.reduceOnly) {
    return wrongParent('reduce_only', 'the parent order only reduces a position: there is nothing to exit from')
  }
  if (entry.side === requested.side) {
    return invalid(
      ['side'],
      'side.parent',
      `the parent order is a ${entry.side}: its exits are ${opposite(entry.side)}s`,
    )
  }
  if (requested.venue !== null && requested.venue !== entry.venue) {
    return invalid(['platform_id'], 'platform_id.parent', `the parent order is on ${entry.venue}: leave it out`)
  }
  if (requested.positionId !== null && requested.positionId !== entry.positionId) {
    return invalid(['position_id'], 'position_id.parent', 'the parent order belongs to another position: leave it out')
  }
  if (!isWorking(entry.status) && entry.filledQuantity === 0n) {
    const message = `the parent order is ${entry.status} and has filled nothing`
    return { kind: 'order_not_working', message, order: entry }
  }
  return null
}

const wrongParent = (code: string, message: string): Problem =>
  invalid(['parent_order_id'], `parent_order_id.${code}`, message)

export interface SizedExit {
  readonly quantity: Quantity
  readonly held: Quantity
}

/** As much of an exit as its entry has filled goes to work, if the position that came of it is still there. */
export function sizeExit(size: Quantity, entry: Order, account: Account, { lotSize }: Instrument): SizedExit {
  const position = positionOf(entry, account)
  const openQuantity = position?.quantity ?? quantity(0n)
  if (!isWorking(entry.status))
    return { quantity: position === undefined ? size : min(size, openQuantity), held: quantity(0n) }
  const released = position === undefined ? openQuantity : shareOf(size, entry.filledQuantity, entry.quantity, lotSize)
  const held = quantity(size - released)
  return { quantity: quantity(held + min(released, openQuantity)), held }
}

/** The position that the entry opened or added to, while it is open. */
function positionOf(entry: Order, account: Account): Position | undefined {
  const position = account.positions.get(listingKey(entry))
  const isItsOwn = position?.id === entry.positionId && position !== undefined
  return isItsOwn && openingSide(position.direction) === entry.side ? position : undefined
}
