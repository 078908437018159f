/**
 * Charges positions for carry (`margin/carry.ts`): at funding times, and before every fill, which changes the cost that
 * the next charge is for. What has accrued since is in no figure of the account until then.
 */
import { carryPayment, isCarryCharged, periodStart, sideRate } from '../margin/carry.js'
import type { Account } from '../model/account/account.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Draft } from '../model/draft.js'
import type { CarryKind } from '../model/market/instrument.js'
import type { Accrual } from '../model/account/ledger.js'
import { listingKey, type Listing } from '../model/market/listing.js'
import type { Position } from '../model/account/position.js'
import { usd, type Usd } from '../values/decimal.js'
import type { Micros } from '../values/time.js'

type CarryContext = Pick<DecisionContext, 'now' | 'market' | 'instruments' | 'isFundingCharged'>

/** Posts the carry since the position was last charged, and returns it. `until` ends that period, or is within it. */
export function chargeCarry(draft: Draft, position: Position, until: Micros, context: CarryContext): Usd {
  const due = carryDue(draft.account, position, until, context)
  if (due === null) return usd(0n)
  draft.post(due.kind, due.amount, { positionId: position.id, accrual: due.accrual })
  return due.amount
}

/** Charges the position that a fill is about to change, up to now. */
export function settleCarry(draft: Draft, listing: Listing, context: CarryContext): void {
  const position = draft.account.positions.get(listingKey(listing))
  if (position === undefined || !hasCarry(draft.account) || !isWithinPeriod(position, context)) return
  const due = carryDue(draft.account, position, context.now, context)
  if (due === null) return
  draft.putPosition({ ...position, carry: usd(position.carry + due.amount), fundedUntil: context.now })
  draft.post(due.kind, due.amount, { positionId: position.id, accrual: due.accrual })
}

/** The amount that a fill of this position would post (negative: pay): for the rules, which are asked before it. */
export function accruedCarry(account: Account, position: Position | undefined, context: CarryContext): Usd {
  if (position === undefined || !hasCarry(account) || !isWithinPeriod(position, context)) return usd(0n)
  return carryDue(account, position, context.now, context)?.amount ?? usd(0n)
}

/** Most plans have none, and every fill comes by here. */
const hasCarry = ({ plan: { costs, live } }: Account): boolean =>
  live === undefined && (costs.borrowing || costs.rollover)

interface CarryDue {
  readonly kind: CarryKind
  readonly amount: Usd
  readonly accrual: Accrual
}

/** Null where the plan has no carry of the venue. */
function carryDue(
  { plan }: Account,
  position: Position,
  until: Micros,
  { market, instruments }: CarryContext,
): CarryDue | null {
  const { symbol, venue, fundedUntil: from } = position
  const terms = instruments.find(symbol)?.terms[venue]
  if (terms === undefined || !isCarryCharged(plan, terms)) return null
  const carry = market.carry(position, from)
  if (carry === undefined) return null
  const rate = sideRate(carry.rates, position.direction)
  const accrual = { from, until, rate }
  return { kind: terms.carry.kind, amount: carryPayment(position, rate, accrual), accrual }
}

/**
 * Whether time has passed since the position was last charged, and no funding time with it: those that an account of a
 * long absence has still to pay for come first.
 */
function isWithinPeriod(position: Position, { now, instruments, isFundingCharged }: CarryContext): boolean {
  const terms = instruments.find(position.symbol)?.terms[position.venue]
  if (!isFundingCharged || terms === undefined || position.fundedUntil >= now) return false
  return position.fundedUntil >= periodStart(now, terms)
}
