/**
 * The prices at which the market does something to an account: a limit meets the book, a trigger is reached, a position
 * loses its maintenance margin. What follows is decided by `settle-market`; here is only where to look up.
 */
import { price, type Price } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import { isCross } from '../margin/cross-margin.js'
import { liquidationPrice } from '../margin/liquidation.js'
import type { Listing } from '../model/market/listing.js'
import { priceAt, type PriceName, type Quote } from '../model/market/market-view.js'
import { heldByNews } from '../calendar/news.js'
import { isHeldByEngine } from '../model/live/live-order.js'
import { isTrailing, type TrailingOrder } from '../model/order/follow-peak.js'
import { isContingent, type Order, type Side } from '../model/order/order.js'
import type { Peak, TrailTerms } from '../model/order/trail.js'
import { profileOf } from '../model/plan/execution-profile.js'
import type { Position } from '../model/account/position.js'
import { firesAbove, isArmed, triggerSource, waitsAt } from '../model/order/trigger.js'
import type { Micros } from '../values/time.js'
import type { Instruments, DecisionContext } from '../model/decision-context.js'

export interface Level extends Listing {
  /** Unlike that of any other level of the account; a level that moves has another. */
  readonly key: string
  /** Null: of a position. */
  readonly orderId: string | null
  /** The market reaches it from here on. */
  readonly since: Micros
  readonly watched: PriceName
  /** Reached at or above the price; else at or below. */
  readonly isAbove: boolean
  readonly price: Price
  /** The trail of a stop that has one: its price follows from there. */
  readonly trail?: LevelTrail
}

export interface LevelTrail extends TrailTerms {
  readonly side: Side
  readonly tickSize: Price
  readonly sinceTick: number
  readonly start: Peak
  /** The peak as of the moment that the account was brought up to. */
  readonly peak: Peak
}

export function isLevelReached({ watched, isAbove, price }: Level, quote: Quote): boolean {
  const at = priceAt(quote, watched)
  return isAbove ? at >= price : at <= price
}

/** Without those of orders that news keeps from filling: `ordersHeldByNews` tells when to look again. */
export function levelsOf(
  account: Account,
  context: Pick<DecisionContext, 'instruments' | 'news' | 'now'>,
): readonly Level[] {
  const levels: Level[] = []
  for (const order of account.orders.values()) {
    const level = heldByNews(account, order, context) === null ? levelOfOrder(order, context.instruments) : null
    if (level !== null) levels.push(level)
  }
  // Equity carries those of a CROSS account: no price of one symbol tells when that is too little.
  const isOfPrice = profileOf(account).isSettledByService && !isCross(account)
  for (const position of isOfPrice ? account.positions.values() : []) {
    const level = levelOfPosition(position, context.instruments)
    if (level !== null) levels.push({ ...level, since: account.clock })
  }
  return levels
}

function levelOfOrder(order: Order, instruments: Instruments): Level | null {
  // What a venue has it fills itself.
  if (isContingent(order) || !isHeldByEngine(order)) return null
  if (isTrailing(order)) return levelOfTrail(order, instruments)
  const { id, symbol, venue, side, updatedAt } = order
  const isBuy = side === 'BUY'
  const price = waitsAt(order)
  if (price === null) return null
  const [watched, isAbove]: [PriceName, boolean] = isArmed(order)
    ? [triggerSource(order.flags), firesAbove(order)]
    : [isBuy ? 'ASK' : 'BID', !isBuy]
  return { key: `${id}:${watched}:${price}`, orderId: id, since: updatedAt, symbol, venue, watched, isAbove, price }
}

/** It is the same level as long as it follows the same prices at the same distance, wherever its peak is. */
function levelOfTrail(order: TrailingOrder, instruments: Instruments): Level | null {
  const { id, symbol, venue, side, updatedAt: since, trail, triggerPrice } = order
  const { offset, offsetPct, activationPrice, sinceTick, start, peak } = trail
  const tickSize = instruments.find(symbol)?.tickSize
  if (tickSize === undefined) return null
  const watched = triggerSource(order.flags)
  const key = `${id}:${watched}:${sinceTick}:${offset ?? ''}:${offsetPct ?? ''}:${activationPrice ?? ''}`
  const terms = {
    ...(offset !== undefined && { offset }),
    ...(offsetPct !== undefined && { offsetPct }),
    ...(activationPrice !== undefined && { activationPrice }),
  }
  return {
    ...{ key, orderId: id, since, symbol, venue, watched, isAbove: firesAbove(order), price: triggerPrice ?? NO_PRICE },
    trail: { ...terms, side, tickSize, sinceTick, start, peak },
  }
}

const NO_PRICE = price(0n)

/** Positions are values: the level of one never changes, and most decisions leave most positions as they are. */
const known = new WeakMap<Position, PositionLevel | null>()
type PositionLevel = Omit<Level, 'since'>

function levelOfPosition(position: Position, instruments: Instruments): PositionLevel | null {
  const before = known.get(position)
  if (before !== undefined) return before
  const level = computeLevel(position, instruments)
  known.set(position, level)
  return level
}

function computeLevel(position: Position, instruments: Instruments): PositionLevel | null {
  const { id, symbol, venue, direction } = position
  const terms = instruments.find(symbol)?.terms[venue]
  const price = terms === undefined ? null : liquidationPrice(position, terms)
  if (price === null) return null
  return { key: `${id}:${price}`, orderId: null, symbol, venue, watched: 'MARK', isAbove: direction === 'SHORT', price }
}
