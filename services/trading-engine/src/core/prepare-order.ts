/** References, grid and times: whether a request names things that exist and values that can be traded. */
import { divide, formatDecimal, LIMIT, min, quantity, roundToStep, usd, type Price, type Quantity } from './decimal.js'
import type { Account } from './account.js'
import { chooseVenue } from './choose-venue.js'
import { limitPriceOnGrid, nearestQuantities, snapToGrid } from './grid.js'
import type { Instrument, VenueId, VenueTerms } from './instrument.js'
import { assertInvariant } from './invariant.js'
import type { Micros } from './market-view.js'
import type { Order, OrderFlags, OrderKind, Side, TimeInForce } from './order.js'
import { invalid, unknownSymbol, type Problem } from './outcome.js'
import { notionalOf, openingSide, positionKey, type Position } from './position.js'
import { formatTimestamp } from './time.js'
import type { World } from './world.js'

/** A well-formed request; whether it makes sense for this account at this moment is decided here. */
export interface PlaceOrder {
  readonly symbol: string
  readonly side: Side
  readonly kind: Extract<OrderKind, 'MARKET' | 'LIMIT'>
  readonly quantity: Quantity
  /** Present when kind is LIMIT. */
  readonly price: Price | null
  readonly tif: TimeInForce
  readonly flags: OrderFlags
  readonly expiresAt: Micros | null
  readonly clientId: string | null
  readonly venue: VenueId | null
  readonly positionId: string | null
}

export type Prepared = { order: Order; instrument: Instrument; terms: VenueTerms } | { problem: Problem }

export function prepareOrder(account: Account, command: PlaceOrder, world: World): Prepared {
  const instrument = world.instruments.resolve(command.symbol)
  if (instrument === undefined) {
    return { problem: unknownSymbol(command.symbol) }
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
  const choice = chooseVenue(account, instrument, command.venue, target)
  if ('problem' in choice) return choice
  if (command.expiresAt !== null && command.expiresAt <= world.now) {
    return {
      problem: invalid(['expires_at'], 'expires_at.past', `expires_at must be after ${formatTimestamp(world.now)}`),
    }
  }
  const terms = instrument.terms[choice.venue]
  assertInvariant(terms !== undefined, 'the chosen venue lists the symbol')
  const standing = account.positions.get(positionKey(choice.venue, instrument.symbol))
  const sized = sizeOrder(command, instrument, terms, standing, world)
  if ('problem' in sized) return sized
  return { order: newOrder(account, command, instrument, choice.venue, sized, target, world), instrument, terms }
}

/** The open position an order names: null when it names none, undefined when there is no such position. */
function findTarget(account: Account, positionId: string | null): Position | null | undefined {
  if (positionId === null) return null
  for (const position of account.positions.values()) if (position.id === positionId) return position
  return undefined
}

interface Sized {
  readonly quantity: Quantity
  readonly limitPrice: Price | null
}

function sizeOrder(
  command: PlaceOrder,
  instrument: Instrument,
  terms: VenueTerms,
  standing: Position | undefined,
  world: World,
): Sized | { problem: Problem } {
  const size = snapToGrid(command.quantity, instrument.lotSize)
  if (size === null) {
    const nearest = nearestQuantities(command.quantity, instrument.lotSize).map(formatDecimal).join(' or ')
    const message = `quantity must be a multiple of ${formatDecimal(instrument.lotSize)}; nearest valid: ${nearest}`
    return { problem: invalid(['quantity'], 'quantity.lot', message) }
  }
  if (size >= LIMIT) return { problem: tooLarge('quantity') }
  const limitPrice = command.price === null ? null : limitPriceOnGrid(command.side, command.price, instrument.tickSize)
  if (limitPrice === 0n) {
    const message = `price must be at least one tick of ${formatDecimal(instrument.tickSize)}`
    return { problem: invalid(['price'], 'price.tick', message) }
  }
  if (limitPrice !== null && limitPrice >= LIMIT) return { problem: tooLarge('price') }
  const isAgainst = standing !== undefined && openingSide(standing.direction) !== command.side
  const isReducing = command.flags.reduceOnly || (isAgainst && size <= standing.quantity)
  const reference = limitPrice ?? world.market.quote(instrument.symbol)?.mark
  if (!isReducing && reference !== undefined && notionalOf(size, reference) < terms.notionalMin) {
    const smallest = roundToStep(divide(terms.notionalMin, reference, 'CEIL'), instrument.lotSize, 'CEIL')
    const message = `${terms.venue} takes orders of at least ${formatDecimal(terms.notionalMin)} USD; smallest valid quantity now: ${formatDecimal(smallest)}`
    return { problem: invalid(['quantity'], 'quantity.min', message) }
  }
  return { quantity: command.flags.reduceOnly && isAgainst ? min(size, standing.quantity) : size, limitPrice }
}

/** A value just under the limit may have been rounded up to it. */
const tooLarge = (field: 'quantity' | 'price'): Problem =>
  invalid([field], `${field}.max`, `${field} must be less than ${formatDecimal(LIMIT)}`)

/** A MARKET order never waits, whatever its request says: it is IOC unless it is FOK. */
const timeInForceOf = ({ kind, tif }: PlaceOrder): TimeInForce => (kind === 'MARKET' && tif !== 'FOK' ? 'IOC' : tif)

function newOrder(
  account: Account,
  command: PlaceOrder,
  instrument: Instrument,
  venue: VenueId,
  sized: Sized,
  target: Position | null,
  world: World,
): Order {
  const { price: requested } = command
  const tif = timeInForceOf(command)
  const isMoved = requested !== null && sized.limitPrice !== null && snapToGrid(requested, instrument.tickSize) === null
  return {
    id: world.newId(),
    accountId: account.id,
    clientId: command.clientId,
    symbol: instrument.symbol,
    venue,
    side: command.side,
    kind: command.kind,
    tif,
    // GTX is GTC with post-only
    flags: tif === 'GTX' ? { ...command.flags, postOnly: true } : command.flags,
    quantity: sized.quantity,
    limitPrice: sized.limitPrice,
    requestedPrice: isMoved ? requested : null,
    filledQuantity: quantity(0n),
    filledNotional: usd(0n),
    fees: usd(0n),
    status: 'OPEN',
    reason: null,
    positionId: target?.id ?? null,
    parentOrderId: null,
    expiresAt: command.expiresAt ?? (tif === 'GTD' ? account.day.endsAt : null),
    createdAt: 0,
    updatedAt: 0,
    version: 1,
  }
}
