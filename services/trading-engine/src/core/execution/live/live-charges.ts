/**
 * The charges of a venue for a fill, in the ledger to the last digit: each of its parts goes to its house account, and
 * what the parts miss of what the venue has paid goes to `rounding`. So the account's balance changes by what the
 * chain has paid, exactly.
 */
import type { Draft } from '../../model/draft.js'
import type { LiveFill, LivePosition } from '../../model/live/live-order.js'
import type { Position } from '../../model/account/position.js'
import type { VenueCharges } from '../../model/live/venue-request.js'
import { min, negate, usd, type Usd } from '../../values/decimal.js'
import type { ExecutionStep } from '../../margin/split-execution.js'

export interface LiveTerms {
  readonly fill: LiveFill
  /** The position as the venue then has it. */
  readonly position: LivePosition
  /** By how much the wallet and its collateral have changed together; null where that is not known apart. */
  readonly paid: Usd | null
}

interface Cause {
  readonly fillId?: string
  readonly positionId?: string
}

const ZERO = usd(0n)

/** The fee that a fill shows: it is never negative, a rebate is rounding. */
export const feeOf = ({ fees }: VenueCharges): Usd => negate(min(fees, ZERO))

const otherCharges = (charges: VenueCharges): Usd =>
  usd(
    charges.funding +
      charges.borrowing +
      charges.rollover +
      charges.oracleFees +
      charges.priceImpact +
      charges.execution,
  )

export const allCharges = (charges: VenueCharges): Usd => usd(charges.fees + otherCharges(charges))

/** The amount that all the parts miss. */
export function roundingOf({ realizedPnl, fee }: Pick<ExecutionStep, 'realizedPnl' | 'fee'>, live: LiveTerms): Usd {
  const { charges } = live.fill
  const parts = realizedPnl - fee + otherCharges(charges)
  return usd((live.paid ?? realizedPnl + allCharges(charges)) - parts)
}

/** The position with what it was charged: its net result is that of the chain. */
export function withVenue(position: Position, step: ExecutionStep, live: LiveTerms): Position {
  const { funding, borrowing, rollover, oracleFees, priceImpact, execution } = live.fill.charges
  const others = usd(oracleFees + priceImpact + execution + roundingOf(step, live))
  return {
    ...position,
    funding: usd(position.funding + funding),
    carry: usd(position.carry + borrowing + rollover),
    fees: usd(position.fees - others),
    live: live.position,
  }
}

export function postVenue(draft: Draft, step: ExecutionStep, live: LiveTerms, cause: Cause): void {
  postCharges(draft, live.fill.charges, cause)
  draft.post('rounding', roundingOf(step, live), cause)
}

/** All but the fee. */
export function postCharges(draft: Draft, charges: VenueCharges, cause?: Cause): void {
  draft.post('funding', charges.funding, cause)
  draft.post('borrowing', charges.borrowing, cause)
  draft.post('rollover', charges.rollover, cause)
  draft.post('oracle_fees', charges.oracleFees, cause)
  draft.post('price_impact', charges.priceImpact, cause)
  draft.post('execution', charges.execution, cause)
}

/** Posts what was paid without a fill. */
export function postAttempt(draft: Draft, charges: VenueCharges, cause?: Cause): void {
  draft.post('fees', charges.fees, cause)
  postCharges(draft, charges, cause)
}
