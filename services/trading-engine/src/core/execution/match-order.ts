/**
 * Matches a new order with the book: what it would execute immediately, and whether the rest rests or ends. Changes
 * nothing.
 */
import { min, quantity, type Quantity } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import { bestLevel, isWithinLimit, totalQuantity, walkBook, type Execution } from '../margin/book-walk.js'
import type { OrderBook, Quote } from '../model/market/market-view.js'
import { isContingent, liveQuantity, type Order, type Side } from '../model/order/order.js'
import { isSameListing, listingKey } from '../model/market/listing.js'
import { openingSide } from '../model/account/position.js'
import { isArmed } from '../model/order/trigger.js'

export interface Match {
  readonly executions: readonly Execution[]
  readonly bookSequence: number
  /** The tick of that book. */
  readonly tick: number
  /** Some of it would match as a taker. */
  readonly wouldTake: boolean
  /** Something remains, and the time in force lets it wait. */
  readonly rests: boolean
}

/** The book a match or a fill takes from, by its sequence and its tick. */
export type TakenBook = Pick<Match, 'bookSequence' | 'tick'>

export const NO_BOOK: TakenBook = { bookSequence: 0, tick: 0 }
export const bookOf = ({ sequence, tick }: OrderBook): TakenBook => ({ bookSequence: sequence, tick })

/** Orders whose remainder never waits, once they have been triggered if they have a trigger. */
export const isImmediate = ({ tif, limitPrice }: Pick<Order, 'tif' | 'limitPrice'>): boolean =>
  tif === 'IOC' || tif === 'FOK' || limitPrice === null

export function matchOrder(account: Account, order: Order, book: OrderBook | undefined, isMarketOpen: boolean): Match {
  const waits = isArmed(order) || isContingent(order)
  if (book === undefined || !isMarketOpen || waits) {
    return { executions: [], ...NO_BOOK, wouldTake: false, rests: waits || !isImmediate(order) }
  }
  const best = bestLevel(book, order.side)
  const wouldTake = best !== undefined && isWithinLimit(order.side, best.price, order.limitPrice)
  const wanted = fillableQuantity(account, order)
  const taken = consumedDepthOf(account, book, order.side)
  const reachable = walkBook(book, order.side, wanted, order.limitPrice, taken)
  const isFilled = totalQuantity(reachable) === wanted
  const executions = order.tif === 'FOK' && !isFilled ? [] : reachable
  return { executions, ...bookOf(book), wouldTake, rests: !isFilled && !isImmediate(order) }
}

/** The match of a LIVE order: all of it at the best price, or nothing. Only the rules are asked of it. */
export function expectMatch(account: Account, order: Order, quote: Quote | undefined, isMarketOpen: boolean): Match {
  const waits = isArmed(order) || isContingent(order)
  const best = quote === undefined || !isMarketOpen ? null : order.side === 'BUY' ? quote.ask : quote.bid
  const wouldTake = best !== null && isWithinLimit(order.side, best, order.limitPrice)
  if (waits || best === null || !wouldTake)
    return { executions: [], ...NO_BOOK, wouldTake: wouldTake && !waits, rests: waits || !isImmediate(order) }
  const executions = [{ price: best, quantity: fillableQuantity(account, order) }]
  return { executions, ...NO_BOOK, wouldTake, rests: false }
}

/** A reduce-only order fills no further than the position it meets. */
export function fillableQuantity(account: Account, order: Order): Quantity {
  const live = liveQuantity(order)
  const position = account.positions.get(listingKey(order))
  const isCapped = order.flags.reduceOnly && position !== undefined && openingSide(position.direction) !== order.side
  return isCapped ? min(live, position.quantity) : live
}

/** The depth that the account has already consumed of this side of this version of the book. */
export function consumedDepthOf(account: Account, book: OrderBook, side: Side): Quantity {
  let sum = 0n
  for (const taken of account.consumedDepth) {
    if (isSameListing(taken, book) && taken.side === side && taken.sequence === book.sequence) sum += taken.quantity
  }
  return quantity(sum)
}
