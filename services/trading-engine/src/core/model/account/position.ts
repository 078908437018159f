/**
 * A netted position: one per (account, venue, symbol) at a time, with a new id after each flat.
 *
 * It keeps the exact cost of its open quantity; the entry price is derived. A partial close releases cost in
 * proportion, rounded against the trader; the last close releases all that is left, so the PnL of a flat position is
 * Σ sells − Σ buys exactly, however its fills were split.
 */
import {
  divide,
  multiply,
  multiplyDivide,
  price,
  quantity,
  rate,
  usd,
  type Price,
  type Quantity,
  type Rate,
  type Usd,
} from '../../values/decimal.js'
import type { VenueId } from '../market/instrument.js'
import type { Micros } from '../../values/time.js'
import type { Direction, Side } from '../order/side.js'
import type { SwitchKind } from './trader-switch.js'
import type { LivePosition } from '../live/live-order.js'

export { DIRECTIONS, type Direction } from '../order/side.js'

export const CLOSE_REASONS = ['USER', 'TAKE_PROFIT', 'STOP_LOSS', 'LIQUIDATION', 'RISK'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** The time of a position without the stops that its plan requires (`uncovered.ts`). */
export interface Uncovered {
  /** Null while it has its stops. */
  readonly since: Micros | null
  /** Earlier times without, in microseconds. */
  readonly spent: number
  /** The last strike for it; absent without one. */
  readonly struckAt?: Micros
}

/** The parts of the open quantity that rules about profit look at; they are closed first. */
export interface OpenedParts {
  /** The part that was opened within a window of news. */
  readonly inNews: Quantity
  /** The part that was opened last, each fill less than the holding time after the one before. */
  readonly recent: Quantity
  /** When the last fill that opened or added was decided. */
  readonly lastAt: Micros
}

export interface Position {
  readonly id: string
  readonly accountId: string
  readonly venue: VenueId
  readonly symbol: string
  readonly direction: Direction
  /** Open quantity; 0 once closed. */
  readonly quantity: Quantity
  /** Σ quantity × price paid (long) or received (short) for the open quantity. */
  readonly cost: Usd
  /**
   * Notional ÷ margin, above 0. PAPER: that of its opening, until its trader sets another. LIVE: what its opening fills
   * have cost ÷ the collateral that they came with; setting another moves it only by what is added from then on.
   */
  readonly leverage: Rate
  /** Sums over the position's life: opened and closed, gross PnL, fees charged, funding received (negative: paid). */
  readonly openedQuantity: Quantity
  readonly openedNotional: Usd
  readonly closedNotional: Usd
  readonly realizedPnl: Usd
  readonly fees: Usd
  readonly funding: Usd
  /** Borrowing or rollover received (negative: paid), whichever its venue has. */
  readonly carry: Usd
  /** The moment up to which time has been charged for: a funding time, a fill charged for carry, or when it opened. */
  readonly fundedUntil: Micros
  /** Where the first stop stood that was to end the position; null without one. What was risked is measured from it. */
  readonly initialStop: Price | null
  readonly openedAt: Micros
  readonly closedAt: Micros | null
  readonly closeReason: CloseReason | null
  /** The tick at whose marks it was liquidated; null of one that was not, and in rows from before ticks were kept. */
  readonly liquidationTick: number | null
  /** The switch that closes it as soon as it can be, or has closed it; null: none. */
  readonly flattenedBy: SwitchKind | null
  /** Its time without stops; absent where the plan requires none, or it always had them. */
  readonly uncovered?: Uncovered | undefined
  /** The last moment by which it should have been flat, and was not; absent of one that never was warned so. */
  readonly flatWarnedAt?: Micros | undefined
  /** Absent where the plan has no rule about profit. */
  readonly parts?: OpenedParts | undefined
  /** The venue's side of it; absent of a PAPER position. */
  readonly live?: LivePosition | undefined
}

export const directionOf = (side: Side): Direction => (side === 'BUY' ? 'LONG' : 'SHORT')
export const openingSide = (direction: Direction): Side => (direction === 'LONG' ? 'BUY' : 'SELL')

/** Whether an order of that side would bring the position closer to flat. */
export const isReducedBy = (position: Position | undefined, side: Side): position is Position =>
  position !== undefined && openingSide(position.direction) !== side

/** Quantity × price; exact on every grid of the catalogue (tick decimals + lot decimals ≤ 18). */
export const notionalOf = (size: Quantity, at: Price): Usd => usd(multiply(size, at, 'CEIL'))

/** Average price of what is open; of everything that was opened once it is closed. */
export function entryPrice(position: Position): Price {
  return position.quantity === 0n
    ? price(divide(position.openedNotional, position.openedQuantity, 'HALF_EVEN'))
    : price(divide(position.cost, position.quantity, 'HALF_EVEN'))
}

/** Average price at which a closed position was closed. */
export const exitPrice = (position: Position): Price =>
  price(divide(position.closedNotional, position.openedQuantity, 'HALF_EVEN'))

export function unrealizedPnl(position: Pick<Position, 'direction' | 'quantity' | 'cost'>, mark: Price): Usd {
  return position.direction === 'LONG'
    ? usd(multiply(position.quantity, mark, 'FLOOR') - position.cost)
    : usd(position.cost - multiply(position.quantity, mark, 'CEIL'))
}

/** Net of fees, funding and carry. */
export const netPnl = ({ realizedPnl, fees, funding, carry }: Position): Usd =>
  usd(realizedPnl - fees + funding + carry)

/** The loss that a position risked at its initial stop; null without one, or when it was on the winning side. */
export function initialRisk({ direction, initialStop, openedQuantity, openedNotional }: Position): Usd | null {
  if (initialStop === null) return null
  const atStop = notionalOf(openedQuantity, initialStop)
  const risk = usd(direction === 'LONG' ? openedNotional - atStop : atStop - openedNotional)
  return risk > 0n ? risk : null
}

/** Net result ÷ initial risk (Van Tharp's R); null without an initial risk. */
export function rMultiple(position: Position): Rate | null {
  const risk = initialRisk(position)
  return risk === null ? null : rate(divide(netPnl(position), risk, 'HALF_EVEN'))
}

export interface OpeningFill {
  readonly quantity: Quantity
  readonly price: Price
  readonly fee: Usd
}

/** Adds to a position in its own direction. */
export function increasePosition(position: Position, fill: OpeningFill): Position {
  const notional = notionalOf(fill.quantity, fill.price)
  return {
    ...position,
    quantity: quantity(position.quantity + fill.quantity),
    cost: usd(position.cost + notional),
    openedQuantity: quantity(position.openedQuantity + fill.quantity),
    openedNotional: usd(position.openedNotional + notional),
    fees: usd(position.fees + fill.fee),
  }
}

export interface ClosingFill extends OpeningFill {
  readonly at: Micros
  readonly reason: CloseReason
  readonly liquidationTick: number | null
  /** The profit that the venue's contract says; else it follows from the cost. */
  readonly realizedPnl?: Usd
}

/** The cost that such a profit has released; null where it is not told, or cannot be. */
function costReleased({ direction, cost }: Position, proceeds: Usd, realizedPnl: Usd | undefined): Usd | null {
  if (realizedPnl === undefined) return null
  const released = usd(direction === 'LONG' ? proceeds - realizedPnl : proceeds + realizedPnl)
  return released >= 0n && released <= cost ? released : null
}

/** Closes part or all of a position; `fill.quantity` ≤ the open quantity. Returns the gross PnL of this fill. */
export function reducePosition(position: Position, fill: ClosingFill): { position: Position; realizedPnl: Usd } {
  const isLong = position.direction === 'LONG'
  const isFlat = fill.quantity === position.quantity
  const proceeds = notionalOf(fill.quantity, fill.price)
  const released = isFlat
    ? position.cost
    : (costReleased(position, proceeds, fill.realizedPnl) ??
      usd(multiplyDivide(position.cost, fill.quantity, position.quantity, isLong ? 'CEIL' : 'FLOOR')))
  const realizedPnl = usd(isLong ? proceeds - released : released - proceeds)
  return {
    realizedPnl,
    position: {
      ...position,
      quantity: quantity(position.quantity - fill.quantity),
      cost: usd(position.cost - released),
      closedNotional: usd(position.closedNotional + proceeds),
      realizedPnl: usd(position.realizedPnl + realizedPnl),
      fees: usd(position.fees + fill.fee),
      closedAt: isFlat ? fill.at : null,
      closeReason: isFlat ? fill.reason : null,
      liquidationTick: isFlat ? fill.liquidationTick : null,
    },
  }
}
