/**
 * Brackets: the exits of one entry (orders with its id as `parent_order_id`) or of one position (its protection).
 *
 * An exit of an entry is held until the entry opens, and released in step with that: the same share, down to a lot,
 * all of it with the last fill. What the entry closes of a position on the other side releases nothing. Released exits
 * never exceed their position, and end with it. What a stop fills is taken off the targets beside it, and what a target
 * fills off the stops: one cancels the other, and several targets can still share a position. An exit that fills ends
 * its entry: nothing may open behind the back of a stop that is gone.
 * Contract: orders.
 */
import { min, multiplyDivide, quantity, roundToStep, type Price, type Quantity } from '../values/decimal.js'
import type { Draft } from '../model/draft.js'
import { assertInvariant } from '../values/invariant.js'
import { changeOrder } from './change-order.js'
import { followedTrigger } from './follow-entry.js'
import { dropContingentOf, terminateOrder } from './terminate-order.js'
import {
  averagePrice,
  isContingent,
  liveQuantity,
  remainingQuantity,
  waitingPrice,
  type Order,
} from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { entryPrice, isReducedBy, openingSide, type Position } from '../model/account/position.js'
import { trailFrom } from '../model/order/trail.js'
import { tickAt } from '../values/tick.js'
import type { Instrument } from '../model/market/instrument.js'
import type { Instruments } from '../model/decision-context.js'

/** The purpose of an exit: to stop a loss, or to take a profit. */
export type Leg = 'STOP' | 'TARGET'
export const legOf = ({ kind }: Pick<Order, 'kind'>): Leg => (kind === 'STOP' ? 'STOP' : 'TARGET')

/** The share of `whole` that belongs to `part` of `of`: down to a lot, but all of it for all of it. */
export const shareOf = (whole: Quantity, part: Quantity, of: Quantity, lotSize: Quantity): Quantity =>
  part === of ? whole : roundToStep(quantity(multiplyDivide(whole, part, of, 'FLOOR')), lotSize, 'FLOOR')

/** The working exits of a position, of one leg or of both. */
export function exitsOf(orders: Iterable<Order>, position: Position, leg?: Leg): readonly Order[] {
  const isOne = (order: Order): boolean =>
    order.bracketId !== null &&
    order.positionId === position.id &&
    !isContingent(order) &&
    (leg === undefined || legOf(order) === leg)
  return [...orders].filter(isOne)
}

/** The exit the market would reach first; null without one. */
export function nextExit(orders: Iterable<Order>, position: Position, leg: Leg): Order | null {
  const isHighestFirst = (position.direction === 'LONG') === (leg === 'STOP')
  const at = (order: Order): bigint => (order.triggerPrice ?? waitingPrice(order) ?? 0n) * (isHighestFirst ? -1n : 1n)
  const exits = exitsOf(orders, position, leg)
  return exits.reduce<Order | null>((first, exit) => (first === null || at(exit) < at(first) ? exit : first), null)
}

/** Puts the exits in place that come with an entry; all of them wait for it. */
export function placeExits(draft: Draft, exits: readonly Order[]): void {
  for (const exit of exits) {
    const at = draft.stamp()
    const order: Order = { ...exit, createdAt: at, updatedAt: at }
    draft.putOrder(order)
    draft.emit({ type: 'order.ack', order })
  }
}

/** The entry has opened `opened` more: as large a share of what its exits hold goes to work. */
export function releaseExits(draft: Draft, entry: Order, opened: Quantity, instruments: Instruments): void {
  const left = remainingQuantity(entry)
  // An entry that closed a position instead of opening one leaves nothing to exit from.
  if (opened === 0n) return left === 0n ? dropContingentOf(draft, entry, 'reduce_only') : undefined
  const before = quantity(left + opened)
  for (const waiting of draft.exitsOf(entry.id)) {
    const instrument = instruments.find(waiting.symbol)
    const exit = waiting.exitTerms === undefined ? waiting : followEntry(draft, waiting, entry, instrument)
    if (exit.contingentQuantity === 0n) continue
    const share = shareOf(exit.contingentQuantity, opened, before, instrument?.lotSize ?? quantity(1n))
    if (share > 0n) release(draft, exit, share, entry.positionId)
  }
}

function followEntry(draft: Draft, exit: Order, entry: Order, instrument: Instrument | undefined): Order {
  const average = averagePrice(entry)
  const trigger = average && instrument ? followedTrigger(exit, average, instrument.tickSize) : null
  return trigger === null ? exit : changeOrder(draft, exit, { triggerPrice: trigger })
}

function release(draft: Draft, exit: Order, share: Quantity, positionId: string | null): void {
  const position = draft.account.positions.get(listingKey(exit))
  assertInvariant(isReducedBy(position, exit.side), 'what an entry has opened is there for its exits')
  if (exit.exitTerms?.isOfPosition === true) return releaseForAll(draft, exit, position)
  const released = changeOrder(draft, exit, {
    ...begun(draft, exit),
    status: 'OPEN',
    positionId,
    contingentQuantity: quantity(exit.contingentQuantity - share),
  })
  recordInitialStop(draft, shrinkTo(draft, released, position.quantity))
}

/** An exit that trails does so from the first fill of its entry on. */
const begun = (draft: Draft, { trail }: Order): Pick<Order, 'trail'> =>
  trail === undefined || trail.sinceTick !== null ? {} : { trail: trailFrom(trail, tickAt(draft.account.clock)) }

/** From now on it is the position's own exit, as if it had been set as its protection. */
function releaseForAll(draft: Draft, exit: Order, position: Position): void {
  for (const other of exitsOf(draft.account.orders.values(), position, legOf(exit)))
    terminateOrder(draft, other, 'CANCELLED', 'user_cancelled', 'USER')
  const released = changeOrder(draft, exit, {
    ...begun(draft, exit),
    status: 'OPEN',
    positionId: position.id,
    bracketId: position.id,
    quantity: position.quantity,
    contingentQuantity: quantity(0n),
  })
  recordInitialStop(draft, released)
}

/** Leaves an exit no more to fill than `most`. */
function shrinkTo(draft: Draft, exit: Order, quantityMax: Quantity): Order {
  const excess = liveQuantity(exit) - quantityMax
  return excess <= 0n ? exit : changeOrder(draft, exit, { quantity: quantity(exit.quantity - excess) })
}

/** An exit that fills leaves nothing of its entry to come. Returns the exit as it then is, with its reason and fees. */
export function cancelEntry(draft: Draft, exit: Order): Order {
  const entry = exit.parentOrderId === null ? undefined : draft.account.orders.get(exit.parentOrderId)
  if (entry === undefined) return exit
  terminateOrder(draft, entry, 'CANCELLED', 'exit_filled', 'SIBLING')
  const current = draft.account.orders.get(exit.id)
  return current === undefined ? exit : { ...current, reason: exit.reason, fees: exit.fees }
}

/** Takes what an exit has filled off the exits of the other leg. */
export function applyOco(draft: Draft, exit: Order, filled: Quantity): void {
  if (exit.bracketId === null) return
  for (const sibling of draft.account.orders.values()) {
    if (sibling.bracketId !== exit.bracketId || legOf(sibling) === legOf(exit)) continue
    const left = quantity(liveQuantity(sibling) - min(filled, liveQuantity(sibling)))
    if (left === 0n) terminateOrder(draft, sibling, 'CANCELLED', 'sibling', 'SIBLING')
    else shrinkTo(draft, sibling, left)
  }
}

/** A position has grown or shrunk: no exit is larger than it, and protection that covered all of it still does. */
export function resizeExits(draft: Draft, before: Quantity, position: Position, fillingOrderId: string): void {
  for (const exit of exitsOf(draft.account.orders.values(), position)) {
    if (exit.id === fillingOrderId) continue
    const covers = exit.bracketId === position.id && liveQuantity(exit) === before
    const grown = position.quantity - before
    const live = grown > 0n && exit.bracketId === position.id ? grownNext(exit, before, grown) : exit.live
    const next = live === undefined || live === exit.live ? {} : { live }
    if (grown > 0n && covers) changeOrder(draft, exit, { quantity: quantity(exit.quantity + grown), ...next })
    else if (live !== exit.live) changeOrder(draft, exit, next)
    else shrinkTo(draft, exit, position.quantity)
  }
}

/** One that is to cover all of the position once its venue has let go of it will do so, too. */
function grownNext(exit: Order, before: Quantity, grown: bigint): Order['live'] {
  const { live, filledQuantity } = exit
  if (live?.kind !== 'taking_back') return live
  const { heldNext } = live
  if (heldNext.quantity - heldNext.contingentQuantity - filledQuantity !== before) return live
  return { ...live, heldNext: { ...heldNext, quantity: quantity(heldNext.quantity + grown) } }
}

/**
 * A position has closed: whatever would reduce it ends in the same decision, for it must never open one, and so does
 * what is left of an entry whose exits are gone. Exits still held belong to a position that is yet to come.
 */
export function cancelExits(draft: Draft, position: Position, closing: Order): void {
  for (const order of draft.account.orders.values()) {
    const isOfPosition = order.venue === position.venue && order.symbol === position.symbol
    if (order.id === closing.id || !order.flags.reduceOnly || !isOfPosition || isContingent(order)) continue
    const isSibling = closing.bracketId !== null && order.bracketId === closing.bracketId
    const [reason, by] = isSibling ? BY_SIBLING : WITH_POSITION
    cancelEntry(draft, order)
    const exit = draft.account.orders.get(order.id)
    if (exit !== undefined) terminateOrder(draft, exit, 'CANCELLED', reason, by)
  }
}

const BY_SIBLING = ['sibling', 'SIBLING'] as const
const WITH_POSITION = ['reduce_only', 'SYSTEM'] as const

/** The first stop on the losing side of a position's entry says what was risked with it. */
export function recordInitialStop(draft: Draft, order: Order): void {
  const position = draft.account.positions.get(listingKey(order))
  const { triggerPrice } = order
  if (position === undefined || position.initialStop !== null || triggerPrice === null) return
  const isStop = order.kind === 'STOP' && order.flags.reduceOnly && !isContingent(order)
  if (!isStop || openingSide(position.direction) === order.side) return
  if (riskPerUnit(position, triggerPrice) > 0n) draft.putPosition({ ...position, initialStop: triggerPrice })
}

/** The loss of one unit from the entry to the stop; 0 or less when the stop is on the winning side. */
const riskPerUnit = (position: Position, stop: Price): bigint =>
  position.direction === 'LONG' ? entryPrice(position) - stop : stop - entryPrice(position)
