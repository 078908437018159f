/**
 * Every legal combination of kind, side, time in force and flags, and what the contract says must come of each while
 * the market goes somewhere. All are orders of half a bitcoin, where the market is at 100,000 and the best level holds
 * more than that; distances are counted in dollars towards the price the order waits for.
 */
import Decimal from 'decimal.js'
import type { OrderKind, Side, TimeInForce } from '../../src/core/model/order/order.js'
import { ORDER_KINDS, SIDES, TIMES_IN_FORCE } from '../../src/core/model/order/order.js'
import type { TriggerSource } from '../../src/core/model/order/trigger.js'
import { TRIGGER_SOURCES } from '../../src/core/model/order/trigger.js'
import type { Quotes } from './market/scripted-feed.js'

export interface OrderCase {
  readonly name: string
  readonly kind: OrderKind
  readonly side: Side
  readonly tif: TimeInForce
  readonly hasLimit: boolean
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly watches: TriggerSource
}

export const START = 100_000
export const QUANTITY = 0.5
const HALF_SPREAD = 10
const TRIGGER = 1_000
/** Beyond the trigger: what a STOP that has fired still pays, and what a TAKE_PROFIT that has fired still waits for. */
const LIMIT_OF_TRIGGERED = 1_500
const TAKER_FEE = 0.0006
const MAKER_FEE = 0.0004
const LEVERAGE = 20

const BOTH = [false, true]
const isConditional = (kind: OrderKind): boolean => kind === 'STOP' || kind === 'TAKE_PROFIT'

/** The combinations, legal or not; a MARKET order has no limit and a LIMIT order has one. */
export const ALL_CASES: readonly OrderCase[] = ORDER_KINDS.flatMap((kind) =>
  SIDES.flatMap((side) =>
    TIMES_IN_FORCE.flatMap((tif) =>
      (isConditional(kind) ? BOTH : [kind === 'LIMIT']).flatMap((hasLimit) =>
        BOTH.flatMap((isPostOnly) =>
          BOTH.flatMap((isReduceOnly) =>
            TRIGGER_SOURCES.map((watches) => {
              const fields = { kind, side, tif, hasLimit, isPostOnly, isReduceOnly, watches }
              return { name: nameOf(fields), ...fields }
            }),
          ),
        ),
      ),
    ),
  ),
)

/** Post-only asks for an order that can rest. */
export const isLegal = ({ tif, hasLimit, isPostOnly }: OrderCase): boolean =>
  !(isPostOnly || tif === 'GTX') || (hasLimit && tif !== 'IOC' && tif !== 'FOK')

function nameOf({ kind, side, tif, hasLimit, isPostOnly, isReduceOnly, watches }: Omit<OrderCase, 'name'>): string {
  const parts = [kind + (hasLimit && kind !== 'LIMIT' ? ' with a limit' : ''), side, tif]
  if (isPostOnly) parts.push('post_only')
  if (isReduceOnly) parts.push('reduce_only')
  if (watches !== 'LAST') parts.push(`trigger_on_${watches.toLowerCase()}`)
  return parts.join(' ')
}

/** Whether the price the order waits for lies above the market. */
export const waitsAbove = ({ kind, side }: OrderCase): boolean => (kind === 'STOP') === (side === 'BUY')
const priceAt = (order: OrderCase, distance: number): number => START + (waitsAbove(order) ? distance : -distance)

const limitOf = (order: OrderCase): number | undefined =>
  order.hasLimit ? priceAt(order, order.kind === 'LIMIT' ? TRIGGER : LIMIT_OF_TRIGGERED) : undefined
const triggerOf = (order: OrderCase): number | undefined =>
  isConditional(order.kind) ? priceAt(order, TRIGGER) : undefined

export const requestOf = (order: OrderCase): object => ({
  symbol: 'BTC-USD',
  side: order.side,
  kind: order.kind,
  tif: order.tif,
  quantity: QUANTITY,
  ...(order.hasLimit && { price: limitOf(order) }),
  ...(isConditional(order.kind) && { trigger_price: triggerOf(order) }),
  flags: {
    post_only: order.isPostOnly,
    reduce_only: order.isReduceOnly,
    trigger_on_mark: order.watches === 'MARK',
    trigger_on_index: order.watches === 'INDEX',
  },
})

/** The position that a reduce-only order is placed against. */
export const openerOf = ({ side }: OrderCase): object => ({
  symbol: 'BTC-USD',
  side: side === 'BUY' ? 'SELL' : 'BUY',
  kind: 'MARKET',
  quantity: QUANTITY,
})

/** Where the market goes next: the book and the price that is watched, and the two prices that are not. */
export interface Leg {
  readonly to: number
  readonly others: number
}

/** Steps of a market that goes all the way through; each is a moment of its own. */
export const WALK: readonly Leg[] = [1_000, 1_200, 1_600].map((to) => ({ to, others: to }))
/**
 * All prices but the watched one pass the trigger; then book and watched price jump; then they come back part of the
 * way.
 */
export const GAP: readonly Leg[] = [
  { to: 900, others: 1_500 },
  { to: 3_000, others: 0 },
  { to: 1_200, others: 0 },
]

export function quotesAt({ to, others }: Leg, watched: TriggerSource, isUp: boolean): Quotes {
  const at = (distance: number): number => START + (isUp ? distance : -distance)
  const said = (source: TriggerSource): number => at(source === watched ? to : others)
  const touch = { bid: at(to) - HALF_SPREAD, ask: at(to) + HALF_SPREAD }
  return { 'BTC-USD': { ...touch, last: said('LAST'), mark: said('MARK'), index: said('INDEX') } }
}
export const QUOTES_AT_START = quotesAt({ to: 0, others: 0 }, 'LAST', true)

export interface ExpectedFill {
  readonly price: number
  readonly liquidity: 'MAKER' | 'TAKER'
}

/** The state that an order is expected to reach. */
export interface Expected {
  readonly status: 'OPEN' | 'FILLED' | 'EXPIRED' | 'REJECTED'
  readonly reason: 'time_in_force' | 'post_only' | null
  readonly triggerState: 'ARMED' | 'TRIGGERED' | null
  readonly fill: ExpectedFill | null
}

const OPEN = { status: 'OPEN', reason: null, fill: null } as const
const ended = (triggerState: Expected['triggerState'], fields: Omit<Expected, 'triggerState'>): Expected => ({
  triggerState,
  ...fields,
})

/** On arrival, and after each leg. */
export function expectedOf(order: OrderCase, legs: readonly Leg[]): readonly Expected[] {
  const states = [isConditional(order.kind) ? { ...OPEN, triggerState: 'ARMED' as const } : meetBook(order, 0, null)]
  for (const { to } of legs) states.push(next(order, states.at(-1)!, to))
  return states
}

function next(order: OrderCase, before: Expected, to: number): Expected {
  if (before.status !== 'OPEN') return before
  if (before.triggerState === 'ARMED') return to < TRIGGER ? before : meetBook(order, to, 'TRIGGERED')
  const limit = limitOf(order)!
  // What rests fills at its own price.
  if (!isWithin(order, touchOf(order, to))) return before
  return ended(before.triggerState, { status: 'FILLED', reason: null, fill: { price: limit, liquidity: 'MAKER' } })
}

/** The order comes to the book, new or triggered: it takes, rests, or is over. */
function meetBook(order: OrderCase, to: number, triggerState: Expected['triggerState']): Expected {
  const touch = touchOf(order, to)
  if (isWithin(order, touch)) {
    if (order.isPostOnly || order.tif === 'GTX')
      return ended(triggerState, { status: 'REJECTED', reason: 'post_only', fill: null })
    return ended(triggerState, { status: 'FILLED', reason: null, fill: { price: touch, liquidity: 'TAKER' } })
  }
  const isOver = order.tif === 'IOC' || order.tif === 'FOK'
  return isOver
    ? ended(triggerState, { status: 'EXPIRED', reason: 'time_in_force', fill: null })
    : { ...OPEN, triggerState }
}

/** The price at which the order would trade as a taker. */
const touchOf = (order: OrderCase, to: number): number =>
  priceAt(order, to) + (order.side === 'BUY' ? HALF_SPREAD : -HALF_SPREAD)

function isWithin(order: OrderCase, touch: number): boolean {
  const limit = limitOf(order)
  return limit === undefined || (order.side === 'BUY' ? touch <= limit : touch >= limit)
}

/**
 * Margin bound while the order works: a BUY at its limit, else at its trigger; a SELL at the highest of its limit, its
 * trigger and the mark; nothing by what only reduces.
 */
export function reservedBy(order: OrderCase, { status }: Expected, quotes: Quotes): number {
  const [limit, trigger] = [limitOf(order), triggerOf(order)]
  const at =
    order.side === 'BUY' ? (limit ?? trigger ?? 0) : Math.max(limit ?? 0, trigger ?? 0, quotes['BTC-USD']?.mark ?? 0)
  return status === 'OPEN' && !order.isReduceOnly ? (at * QUANTITY) / LEVERAGE : 0
}

/** The events of the order, oldest first. */
export function eventsOf(order: OrderCase, { status, fill }: Expected): readonly string[] {
  if (fill !== null) return ['order.ack', 'order.fill', ...(order.isReduceOnly ? ['position.close'] : [])]
  return status === 'OPEN' ? ['order.ack'] : ['order.ack', 'order.cancel SYSTEM']
}

/** The price that the position against a reduce-only order was opened at. */
export const openedAt = ({ side }: OrderCase): number => START + (side === 'BUY' ? -HALF_SPREAD : HALF_SPREAD)

export const feeOf = ({ price, liquidity }: ExpectedFill): number =>
  new Decimal(price)
    .times(QUANTITY)
    .times(liquidity === 'TAKER' ? TAKER_FEE : MAKER_FEE)
    .toNumber()

/** The realised PnL of closing the position. */
export const realizedBy = (order: OrderCase, { price }: ExpectedFill): number =>
  order.isReduceOnly
    ? new Decimal(price - openedAt(order)).times(order.side === 'BUY' ? -QUANTITY : QUANTITY).toNumber()
    : 0

/** The close reason of a position that the order closed. */
export const closeReasonOf = ({ kind }: OrderCase): string =>
  kind === 'STOP' ? 'STOP_LOSS' : kind === 'TAKE_PROFIT' ? 'TAKE_PROFIT' : 'USER'
