/**
 * When a conditional order fires. A STOP follows the market through its trigger, a TAKE_PROFIT takes what it came for:
 *
 *   STOP         BUY  at or above the trigger    SELL  at or below it
 *   TAKE_PROFIT  BUY  at or below it             SELL  at or above it
 *
 * Compared is the last price, unless a flag names mark or index. Contract: orders.
 */
import type { Price } from '../../values/decimal.js'
import { assertInvariant } from '../../values/invariant.js'
import { priceAt, type PriceName, type Quote } from '../market/market-view.js'
import type { Order, OrderFlags, OrderKind } from './order.js'
import type { CloseReason } from '../account/position.js'

export const TRIGGER_SOURCES = ['LAST', 'MARK', 'INDEX'] as const satisfies readonly PriceName[]
/** The price a trigger is compared with. */
export type TriggerSource = (typeof TRIGGER_SOURCES)[number]

/** Kinds that wait for their trigger. */
export const CONDITIONAL_KINDS = ['STOP', 'TAKE_PROFIT'] as const satisfies readonly OrderKind[]
export const isConditional = (kind: OrderKind): boolean => kind === 'STOP' || kind === 'TAKE_PROFIT'

/** Accepted, and waiting for its trigger: it is in no book. */
export const isArmed = ({ triggerState }: Pick<Order, 'triggerState'>): boolean => triggerState === 'ARMED'

/** The price an order waits for: its trigger, and once it has fired or has none its limit. */
export const waitsAt = (order: Pick<Order, 'triggerState' | 'triggerPrice' | 'limitPrice'>): Price | null =>
  isArmed(order) ? order.triggerPrice : order.limitPrice

export const triggerSource = (flags: OrderFlags): TriggerSource =>
  flags.triggerOnIndex ? 'INDEX' : flags.triggerOnMark ? 'MARK' : 'LAST'

export const watchedPrice = ({ flags }: Pick<Order, 'flags'>, quote: Quote): Price =>
  priceAt(quote, triggerSource(flags))

/** Whether it fires at or above its trigger; else at or below. */
export const firesAbove = ({ kind, side }: Pick<Order, 'kind' | 'side'>): boolean =>
  (kind === 'STOP') === (side === 'BUY')

/** Whether the price that an armed order watches has reached its trigger. */
export function isTriggered(order: Order, quote: Quote): boolean {
  assertInvariant(order.triggerPrice !== null || order.trail !== undefined, 'an armed order has a trigger')
  if (order.triggerPrice === null) return false
  const watched = watchedPrice(order, quote)
  return firesAbove(order) ? watched >= order.triggerPrice : watched <= order.triggerPrice
}

/** The close reason of a position that this order closes. */
export function closeReasonOf({ kind, bracketId }: Pick<Order, 'kind' | 'bracketId'>): CloseReason {
  if (kind === 'STOP') return 'STOP_LOSS'
  return kind === 'TAKE_PROFIT' || bracketId !== null ? 'TAKE_PROFIT' : 'USER'
}
