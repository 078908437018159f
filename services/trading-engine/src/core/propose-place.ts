/** A new order as it would stand before the rules: prepared, matched with the book, and proposed. Nothing is changed. */
import type { Account } from './account.js'
import type { FillTerms } from './fill-order.js'
import { matchOrder } from './match-order.js'
import type { Order } from './order.js'
import type { Problem } from './outcome.js'
import { prepareOrder, type PlaceOrder } from './prepare-order.js'
import { propose } from './propose.js'
import type { Proposal } from './risk/proposal.js'
import { fillTermsOf } from './take-match.js'
import type { World } from './world.js'

export interface Proposed {
  readonly proposal: Proposal
  readonly how: FillTerms
}

export type ProposedPlace = Proposed | { readonly problem: Problem }

/** `endedParent` is the order that `parentOrderId` names, as stored when it no longer works; null when there is none. */
export function proposePlace(
  account: Account,
  command: PlaceOrder,
  endedParent: Order | null,
  world: World,
): ProposedPlace {
  const { parentOrderId } = command
  const entry = parentOrderId === null ? null : (account.orders.get(parentOrderId) ?? endedParent)
  const prepared = prepareOrder(account, command, entry, world)
  if ('problem' in prepared) return prepared
  const { order, instrument } = prepared
  const match = matchOrder(account, order, world.market.book(order.symbol), world.isMarketOpen(instrument))
  const how = fillTermsOf(account, order, instrument, match.bookSequence, 'TAKER')
  return { proposal: propose(account, order, instrument, match, how, world), how }
}
