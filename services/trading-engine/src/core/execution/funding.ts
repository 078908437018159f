/**
 * Charges positions for time. At each funding time of its venue (every hour on GMX, 00:00 UTC on Ostium; the cadence is
 * the catalogue's) a position pays or receives, with q = quantity and m = mark of that moment:
 *
 *  funding = q × m × rate, paid by longs and received by shorts when the rate is positive, the other way round when not
 *
 * rounded once to a millionth of a dollar, against the trader; and the carry (`margin/carry.ts`) of the time since it
 * was last charged, where its plan has it. Rollover takes the place of funding. Every decision first charges all that
 * is due, so the quantity is always the one held at the funding time, however late the decision.
 */
import { negate, usd, type Usd } from '../values/decimal.js'
import { isCarryCharged, periodOf } from '../margin/carry.js'
import { fundingPayment } from '../margin/funding-payment.js'
import { chargeCarry } from './charge-carry.js'
import type { Draft } from '../model/draft.js'
import type { VenueId, VenueTerms } from '../model/market/instrument.js'
import type { Transfer } from '../model/account/ledger.js'
import type { Micros } from '../values/time.js'
import type { Position } from '../model/account/position.js'
import type { DecisionContext } from '../model/decision-context.js'

/** A payment as the ledger has it, and what it was paid for. */
export interface FundingPayment {
  readonly transfer: Transfer
  readonly symbol: string
  readonly venue: VenueId
}

/** Sums of funding for a symbol over some time; neither is negative. */
export interface FundingSum {
  readonly symbol: string
  readonly paid: Usd
  readonly received: Usd
}

/**
 * Charged in one decision, over all positions; what is older goes first, the rest in the decisions that follow. A month
 * of hours: only who was away for longer ever sees a second one.
 */
const CHARGES_MAX = 750

/** The first funding time after a moment: a multiple of the venue's cadence since the epoch. */
export function fundingTimeAfter(at: Micros, terms: Pick<VenueTerms, 'fundingCadence'>): Micros {
  const period = periodOf(terms)
  return (Math.floor(at / period) + 1) * period
}

/** Whether and when positions are charged. */
export type FundingTerms = Pick<DecisionContext, 'instruments' | 'isFundingCharged'>

/** When the position is charged next; null when it never is. */
export function nextFundingAt(position: Position, { instruments, isFundingCharged }: FundingTerms): Micros | null {
  if (!isFundingCharged) return null
  const terms = instruments.find(position.symbol)?.terms[position.venue]
  return terms === undefined ? null : fundingTimeAfter(position.fundedUntil, terms)
}

/** Charges every open position for the funding times that have passed. */
export function chargeFunding(draft: Draft, context: DecisionContext): void {
  let charges = 0
  for (const position of [...draft.account.positions.values()]) {
    let current = position
    for (let at = nextFundingAt(current, context); at !== null && at <= context.now;) {
      if (++charges > CHARGES_MAX) return
      current = charge(draft, current, at, context)
      at = nextFundingAt(current, context)
    }
  }
}

function charge(draft: Draft, position: Position, at: Micros, context: DecisionContext): Position {
  const funding = fund(draft, position, at, context)
  const carry = chargeCarry(draft, position, at, context)
  const charged: Position = {
    ...position,
    funding: usd(position.funding + funding),
    carry: usd(position.carry + carry),
    fundedUntil: at,
  }
  draft.putPosition(charged)
  return charged
}

/** Returns what was posted. */
function fund(draft: Draft, position: Position, at: Micros, { market, instruments }: DecisionContext): Usd {
  const terms = instruments.find(position.symbol)?.terms[position.venue]
  if (terms?.carry.kind === 'rollover' && isCarryCharged(draft.account.plan, terms)) return usd(0n)
  const funding = market.funding(position, at)
  // A symbol that had no price then cannot be charged for.
  if (funding === undefined) return usd(0n)
  // As the ledger has it: positive where longs pay and shorts receive. The sides of a venue may differ.
  const { long, short } = funding.rates
  const rate = position.direction === 'LONG' ? long : negate(short)
  const amount = fundingPayment(position, funding.mark, rate)
  draft.post('funding', amount, { positionId: position.id, funding: { at, rate } })
  return amount
}
