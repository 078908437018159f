/**
 * Brings trailing stops up to a moment: each tick up to then at which their market could be traded may be a new peak.
 * What is stored of them stays, so that all who follow them from there get the same triggers.
 */
import type { Account } from '../account/account.js'
import type { DecisionContext } from '../decision-context.js'
import type { Listing } from '../market/listing.js'
import { priceAt, type PriceName } from '../market/market-view.js'
import { tradableMarket } from '../market/tradable-market.js'
import type { Price } from '../../values/decimal.js'
import { endOfTick, tickAt } from '../../values/tick.js'
import type { Micros } from '../../values/time.js'
import { isWorking } from './order-status.js'
import { isContingent, type Order } from './order.js'
import {
  betterPeak,
  isBeyond,
  peaksHigh,
  trailFrom,
  trailTrigger,
  type Peak,
  type Trail,
  type TrailTerms,
} from './trail.js'
import { isArmed, triggerSource, watchedPrice } from './trigger.js'
import type { Side } from './side.js'

/** By the id of an order: when its trigger was reached, and for which price. */
export type ReachedTriggers = ReadonlyMap<string, { readonly price: Price; readonly at: Micros }>

export type TrailingOrder = Order & { readonly trail: Trail & { readonly sinceTick: number } }

/** Whether it trails now, or waits for its activation price. */
export const isTrailing = (order: Order): order is TrailingOrder =>
  order.trail !== undefined &&
  order.trail.sinceTick !== null &&
  isArmed(order) &&
  isWorking(order.status) &&
  !isContingent(order)

/** One that was reached is as it was then, if that is where it waited. */
export function withPeaks(account: Account, context: DecisionContext, reached?: ReachedTriggers): Account {
  let orders: Map<string, Order> | null = null
  for (const order of account.orders.values()) {
    if (order.trail === undefined) continue
    const followed = followTo(order, context, reached?.get(order.id))
    if (followed !== order) (orders ??= new Map(account.orders)).set(order.id, followed)
  }
  return orders === null ? account : { ...account, orders }
}

function followTo(order: Order, context: DecisionContext, found: { price: Price; at: Micros } | undefined): Order {
  if (found !== undefined) {
    const then = followPeak(order, context, tickAt(found.at))
    if (then.triggerPrice === found.price) return then
  }
  return followPeak(order, context)
}

/** The order with the peak and the trigger that it has after a tick; itself where neither is another. */
export function followPeak(order: Order, context: DecisionContext, tick = tickAt(context.now)): Order {
  if (!isTrailing(order)) return order
  const instrument = context.instruments.find(order.symbol)
  if (instrument === undefined) return order
  const { side, trail } = order
  const peak = peakAt(order, triggerSource(order.flags), side, trail.start, tick, context)
  const followed = { ...trail, peak }
  const triggerPrice = trailTrigger(followed, side, instrument.tickSize)
  const isAsBefore = triggerPrice === order.triggerPrice && peak.price === trail.peak.price
  return isAsBefore ? order : { ...order, trail: followed, triggerPrice }
}

/** Once it has fired or ended its peak is what it was then, for ever. */
export function settledTrail(order: Order, context: DecisionContext, reached?: ReachedTriggers): Order {
  const { trail } = order
  if (trail === undefined || trail.sinceTick === null) return order
  if (isTrailing(order)) return followTo(order, context, reached?.get(order.id))
  return trail.start === trail.peak ? order : { ...order, trail: { ...trail, start: trail.peak } }
}

/** The peak after a tick, from an earlier one. */
export function peakAt(
  listing: Listing,
  watched: PriceName,
  side: Side,
  start: Peak,
  tick: number,
  context: DecisionContext,
): Peak {
  if (tick <= start.tick) return start
  const span = { watched, isHighest: peaksHigh(side), after: start.tick, until: tick }
  const { market } = context
  const later = market.peak === undefined ? scan(listing, side, span, context) : market.peak(listing, span)
  return later === null ? { ...start, tick } : betterPeak(side, start, { ...later, tick })
}

interface Span {
  readonly watched: PriceName
  readonly after: number
  readonly until: number
}

function scan(listing: Listing, side: Side, { watched, after, until }: Span, context: DecisionContext) {
  let best: { readonly price: Price; readonly priceTick: number } | null = null
  for (let tick = after + 1; tick <= until; tick += 1) {
    const then = tick === tickAt(context.now) ? context : context.earlier(endOfTick(tick))
    const quote = tradableMarket(listing, then)?.quote
    if (quote === undefined) continue
    const at = priceAt(quote, watched)
    if (best === null || isBeyond(side, at, best.price)) best = { price: at, priceTick: tick }
  }
  return best
}

/** Begins to trail at the moment of a decision; without a price to begin with, at the last one that is known. */
export function beginTrail(terms: TrailTerms, order: Order, context: DecisionContext): Trail {
  const trail = trailFrom(terms, tickAt(context.now))
  const quote = context.market.quote(order)
  if (quote === undefined || tradableMarket(order, context) !== null) return trail
  const start = { ...trail.start, price: watchedPrice(order, quote), priceTick: quote.tick }
  return { ...trail, start, peak: start }
}
