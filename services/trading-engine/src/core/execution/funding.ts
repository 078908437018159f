/**
 * Funding: paid or received by positions open over a funding time (GMX hourly, Ostium's rollover daily at 00:00 UTC;
 * the cadence is the catalogue's). At each of them, with q = quantity and m = mark of that moment:
 *
 *  payment = q × m × rate, paid by longs and received by shorts when the rate is positive, the other way round when not
 *
 * rounded once to a millionth of a dollar, against the trader. Every decision first charges all due funding, so the
 * quantity is always the one held at the funding time, however late the decision.
 */
import { decimal, multiplyDivide, negate, ONE, roundToStep, usd, type Rate, type Usd } from '../values/decimal.js'
import type { Draft } from '../model/draft.js'
import type { VenueId, VenueTerms } from '../model/instrument.js'
import type { Transfer } from '../model/ledger.js'
import type { Micros } from '../values/time.js'
import type { Position } from '../model/position.js'
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

const FUNDING_STEP = decimal('0.000001')
const HOUR_MICROS = 3_600_000_000
/**
 * Charged in one decision, over all positions; what is older goes first, the rest in the decisions that follow. A month
 * of hours: only who was away for longer ever sees a second one.
 */
const CHARGES_MAX = 750

/** The first funding time after a moment: a multiple of the venue's cadence since the epoch. */
export function fundingTimeAfter(at: Micros, { fundingCadence }: Pick<VenueTerms, 'fundingCadence'>): Micros {
  const period = Number.parseInt(fundingCadence, 10) * HOUR_MICROS
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

/** The amount a position receives (negative: pays) for a funding time. */
export function fundingPayment({ direction, quantity }: Position, mark: bigint, rate: Rate): Usd {
  const received = multiplyDivide(quantity * mark, direction === 'LONG' ? negate(rate) : rate, ONE * ONE, 'FLOOR')
  return usd(roundToStep(received, FUNDING_STEP, 'FLOOR'))
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
  const funding = context.market.funding(position, at)
  // A symbol that had no price then cannot be charged for.
  const amount = funding === undefined ? usd(0n) : fundingPayment(position, funding.mark, funding.rate)
  const charged: Position = { ...position, funding: usd(position.funding + amount), fundedUntil: at }
  draft.putPosition(charged)
  if (funding !== undefined) {
    draft.post('funding', amount, { positionId: position.id, funding: { at, rate: funding.rate } })
  }
  return charged
}
