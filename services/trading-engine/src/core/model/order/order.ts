import { divide, max, price, quantity, usd, type Price, type Quantity, type Usd } from '../../values/decimal.js'
import type { VenueId } from '../market/instrument.js'
import type { Micros } from '../../values/time.js'
import type { CopiedFrom } from '../copied.js'
import type { Origin } from './origin.js'
import type { OrderStatus } from './order-status.js'
import type { LiveOrder } from '../live/live-order.js'
import type { ExitTerms } from './exit-terms.js'
import { triggerAt, type Trail } from './trail.js'
import type { OrderReason } from './order-reason.js'
import type { Side } from './side.js'

export { SIDES, type Side } from './side.js'
export type { OrderReason } from './order-reason.js'

export const ORDER_KINDS = ['MARKET', 'LIMIT', 'STOP', 'TAKE_PROFIT'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export const TIMES_IN_FORCE = ['GTC', 'GTD', 'GTX', 'IOC', 'FOK'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

export interface OrderFlags {
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  readonly triggerOnIndex: boolean
  readonly triggerOnMark: boolean
}

/** ARMED: waiting for its trigger; TRIGGERED: since then an order like any other. */
export const TRIGGER_STATES = ['ARMED', 'TRIGGERED'] as const
export type TriggerState = (typeof TRIGGER_STATES)[number]

/** An order and what has become of it. Immutable: each change is a new value with `version` + 1. */
export interface Order {
  readonly id: string
  readonly accountId: string
  readonly clientId: string | null
  /** Null in rows from before it was kept. */
  readonly origin: Origin | null
  readonly symbol: string
  readonly venue: VenueId
  readonly side: Side
  readonly kind: OrderKind
  readonly tif: TimeInForce
  readonly flags: OrderFlags
  readonly quantity: Quantity
  /** The part of an exit's quantity that waits for its entry to fill; 0 for every other order. */
  readonly contingentQuantity: Quantity
  /** On the tick grid; null for MARKET, and for a conditional order that fires as one. */
  readonly limitPrice: Price | null
  /** On the tick grid; null unless the order is conditional, and while one that trails is not active yet. */
  readonly triggerPrice: Price | null
  readonly triggerState: TriggerState | null
  /** The tick that fired the trigger; null until then, and in rows from before ticks were kept. */
  readonly triggerTick: number | null
  /** The limit as the caller wrote it, when the grid moved it. */
  readonly requestedPrice: Price | null
  /** The trigger as the caller wrote it, when the grid moved it. */
  readonly requestedTriggerPrice: Price | null
  readonly filledQuantity: Quantity
  /** Σ quantity × price over the fills, exact. */
  readonly filledNotional: Usd
  readonly fees: Usd
  readonly status: OrderStatus
  readonly reason: OrderReason | null
  readonly positionId: string | null
  /** The entry this order is an exit of. */
  readonly parentOrderId: string | null
  /** Shared by the exits of one entry (its id) or of one position (its id); null for an order that belongs to none. */
  readonly bracketId: string | null
  /** Absent of an order that was sent as an exit, or with an absolute trigger for its own part of the position. */
  readonly exitTerms?: ExitTerms
  /** The trail of a STOP whose trigger follows the market; undefined or absent of every other order. */
  readonly trail?: Trail | undefined
  /** The fill of a leader that it copies; absent of every other order. */
  readonly copiedFrom?: CopiedFrom
  readonly expiresAt: Micros | null
  readonly createdAt: Micros
  readonly updatedAt: Micros
  readonly version: number
  /** The venue's side of it; absent of a PAPER order, and while the engine holds a LIVE one. */
  readonly live?: LiveOrder
}

type OwnFields = 'id' | 'accountId' | 'symbol' | 'venue' | 'side' | 'kind' | 'tif' | 'flags' | 'quantity'

/** Defaults of a new order; its own fields are placeholders. */
const UNTOUCHED: Order = {
  ...{ id: '', accountId: '', symbol: '', venue: 'GMX', side: 'BUY', kind: 'MARKET', tif: 'GTC' },
  flags: { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false },
  quantity: quantity(0n),
  clientId: null,
  origin: null,
  contingentQuantity: quantity(0n),
  limitPrice: null,
  triggerPrice: null,
  triggerState: null,
  triggerTick: null,
  requestedPrice: null,
  requestedTriggerPrice: null,
  filledQuantity: quantity(0n),
  filledNotional: usd(0n),
  fees: usd(0n),
  status: 'OPEN',
  reason: null,
  positionId: null,
  parentOrderId: null,
  bracketId: null,
  expiresAt: null,
  createdAt: 0,
  updatedAt: 0,
  version: 1,
}

/** Whether a working order is a close by the service, for a rule or a switch: its trader cannot hold that up. */
export const isCloseByService = ({ kind, flags, reason }: Pick<Order, 'kind' | 'flags' | 'reason'>): boolean =>
  kind === 'MARKET' && flags.reduceOnly && reason !== null

/** An order that is yet to be placed: its timestamps are given then. */
export const newOrder = (fields: Pick<Order, OwnFields> & Partial<Order>): Order =>
  // Assigned, not spread: V8 takes 20 µs to spread a second object into a literal of this size, and 0.5 µs to assign
  // it.
  Object.assign({ ...UNTOUCHED }, fields)

/** Not accepted yet: it has no timestamps. */
export const isUnplaced = ({ createdAt }: Pick<Order, 'createdAt'>): boolean => createdAt === 0

export const remainingQuantity = (order: Order): Quantity => quantity(order.quantity - order.filledQuantity)

/** The quantity that may fill now: neither filled nor contingent. */
export const liveQuantity = (order: Order): Quantity => quantity(remainingQuantity(order) - order.contingentQuantity)

/** Null until something filled. */
export const averagePrice = (order: Order): Price | null =>
  order.filledQuantity === 0n ? null : price(divide(order.filledNotional, order.filledQuantity, 'HALF_EVEN'))

/**
 * An exit whose entry has filled nothing of it yet: the market cannot do anything to it. A LIVE order that its venue
 * has not acknowledged is PENDING, too.
 */
export const isContingent = ({ status, live }: Pick<Order, 'status' | 'live'>): boolean =>
  status === 'PENDING' && live === undefined

type Prices = Pick<Order, 'side' | 'limitPrice' | 'triggerPrice' | 'trail'>

/**
 * The price at which a resting order is valued before it fills, wherever the mark is: a BUY at its limit, else at its
 * trigger, for it never pays more; a SELL at the higher of the two, for it may get more than either. One that trails
 * counts at the trigger that it begins with, until it is active. Null for MARKET.
 */
export function waitingPrice({ side, limitPrice, triggerPrice, trail }: Prices): Price | null {
  const isAtOne = side === 'BUY' || limitPrice === null || triggerPrice === null
  return isAtOne ? (limitPrice ?? triggerPrice ?? firstTrigger(side, trail)) : max(limitPrice, triggerPrice)
}

const firstTrigger = (side: Side, trail: Trail | undefined): Price | null =>
  trail?.activationPrice === undefined ? null : triggerAt(trail, side, trail.activationPrice, price(1n))

/** The same with the mark: a SELL that may fill at the market counts as it would there. */
export function waitingPriceAt(order: Prices, mark: Price): Price | null {
  const at = waitingPrice(order)
  return at === null || order.side === 'BUY' ? at : max(at, mark)
}

export const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')
