/** An order meets the book: on what terms it fills there, and what becomes of the rest of it. */
import type { Account } from '../model/account.js'
import type { Draft } from '../model/draft.js'
import { endUnfilledRest } from './unfilled-rest.js'
import { terminateOrder } from './terminate-order.js'
import { openingLeverage } from '../margin/figures.js'
import { fillOrder, type FillTerms } from './fill-order.js'
import type { Liquidity } from '../model/fill.js'
import type { Instrument } from '../model/instrument.js'
import { assertInvariant } from '../values/invariant.js'
import type { Match, TakenBook } from './match-order.js'
import { isContingent, remainingQuantity, type Order } from '../model/order.js'
import { listingKey } from '../model/listing.js'
import { closeReasonOf } from '../model/trigger.js'
import type { DecisionContext } from '../model/decision-context.js'

export function fillTermsOf(
  account: Account,
  order: Order,
  instrument: Instrument,
  { bookSequence, tick }: TakenBook,
  liquidity: Liquidity,
): FillTerms {
  const terms = instrument.terms[order.venue]
  assertInvariant(terms !== undefined, 'the venue of an order lists its symbol')
  const leverage = openingLeverage(instrument, order.venue, account)
  return { terms, leverage, liquidity, closeReason: closeReasonOf(order), liquidationTick: null, bookSequence, tick }
}

/** Takes what the match gives; what then remains rests, or has ended. Returns the order as it then is. */
export function executeMatch(
  draft: Draft,
  order: Order,
  { executions, rests }: Pick<Match, 'executions' | 'rests'>,
  fillTerms: FillTerms,
  context: DecisionContext,
): Order {
  let current = order
  for (const execution of executions) current = fillOrder(draft, current, execution, fillTerms, context)
  current = endSpentReduceOnly(draft, current)
  const isSettled = rests || !draft.account.orders.has(current.id)
  return isSettled ? current : endUnfilledRest(draft, current)
}

/** A reduce-only order ends with the position it has closed. */
function endSpentReduceOnly(draft: Draft, order: Order): Order {
  const isFlat = !draft.account.positions.has(listingKey(order))
  const isSpent = order.flags.reduceOnly && !isContingent(order) && isFlat && remainingQuantity(order) > 0n
  return isSpent ? terminateOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM') : order
}
