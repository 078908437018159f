/**
 * Asks a venue for an order of a LIVE account (contract: live execution). What its contracts can do by themselves goes
 * there immediately and holds while the engine is down: MARKET, LIMIT and STOP, and what closes a position at a price.
 * The engine holds the rest until it fires, and then asks for it at the market: IOC, FOK, GTD, GTX, triggers that
 * trail, have a limit or are on the mark or the index, and orders against a position that are not reduce-only, as
 * venues do not net.
 */
import type { Account } from '../../model/account/account.js'
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { termsAtVenue, type LiveOrder, type TermsAtVenue } from '../../model/live/live-order.js'
import { listingKey } from '../../model/market/listing.js'
import { isContingent, liveQuantity, opposite, type Order } from '../../model/order/order.js'
import { directionOf, isReducedBy, notionalOf, type Position } from '../../model/account/position.js'
import { isArmed, triggerSource } from '../../model/order/trigger.js'
import type { VenueAction } from '../../model/live/venue-request.js'
import { assertInvariant } from '../../values/invariant.js'
import {
  decimal,
  divide,
  min,
  multiply,
  ONE,
  price,
  rate,
  roundToStep,
  usd,
  type Price,
  type Quantity,
  type Rate,
  type Usd,
} from '../../values/decimal.js'
import { leverageAt } from '../../margin/opening-leverage.js'
import type { Leg } from '../bracket.js'
import { newRequest } from './new-request.js'
import { levelsOf, opensAtVenue } from './venue-orders.js'

/** How the action of an order is priced. */
interface Terms {
  /** At the market now, whatever kind the order is. */
  readonly isNow: boolean
  /** How far from the mark or the trigger it may fill, in percent. */
  readonly slippagePct: Rate
}

/** Asks for every order that a venue can keep and was not asked for. */
export function askVenues(draft: Draft, context: DecisionContext): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    if (order !== undefined && order.live === undefined && isForVenue(draft.account, order))
      draft.putOrder({ ...asked(draft, order, {}, context), updatedAt: draft.stamp(), version: order.version + 1 })
  }
}

/** Whether its venue can do all of what the order says, without the engine. */
export function isForVenue(account: Account, order: Order): boolean {
  if (isContingent(order)) return false
  if (order.kind === 'MARKET') return true
  const isPlain = order.tif === 'GTC' && !order.flags.postOnly
  const isPlainTrigger = order.triggerState === null || (isPlainArmed(order) && order.limitPrice === null)
  if (!isPlain || !isPlainTrigger) return false
  const position = account.positions.get(listingKey(order))
  if (order.flags.reduceOnly) return isReducedBy(position, order.side)
  return !isReducedBy(position, order.side) && !opensAtVenue(account, order, opposite(order.side))
}

/** No venue moves a trigger along. */
const isPlainArmed = (order: Order): boolean =>
  isArmed(order) && triggerSource(order.flags) === 'LAST' && order.trail === undefined

/** The order with its request, which is put down. One that closes closes first, whatever it is to open after that. */
export function asked(draft: Draft, order: Order, fields: Partial<Terms>, context: DecisionContext): Order {
  const { account } = draft
  const slippagePct = fields.slippagePct ?? account.plan.live?.slippagePctMax ?? rate(ONE)
  const action = actionOf(account, order, { isNow: order.kind === 'MARKET', slippagePct, ...fields }, context)
  const request = newRequest(draft, order, action)
  const live: LiveOrder = { kind: 'asked', request, reason: null, filledBefore: order.filledQuantity }
  return { ...order, live }
}

function actionOf(account: Account, order: Order, terms: Terms, context: DecisionContext): VenueAction {
  const position = account.positions.get(listingKey(order))
  const at = wantedPrice(order, terms, context)
  const worstPrice = worstPriceOf(order, terms, at)
  if (isReducedBy(position, order.side)) return closing(order, position, terms, at, worstPrice)
  const instrument = context.instruments.find(order.symbol)
  assertInvariant(instrument !== undefined && !order.flags.reduceOnly, 'what is asked for opens a listed symbol')
  const size = liveQuantity(order)
  const leverage = leverageAt(instrument, order.venue, account, context.now)
  return {
    kind: 'open',
    symbol: order.symbol,
    direction: directionOf(order.side),
    type: terms.isNow ? 'MARKET' : order.kind === 'STOP' ? 'STOP' : 'LIMIT',
    quantity: size,
    price: at,
    worstPrice,
    leverage,
    collateral: collateralOf(notionalOf(size, at), leverage),
    ...(terms.isNow ? exitsWith(account, position, at) : NO_EXITS),
  }
}

type Exits = Pick<Extract<VenueAction, { readonly kind: 'open' }>, 'takeProfit' | 'stopLoss'>
const NO_EXITS: Exits = { takeProfit: null, stopLoss: null }

/**
 * A trade that adds to a position of Ostium immediately comes with the levels that the venue has for all of it. One
 * that waits for its price gets them once it is there (`coverTrade`): by then there may be other levels, or none.
 */
function exitsWith(account: Account, position: Position | undefined, at: Price): Exits {
  if (position === undefined) return NO_EXITS
  const levelOf = (leg: Leg): Price | null => {
    const [exit] = levelsOf(account, position, leg)
    const level = exit?.triggerPrice ?? exit?.limitPrice ?? null
    // Beyond the price of the order itself the venue would refuse the order.
    const isAbove = (position.direction === 'LONG') === (leg === 'TARGET')
    return level !== null && (isAbove ? level > at : level < at) ? level : null
  }
  return { takeProfit: levelOf('TARGET'), stopLoss: levelOf('STOP') }
}

function closing(order: Order, position: Position, { isNow }: Terms, at: Price, worstPrice: Price): VenueAction {
  return {
    kind: 'close',
    symbol: order.symbol,
    direction: position.direction,
    type: isNow ? 'MARKET' : order.kind === 'STOP' ? 'STOP_LOSS' : 'TAKE_PROFIT',
    quantity: min(liveQuantity(order), position.quantity),
    ofQuantity: position.quantity,
    price: at,
    worstPrice,
  }
}

/** The venues' money has six decimals. */
const USDC_UNIT = decimal('0.000001')
const collateralOf = (notional: Usd, leverage: Rate): Usd =>
  roundToStep(usd(divide(notional, leverage, 'CEIL')), USDC_UNIT, 'CEIL')

/** Its trigger or limit where it waits there; else the mark. */
function wantedPrice(order: Order, { isNow }: Terms, { market }: DecisionContext): Price {
  const waits = isNow ? null : (order.triggerPrice ?? order.limitPrice)
  const at = waits ?? market.quote(order)?.mark ?? order.limitPrice
  assertInvariant(at !== null && at !== undefined, 'an order is asked for where its market has a price')
  return at
}

/** Its limit; without one, as far from the price it is wanted at as is allowed. */
function worstPriceOf(order: Order, { slippagePct }: Terms, at: Price): Price {
  if (order.limitPrice !== null) return order.limitPrice
  return slipped(order, at, slippagePct)
}

export function slipped({ side }: Pick<Order, 'side'>, at: Price, pct: Rate): Price {
  const by = multiply(at, pct, 'FLOOR') / 100n
  return price(side === 'BUY' ? at + by : at - by)
}

/** One that closes all of a position still does, whatever that has become, as long as its size stays. */
function partOf(changed: Order, current: TermsAtVenue, { positions }: Account): Quantity {
  const size = liveQuantity(changed)
  const wasWhole = current.ofQuantity !== undefined && current.quantity >= current.ofQuantity
  return wasWhole && size === current.quantity ? size : (positions.get(listingKey(changed))?.quantity ?? size)
}

/** The same action at the values that an order is to have. */
export function changedAction(order: Order, changed: Order, account: Account, context: DecisionContext): VenueAction {
  const { live } = order
  const current = live === undefined ? null : termsAtVenue(live)
  assertInvariant(live !== undefined && current !== null, 'what is changed at a venue is there')
  const terms = { isNow: false, slippagePct: account.plan.live?.slippagePctMax ?? rate(ONE) }
  const at = wantedPrice(changed, terms, context)
  return {
    kind: 'update',
    symbol: order.symbol,
    requestId: live.request.id,
    quantity: liveQuantity(changed),
    ...(live.request.action.kind === 'close' && { ofQuantity: partOf(changed, current, account) }),
    price: at,
    worstPrice: worstPriceOf(changed, terms, at),
  }
}
