import type { ClientId } from './client-id.js'
import { InsufficientFunds, RiskRejected } from './errors.js'
import type { AnswerOf, Operations, OrderSnapshot, Position, TradeSnapshot, Violation } from './types.js'

/** The result of an order: placed, or refused by risk rules. Only where `placed` is true is there an `order`. */
export type Placement = Placed | Refused

export interface Placed {
  readonly placed: true
  readonly order: OrderSnapshot
  /** The fills it had immediately. */
  readonly trades: readonly TradeSnapshot[]
  readonly warnings: readonly string[]
  /** The stop and the target that came with it (`stop_loss`, `take_profit`). */
  readonly children: readonly OrderSnapshot[]
  readonly clientId: ClientId
}

export interface Refused {
  readonly placed: false
  /** Every rule that refused it, with limit and value. The `clientId` stays refused: try again with another. */
  readonly violations: readonly [Violation, ...Violation[]]
  readonly clientId: ClientId
}

/** A closing order, and what it left open; null: nothing. */
export type Closing = (Placed & { readonly position: Position | null }) | Refused

/** The order and its fills. @throws RiskRejected, or InsufficientFunds, when rules refused it */
export function orThrow<P extends { readonly placed: true }>(placement: P | Refused): P {
  if (placement.placed) return placement
  const { violations } = placement
  const Refusal = violations.some(({ rule }) => rule === 'insufficient_margin') ? InsufficientFunds : RiskRejected
  throw new Refusal(violations.map(({ message }) => message).join('; '), { status: 200, violations })
}

type PlaceAnswer = AnswerOf<Operations['placeOrder']>

/** The result in an answer to an order. */
export function toPlacement(answer: PlaceAnswer, clientId: ClientId): Placement {
  const { order, trades, violations, warnings = [], children = [] } = answer
  const [first, ...others] = violations
  if (first !== undefined) return { placed: false, violations: [first, ...others], clientId }
  if (order === null) throw new TypeError('an answer with neither an order nor violations')
  return { placed: true, order, trades, warnings, children, clientId }
}

/** The answer behind an error that is a refusal by rules, which may be a 422, too; throws any other. */
export function refusalOf(error: unknown): PlaceAnswer {
  if (!(error instanceof RiskRejected)) throw error
  return { order: null, trades: [], violations: [...error.violations] }
}
