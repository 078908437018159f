/** References, grid and times: whether a request names things that exist and values that can be traded. */
import { min, price, quantity, type Price, type Quantity } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import type { CopiedFrom } from '../model/copied.js'
import { chooseVenue } from '../execution/choose-venue.js'
import { withImpliedReduceOnly } from './implied-reduce-only.js'
import { ownPrice, type Bracket } from './prepare-bracket.js'
import { checkEntry, sizeExit } from './parent-order.js'
import { checkPrice, limitPriceOnGrid, movedByGrid, triggerPriceOnGrid } from '../execution/price-grid.js'
import type { Instrument, VenueId, VenueTerms } from '../model/market/instrument.js'
import type { Quote } from '../model/market/market-view.js'
import { beginTrail, followPeak } from '../model/order/follow-peak.js'
import { isActiveAt, trailOfWaiting, triggerAt, type TrailTerms } from '../model/order/trail.js'
import {
  averagePrice,
  isContingent,
  newOrder,
  type Order,
  type OrderFlags,
  type OrderKind,
  type Side,
  type TimeInForce,
} from '../model/order/order.js'
import { anyLot, openingSizes, sizeOnGrid } from '../execution/order-size.js'
import { orderTermsOf, type OrderTerms } from '../execution/fill-terms.js'
import { placementFee } from '../margin/oracle-fee.js'
import { invalid, unknownSymbol, type Problem } from '../model/outcome.js'
import { listingKey } from '../model/market/listing.js'
import { profileOf } from '../model/plan/execution-profile.js'
import { isReducedBy, type Position } from '../model/account/position.js'
import { formatTimestamp, type Micros } from '../values/time.js'
import { expiryOf, impliesPostOnly, timeInForceOf } from '../model/order/time-in-force.js'
import { isConditional, watchedPrice } from '../model/order/trigger.js'
import type { DecisionContext } from '../model/decision-context.js'

/** A well-formed request; whether it makes sense for this account at this moment is decided here. */
export interface PlaceOrder {
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  readonly quantity: Quantity
  /** The limit: present when kind is LIMIT, and in a conditional order that becomes one. */
  readonly price: Price | null
  /** Present when the order is conditional. */
  readonly triggerPrice: Price | null
  /** Present when the trigger is to follow the market, in the place of `triggerPrice`. */
  readonly trail?: TrailTerms
  readonly tif: TimeInForce
  readonly flags: OrderFlags
  readonly expiresAt: Micros | null
  readonly clientId: string | null
  readonly venue: VenueId | null
  readonly positionId: string | null
  /** The entry it is to be an exit of. */
  readonly parentOrderId: string | null
  /** The stop and the target to be placed with it. */
  readonly bracket?: Bracket
  /** Present when it is ordered for a link. */
  readonly copiedFrom?: CopiedFrom
}

export type Prepared =
  | { readonly order: Order; readonly instrument: Instrument; readonly orderTerms: OrderTerms }
  | { readonly problem: Problem }

/** `entry` is the order that `parentOrderId` names; null when there is none. */
export function prepareOrder(
  account: Account,
  command: PlaceOrder,
  entry: Order | null,
  context: DecisionContext,
): Prepared {
  const instrument = context.instruments.resolve(command.symbol)
  if (instrument === undefined) {
    return { problem: unknownSymbol(command.symbol, context.instruments.candidates(command.symbol)) }
  }
  const target = findTarget(account, command.positionId)
  if (target === undefined) return { problem: { kind: 'not_found', message: 'no such open position' } }
  if (target !== null && target.symbol !== instrument.symbol) {
    return {
      problem: invalid(
        ['position_id'],
        'position_id.symbol',
        `the position is in ${target.symbol}, not in ${instrument.symbol}`,
      ),
    }
  }
  const unfit = command.parentOrderId === null ? null : checkEntry(entry, command, instrument)
  if (unfit !== null) return { problem: unfit }
  const choice = chooseVenue(account, instrument, entry?.venue ?? command.venue, target)
  if ('problem' in choice) return choice
  if (command.expiresAt !== null && command.expiresAt <= context.now) {
    return {
      problem: invalid(['expires_at'], 'expires_at.past', `expires_at must be after ${formatTimestamp(context.now)}`),
    }
  }
  const orderTerms = orderTermsOf(account, instrument, choice.venue, context.now)
  const existingPosition = account.positions.get(listingKey({ venue: choice.venue, symbol: instrument.symbol }))
  const implied = withImpliedReduceOnly(account, command, target, existingPosition)
  const followed = followedTrigger(implied, entry, instrument, choice.venue, context)
  const requested = followed === null ? implied : { ...implied, triggerPrice: followed }
  const { fillsInLots } = profileOf(account)
  const sized = sizeOrder(requested, instrument, orderTerms.terms, existingPosition, context, fillsInLots)
  if ('problem' in sized) return sized
  const plain = askedOrder(account, requested, instrument, choice.venue, sized, target, context)
  const asked = command.copiedFrom === undefined ? plain : { ...plain, copiedFrom: command.copiedFrom }
  const placed = entry === null ? asked : asExit(asked, entry, account, instrument)
  const order = command.trail === undefined ? placed : withTrail(placed, command.trail, entry, context)
  return { order: withPlacementFee(order, existingPosition, orderTerms), instrument, orderTerms }
}

/** The trigger that the order is sized at; null where its trigger does not follow the market, or not yet. */
function followedTrigger(
  { trail, side, flags }: Pick<PlaceOrder, 'trail' | 'side' | 'flags'>,
  entry: Order | null,
  { symbol, tickSize }: Instrument,
  venue: VenueId,
  context: DecisionContext,
): Price | null {
  const quote = context.market.quote({ symbol, venue })
  if (trail === undefined || quote === undefined) return null
  const from = entry === null ? watchedPrice({ flags }, quote) : entryPriceOf(entry, quote)
  return isActiveAt(trail, side, from) ? triggerAt(trail, side, from, tickSize) : null
}

/** An exit that waits begins to trail once its entry opens; until then it is planned from where that would fill. */
function withTrail(order: Order, terms: TrailTerms, entry: Order | null, context: DecisionContext): Order {
  if (entry === null || !isContingent(order))
    return followPeak({ ...order, trail: beginTrail(terms, order, context) }, context)
  const quote = context.market.quote(order)
  const at = quote === undefined ? (ownPrice(entry) ?? price(0n)) : entryPriceOf(entry, quote)
  return { ...order, trail: trailOfWaiting(terms, at) }
}

const entryPriceOf = (entry: Order, quote: Quote): Price => averagePrice(entry) ?? ownPrice(entry) ?? quote.last

/** The open position an order names: null when it names none, undefined when there is no such position. */
function findTarget(account: Account, positionId: string | null): Position | null | undefined {
  if (positionId === null) return null
  for (const position of account.positions.values()) if (position.id === positionId) return position
  return undefined
}

interface Sized {
  readonly quantity: Quantity
  readonly limitPrice: Price | null
  readonly triggerPrice: Price | null
}

const NOTHING = quantity(0n)

function sizeOrder(
  command: PlaceOrder,
  instrument: Instrument,
  terms: VenueTerms,
  existingPosition: Position | undefined,
  context: DecisionContext,
  fillsInLots: boolean,
): Sized | { problem: Problem } {
  const { tickSize, lotSize } = instrument
  const limitPrice = command.price === null ? null : limitPriceOnGrid(command.side, command.price, tickSize)
  const triggerPrice = command.triggerPrice === null ? null : triggerPriceOnGrid(command.triggerPrice, tickSize)
  const isExit = command.parentOrderId !== null
  const isReduceOnly = isExit || command.flags.reduceOnly
  const unsized = { side: command.side, limitPrice, triggerPrice, filledQuantity: NOTHING }
  const sizes = isReduceOnly ? anyLot(lotSize) : openingSizes(unsized, instrument, terms, existingPosition, context)
  const size =
    !fillsInLots && isReduceOnly && isWhole(command, existingPosition)
      ? command.quantity
      : sizeOnGrid(command.quantity, sizes)
  if (typeof size !== 'bigint') return { problem: size }
  const unplaced = checkPrice('price', limitPrice, tickSize) ?? checkPrice('trigger_price', triggerPrice, tickSize)
  if (unplaced !== null) return { problem: unplaced }
  const isAgainst = isReducedBy(existingPosition, command.side)
  const capped = command.flags.reduceOnly && isAgainst && !isExit ? min(size, existingPosition.quantity) : size
  return { quantity: capped, limitPrice, triggerPrice }
}

/** A venue need not fill in lots; all of a position can be closed. */
const isWhole = (command: PlaceOrder, position: Position | undefined): boolean =>
  isReducedBy(position, command.side) && command.quantity >= position.quantity

function askedOrder(
  account: Account,
  command: PlaceOrder,
  instrument: Instrument,
  venue: VenueId,
  sized: Sized,
  target: Position | null,
  context: DecisionContext,
): Order {
  const tif = timeInForceOf(command.kind, command.tif)
  return newOrder({
    id: context.newId(),
    accountId: account.id,
    clientId: command.clientId,
    origin: context.origin,
    symbol: instrument.symbol,
    venue,
    side: command.side,
    kind: command.kind,
    tif,
    flags: impliesPostOnly(tif) ? { ...command.flags, postOnly: true } : command.flags,
    quantity: sized.quantity,
    limitPrice: sized.limitPrice,
    triggerPrice: sized.triggerPrice,
    triggerState: isConditional(command.kind) ? 'ARMED' : null,
    requestedPrice: movedByGrid(command.price, instrument.tickSize),
    requestedTriggerPrice: command.trail ? null : movedByGrid(command.triggerPrice, instrument.tickSize),
    positionId: target?.id ?? null,
    parentOrderId: command.parentOrderId,
    bracketId: command.parentOrderId,
    expiresAt: expiryOf(tif, command.expiresAt, account.day.endsAt),
  })
}

/** An exit only reduces, and what its entry has not filled yet waits for it. */
function asExit(order: Order, entry: Order, account: Account, instrument: Instrument): Order {
  const { quantity: size, held } = sizeExit(order.quantity, entry, account, instrument)
  const isWaiting = held === size
  return {
    ...order,
    flags: { ...order.flags, reduceOnly: true },
    quantity: size,
    contingentQuantity: held,
    status: isWaiting ? 'PENDING' : 'OPEN',
    positionId: isWaiting ? null : entry.positionId,
  }
}

/** Puts the price of being accepted into its fees from the beginning. */
const withPlacementFee = (order: Order, position: Position | undefined, { oracleFee }: OrderTerms): Order =>
  oracleFee === 0n ? order : { ...order, fees: placementFee(order, position, oracleFee) }
