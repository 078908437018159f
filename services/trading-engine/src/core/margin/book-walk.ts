import { min, quantity, type Price, type Quantity } from '../values/decimal.js'
import type { BookLevel, OrderBook } from '../model/market/market-view.js'
import type { Side } from '../model/order/order.js'

/** A quantity at a price that the book would give. */
export interface Execution {
  readonly price: Price
  readonly quantity: Quantity
}

/** The levels a taker of this side meets, best first. */
export const opposingLevels = (book: OrderBook, side: Side): readonly BookLevel[] =>
  side === 'BUY' ? book.asks : book.bids

/** Whether a taker of this side would pay (or receive) no worse than the limit at this price. */
export const isWithinLimit = (side: Side, at: Price, limit: Price | null): boolean =>
  limit === null || (side === 'BUY' ? at <= limit : at >= limit)

const topLevels = (book: OrderBook, side: Side): readonly BookLevel[] | undefined =>
  side === 'BUY' ? book.topAsks : book.topBids

/** The level that a taker of this side meets first. */
export const bestLevel = (book: OrderBook, side: Side): BookLevel | undefined =>
  (topLevels(book, side) ?? opposingLevels(book, side))[0]

/**
 * Walks a book from its best level and takes up to `wanted`, no worse than `limit` (null: any price). The first
 * `alreadyTaken` of the depth is skipped: no depth is taken twice.
 */
export function walkBook(
  book: OrderBook,
  side: Side,
  wanted: Quantity,
  limit: Price | null,
  alreadyTaken: Quantity,
): readonly Execution[] {
  const top = topLevels(book, side)
  const walk = { side, wanted, limit, alreadyTaken }
  const ofTop = top && walkLevels(top, walk)
  return ofTop?.isOver === true ? ofTop.executions : walkLevels(opposingLevels(book, side), walk).executions
}

interface Walk {
  readonly side: Side
  readonly wanted: Quantity
  readonly limit: Price | null
  readonly alreadyTaken: Quantity
}

/** `isOver`: no further level would have been taken from. */
function walkLevels(levels: readonly BookLevel[], { side, wanted, limit, alreadyTaken }: Walk) {
  const executions: Execution[] = []
  let toSkip = alreadyTaken
  let left = wanted
  for (const level of levels) {
    if (left === 0n || !isWithinLimit(side, level.price, limit)) return { executions, isOver: true }
    const skipped = min(toSkip, level.quantity)
    toSkip = quantity(toSkip - skipped)
    const taken = min(left, quantity(level.quantity - skipped))
    if (taken === 0n) continue
    executions.push({ price: level.price, quantity: taken })
    left = quantity(left - taken)
  }
  return { executions, isOver: left === 0n }
}

export const totalQuantity = (executions: readonly Execution[]): Quantity =>
  quantity(executions.reduce((sum, execution) => sum + execution.quantity, 0n))
