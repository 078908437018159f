/**
 * Splits one execution over the position it meets: it first closes the opposite quantity, then opens or adds. A trade
 * that flips a position is therefore two steps, each of which becomes a fill of its own.
 */
import { divide, max, min, quantity, rate, usd, type Quantity, type Rate, type Usd } from '../values/decimal.js'
import type { Execution } from './book-walk.js'
import { computeFee } from './fee.js'
import type { Liquidity } from '../model/order/fill.js'
import type { VenueTerms } from '../model/market/instrument.js'
import type { Micros } from '../values/time.js'
import type { Order } from '../model/order/order.js'
import {
  directionOf,
  increasePosition,
  notionalOf,
  openingSide,
  reducePosition,
  type CloseReason,
  type Position,
} from '../model/account/position.js'

export interface ExecutionTerms {
  readonly terms: VenueTerms
  /** Leverage of what this execution opens. */
  readonly leverage: Rate
  readonly liquidity: Liquidity
  readonly closeReason: CloseReason
  /** The tick at whose marks its maintenance margin was gone; null unless it is liquidated. */
  readonly liquidationTick: number | null
  /** Charged for a price that is requested; 0 where the account pays none. */
  readonly oracleFee: Usd
  /** The fee that the venue of a LIVE fill has charged; else it follows from the terms. */
  readonly fee?: Usd
  /** The same for the gross profit of what it closes. */
  readonly realizedPnl?: Usd
}

export interface ExecutionStep {
  /** The position after the step. */
  readonly position: Position
  readonly execution: Execution
  readonly fee: Usd
  /** Gross; 0 when the step opens. */
  readonly realizedPnl: Usd
  readonly at: Micros
}

/** Where new timestamps and position ids come from; a projection that keeps neither hands in constants. */
export interface Stamps {
  /** The moment of the decision, however many rows it has stamped before: time is charged for from here on. */
  readonly now: Micros
  stamp(): Micros
  newId(): string
}

export function splitExecution(
  existingPosition: Position | undefined,
  order: Order,
  execution: Execution,
  fillTerms: ExecutionTerms,
  stamps: Stamps,
): readonly ExecutionStep[] {
  const opposes = existingPosition !== undefined && openingSide(existingPosition.direction) !== order.side
  const closing = opposes ? min(existingPosition.quantity, execution.quantity) : quantity(0n)
  const opening = quantity(execution.quantity - closing)
  const steps: ExecutionStep[] = []
  if (opposes) steps.push(closeStep(existingPosition, { ...execution, quantity: closing }, fillTerms, stamps.stamp()))
  if (opening > 0n) {
    const at = stamps.stamp()
    const base =
      existingPosition === undefined || opposes ? newPosition(order, fillTerms.leverage, at, stamps) : existingPosition
    steps.push(openStep(base, { ...execution, quantity: opening }, fillTerms, at))
  }
  return steps
}

const feeOf = (execution: Execution, fillTerms: ExecutionTerms, isOpening: boolean): Usd =>
  fillTerms.fee ??
  computeFee(fillTerms.terms, fillTerms.liquidity, isOpening, notionalOf(execution.quantity, execution.price))

function closeStep(position: Position, execution: Execution, fillTerms: ExecutionTerms, at: Micros): ExecutionStep {
  const fee = feeOf(execution, fillTerms, false)
  const { closeReason: reason, liquidationTick, realizedPnl } = fillTerms
  const venuePnl = realizedPnl === undefined ? undefined : { realizedPnl }
  const { price, quantity: closed } = execution
  const reduced = reducePosition(position, { price, quantity: closed, fee, at, reason, liquidationTick, ...venuePnl })
  return { position: reduced.position, execution, fee, realizedPnl: reduced.realizedPnl, at }
}

function openStep(position: Position, execution: Execution, fillTerms: ExecutionTerms, at: Micros): ExecutionStep {
  const fee = feeOf(execution, fillTerms, true)
  const { price, quantity: opened } = execution
  const increased = increasePosition(position, { price, quantity: opened, fee })
  const leverage = leverageWith(position, notionalOf(opened, price), fillTerms.leverage)
  const added = leverage === position.leverage ? increased : { ...increased, leverage }
  return { position: added, execution, fee, realizedPnl: usd(0n), at }
}

/**
 * A LIVE venue keeps the collateral of both, so what is added at another leverage moves that of the position: to what
 * all of it has cost, by the collateral of all. Elsewhere a position keeps its own.
 */
function leverageWith({ cost, leverage, live }: Position, added: Usd, at: Rate): Rate {
  if (live === undefined || leverage === at) return leverage
  const collateral = divide(cost, leverage, 'HALF_EVEN') + divide(added, at, 'HALF_EVEN')
  if (collateral === 0n) return leverage
  const both = rate(divide(cost + added, collateral, 'HALF_EVEN'))
  // Rounding of the smallest amounts must not bring it beyond either.
  return max(min(leverage, at), min(both, max(leverage, at)))
}

function newPosition(order: Order, leverage: Rate, at: Micros, stamps: Stamps): Position {
  const none: Quantity = quantity(0n)
  const nothing: Usd = usd(0n)
  return {
    id: stamps.newId(),
    accountId: order.accountId,
    venue: order.venue,
    symbol: order.symbol,
    direction: directionOf(order.side),
    quantity: none,
    cost: nothing,
    leverage,
    openedQuantity: none,
    openedNotional: nothing,
    closedNotional: nothing,
    realizedPnl: nothing,
    fees: nothing,
    funding: nothing,
    carry: nothing,
    fundedUntil: stamps.now,
    initialStop: null,
    openedAt: at,
    closedAt: null,
    closeReason: null,
    flattenedBy: null,
    liquidationTick: null,
    // The present fields of an object are copied ten times faster than those that it was given later.
    uncovered: undefined,
    flatWarnedAt: undefined,
    parts: undefined,
    live: undefined,
  }
}
