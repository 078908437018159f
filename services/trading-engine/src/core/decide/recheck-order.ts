/**
 * An order that waited is about to fill (contract: orders). What would open or add is asked again, with what it would
 * execute now and nothing of what else waits: the rules it was accepted under may have been those of another market, of
 * another state, or of a position that has gone since. What only reduces is not asked. Of an order that would close a
 * position and open the other way, the closing part fills whatever the rules or a news freeze say of the rest, unless
 * it is all or none.
 */
import type { Account } from '../model/account/account.js'
import type { RecheckResult } from '../execution/account-execution.js'
import { totalQuantity, type Execution } from '../margin/book-walk.js'
import { freezeInForce } from '../calendar/news.js'
import { min, quantity, type Quantity } from '../values/decimal.js'
import type { FillTerms } from '../execution/fill-order.js'
import type { Instrument } from '../model/market/instrument.js'
import type { Match } from '../execution/match-order.js'
import type { Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { withHighs, type Highs } from '../model/account/peak.js'
import { isReducedBy } from '../model/account/position.js'
import { propose } from '../risk/propose.js'
import { firstViolated } from '../risk/evaluate.js'
import { rulesOf } from '../risk/rules-of-plan.js'
import type { DecisionContext } from '../model/decision-context.js'

/** `seen`: highs that are not written yet. */
export function recheckOrder(
  account: Account,
  order: Order,
  match: Match,
  instrument: Instrument,
  fillTerms: FillTerms,
  context: DecisionContext,
  seen: Highs | null,
): RecheckResult {
  const { executions } = match
  const closing = closedBy(account, order)
  if (totalQuantity(executions) <= closing) return { executions, refusedBy: null }
  const alone = { ...withHighs(account, seen), orders: NO_ORDERS }
  const isFrozen = freezeInForce(account.plan.risk.newsFreeze, instrument, context) !== null
  // In one tick what waited fills before anything is liquidated.
  const asIf = (holder: Account, exits?: readonly Order[]) => ({
    ...propose(holder, order, instrument, { ...match, rests: false }, fillTerms, context, exits),
    addsToLiquidated: false,
  })
  const { rechecked, recheckedBesideOthers } = rulesOf(account)
  const refusedBy = isFrozen
    ? 'news_freeze'
    : (firstViolated(asIf(alone), rechecked) ??
      (recheckedBesideOthers.length === 0
        ? null
        : firstViolated(asIf(account, exitsOf(account, order)), recheckedBesideOthers)))
  if (refusedBy === null) return { executions, refusedBy }
  return { executions: order.tif === 'FOK' ? [] : upTo(executions, closing), refusedBy }
}

/** The exits that the order has by now. */
const exitsOf = ({ orders }: Account, { id }: Order): readonly Order[] =>
  [...orders.values()].filter(({ parentOrderId }) => parentOrderId === id)

const NO_ORDERS: Account['orders'] = new Map()

/** As much of the position as stands against the order. */
function closedBy({ positions }: Account, { venue, symbol, side }: Order): Quantity {
  const position = positions.get(listingKey({ venue, symbol }))
  return isReducedBy(position, side) ? position.quantity : quantity(0n)
}

function upTo(executions: readonly Execution[], quantityMax: Quantity): readonly Execution[] {
  const taken: Execution[] = []
  let left: Quantity = quantityMax
  for (const execution of executions) {
    if (left === 0n) break
    taken.push({ ...execution, quantity: min(left, execution.quantity) })
    left = quantity(left - min(left, execution.quantity))
  }
  return taken
}
