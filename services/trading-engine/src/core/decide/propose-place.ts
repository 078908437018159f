/** A new order as it would stand before the rules: prepared, matched with the book, and proposed. Changes nothing. */
import type { Account } from '../model/account/account.js'
import type { FillTerms } from '../execution/fill-order.js'
import { executionOf } from '../execution/execution-of.js'
import { oracleFeeOf, placementFee } from '../margin/oracle-fee.js'
import type { Instrument } from '../model/market/instrument.js'
import type { Order } from '../model/order/order.js'
import { listingKey } from '../model/market/listing.js'
import { usd } from '../values/decimal.js'
import type { Problem } from '../model/outcome.js'
import { prepareOrder, type PlaceOrder } from './prepare-order.js'
import { propose } from '../risk/propose.js'
import type { Proposal } from '../risk/proposal.js'
import { fillTermsOf } from '../execution/execute-match.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface Proposed {
  readonly proposal: Proposal
  readonly fillTerms: FillTerms
}

export type ProposedPlace = Proposed | { readonly problem: Problem }

/** `endedParent` is the stored order that `parentOrderId` names, if it no longer works; null when there is none. */
export function proposePlace(
  account: Account,
  command: PlaceOrder,
  endedParent: Order | null,
  context: DecisionContext,
): ProposedPlace {
  const { parentOrderId } = command
  const entry = parentOrderId === null ? null : (account.orders.get(parentOrderId) ?? endedParent)
  const prepared = prepareOrder(account, command, entry, context)
  if ('problem' in prepared) return prepared
  const { instrument } = prepared
  const order = withPlacementFee(account, prepared.order, instrument)
  const match = executionOf(account).match(account, order, context)
  const fillTerms = fillTermsOf(account, order, instrument, match, 'TAKER', context.now)
  return { proposal: propose(account, order, instrument, match, fillTerms, context), fillTerms }
}

/** Puts the price of being accepted into its fees from the beginning. */
function withPlacementFee(account: Account, order: Order, { terms }: Instrument): Order {
  const venueTerms = terms[order.venue]
  const fee = venueTerms === undefined ? 0n : oracleFeeOf(account.plan, venueTerms)
  if (fee === 0n) return order
  const position = account.positions.get(listingKey(order))
  return { ...order, fees: placementFee(order, position, usd(fee)) }
}
