/**
 * Previews placing an order: its outcome now, and the largest possible size. Decided like any order, then discarded.
 */
import type { Account } from '../model/account/account.js'
import { openPlace, place, proposePlace, type Placement } from './decide-place.js'
import { quantity, type Quantity } from '../values/decimal.js'
import type { Order } from '../model/order/order.js'
import { decided, type Outcome } from '../model/outcome.js'
import type { PlaceOrder } from './prepare-order.js'
import { findingsOf, evaluateRisk, type RuleFinding } from '../risk/evaluate.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface Preview {
  readonly placement: Placement
  readonly after: Account
  /** The finding of every rule, in the documented order. */
  readonly findings: readonly RuleFinding[]
  /** The largest quantity that every rule would let through, other things being equal; 0 when none would. */
  readonly largestQuantity: Quantity
}

export function previewPlace(
  account: Account,
  command: PlaceOrder,
  context: DecisionContext,
  endedParent: Order | null,
): Outcome<Preview> {
  const { draft, parent, proposed } = openPlace(account, command, context, endedParent)
  if ('problem' in proposed) return { kind: 'problem', problem: proposed.problem }
  const { proposal } = proposed
  const isRefused = (size: Quantity): boolean => {
    const other = proposePlace(draft.account, { ...command, quantity: size }, parent, context)
    return 'proposal' in other && evaluateRisk(other.proposal).kind === 'refused'
  }
  const { order, position, instrument } = proposal
  const { lotSize } = instrument
  // What only reduces is cut to its position: no size of it is too large.
  const lotsMax = order.flags.reduceOnly ? (position?.quantity ?? order.quantity) / lotSize : LOTS_MAX
  const lots = largestWithin(lotsMax, command.quantity / lotSize, (count) => !isRefused(quantity(count * lotSize)))
  const findings = findingsOf(proposal)
  // Last of all: it changes the draft.
  const outcome = place(draft, proposed, context)
  if (outcome.kind === 'problem') return outcome
  return decided(null, {
    placement: outcome.answer,
    after: outcome.changes?.account ?? account,
    findings,
    largestQuantity: quantity(lots * lotSize),
  })
}

/** Far beyond what any plan allows of any instrument, and what a book holds. */
const LOTS_MAX = 1n << 50n

/**
 * The largest number, from 0 to `lotsMax`, that fits: every smaller one does too. Looked for around `guess`, by
 * doubling and halving.
 */
function largestWithin(lotsMax: bigint, guess: bigint, fits: (count: bigint) => boolean): bigint {
  let fitting = 0n
  let failing = guess < 1n ? 1n : guess
  while (failing <= lotsMax && fits(failing)) {
    fitting = failing
    failing *= 2n
  }
  if (failing > lotsMax) {
    if (fits(lotsMax)) return lotsMax
    failing = lotsMax
  }
  while (failing - fitting > 1n) {
    const middle = (fitting + failing) / 2n
    if (fits(middle)) fitting = middle
    else failing = middle
  }
  return fitting
}
