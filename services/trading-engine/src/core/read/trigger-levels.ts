/**
 * The prices at which the market does something to an account: a limit meets the book, a trigger is reached, a position
 * loses its maintenance margin. What follows is decided by `settle-market`; here is only where to look up.
 */
import type { Price } from '../values/decimal.js'
import type { Account } from '../model/account.js'
import { isCross } from '../margin/cross-margin.js'
import { liquidationPrice } from '../margin/liquidation.js'
import type { PriceName } from '../model/market-view.js'
import { heldByNews } from '../calendar/news.js'
import { isContingent, type Order } from '../model/order.js'
import type { Position } from '../model/position.js'
import { firesAbove, isArmed, triggerSource } from '../model/trigger.js'
import type { Instruments, DecisionContext } from '../model/decision-context.js'

export interface Level {
  /** Unlike that of any other level of the account; a level that moves has another. */
  readonly key: string
  readonly symbol: string
  readonly watched: PriceName
  /** Reached at or above the price; else at or below. */
  readonly isAbove: boolean
  readonly price: Price
}

/** Without those of orders that news keeps from filling: `releaseAt` tells when to look again. */
export function levelsOf(
  account: Account,
  context: Pick<DecisionContext, 'instruments' | 'news' | 'now'>,
): readonly Level[] {
  const levels: Level[] = []
  for (const order of account.orders.values()) {
    const level = heldByNews(account, order, context) === null ? levelOfOrder(order) : null
    if (level !== null) levels.push(level)
  }
  // Equity carries those of a CROSS account: no price of one symbol tells when that is too little.
  for (const position of isCross(account) ? [] : account.positions.values()) {
    const level = levelOfPosition(position, context.instruments)
    if (level !== null) levels.push(level)
  }
  return levels
}

function levelOfOrder(order: Order): Level | null {
  if (isContingent(order)) return null
  const { id, version, symbol, side } = order
  const key = `${id}:${version}`
  if (isArmed(order)) {
    if (order.triggerPrice === null) return null
    return { key, symbol, watched: triggerSource(order.flags), isAbove: firesAbove(order), price: order.triggerPrice }
  }
  if (order.limitPrice === null) return null
  const isBuy = side === 'BUY'
  return { key, symbol, watched: isBuy ? 'ASK' : 'BID', isAbove: !isBuy, price: order.limitPrice }
}

/** Positions are values: the level of one never changes, and most decisions leave most positions as they are. */
const known = new WeakMap<Position, Level | null>()

function levelOfPosition(position: Position, instruments: Instruments): Level | null {
  const before = known.get(position)
  if (before !== undefined) return before
  const level = computeLevel(position, instruments)
  known.set(position, level)
  return level
}

function computeLevel(position: Position, instruments: Instruments): Level | null {
  const { id, symbol, venue, direction } = position
  const terms = instruments.find(symbol)?.terms[venue]
  const price = terms === undefined ? null : liquidationPrice(position, terms)
  if (price === null) return null
  return { key: `${id}:${price}`, symbol, watched: 'MARK', isAbove: direction === 'SHORT', price }
}
