/**
 * The equity that the loss rules look at: at current marks, less what it costs to execute the order now (the spread to
 * the mark and the fees), or, of what rests, its fee alone. Contract: accounts and risk, pre-trade.
 */
import type { FillTerms } from '../execution/fill-order.js'
import type { Match } from '../execution/match-order.js'
import { totalQuantity } from '../margin/book-walk.js'
import { NO_MARK } from '../margin/exposure.js'
import { computeFee } from '../margin/fee.js'
import type { Figures } from '../margin/figures.js'
import type { DecisionContext } from '../model/decision-context.js'
import { liveQuantity, waitingPriceAt, type Order } from '../model/order/order.js'
import { notionalOf } from '../model/account/position.js'
import { quantity, usd, type Usd } from '../values/decimal.js'

/** `after`: the figures with the executions filled, and the rest working. */
export const equityAfterOrder = (
  after: Pick<Figures, 'equity'>,
  order: Order,
  match: Match,
  fillTerms: FillTerms,
  context: DecisionContext,
): Usd => usd(after.equity - restingFee(order, match, fillTerms, context))

/** Waiting at its limit it would make, and pay as maker; fired without one it would take. */
function restingFee(
  order: Order,
  { executions, rests }: Match,
  { terms }: FillTerms,
  { market }: DecisionContext,
): Usd {
  const at = waitingPriceAt(order, market.quote(order)?.mark ?? NO_MARK)
  if (!rests || at === null || order.flags.reduceOnly) return usd(0n)
  const rest = quantity(liveQuantity(order) - totalQuantity(executions))
  return computeFee(terms, order.limitPrice === null ? 'TAKER' : 'MAKER', true, notionalOf(rest, at))
}
