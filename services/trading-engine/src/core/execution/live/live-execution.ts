/** Orders of a LIVE account are requests to the contracts of a venue, or are held by the engine until they are. */
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { withoutDistance } from '../../model/order/exit-terms.js'
import type { Order } from '../../model/order/order.js'
import type { AccountExecution, Approved } from '../account-execution.js'
import { expectMatch } from '../match-order.js'
import { terminateOrder } from '../terminate-order.js'
import { askVenues } from './ask-venue.js'
import { changeLive } from './change-at-venue.js'
import { closeAtVenue } from './close-at-venue.js'
import { placeLive } from './place-live.js'
import { LIVE_HANDLERS } from './reached-live-orders.js'
import { cancelAgain } from './withdraw.js'

export const LIVE_EXECUTION: AccountExecution = {
  match: (account, order, { market, isMarketOpen }) =>
    expectMatch(account, order, market.quote(order), isMarketOpen(order)),
  place: (draft, order, approved, _fillTerms, context) => placeLive(draft, order, approved, context),
  on: LIVE_HANDLERS,
  cancel: (draft, order, reason) => terminateOrder(draft, order, 'CANCELLED', reason, 'USER'),
  modify: (draft, working, requested, _terms, context) =>
    changeLive(draft, working, { ...requested, version: working.version }, context),
  protect,
  close: (draft, position, order, _closing, context) => closeAtVenue(draft, position, order, context),
  passTime: (draft, { now }) => cancelAgain(draft, now),
  handOver: askVenues,
}

const RESTING: Approved = { rests: true, executions: [], exits: [] }

function protect(draft: Draft, exit: Order, existing: Order | undefined, context: DecisionContext): void {
  if (existing !== undefined) {
    const { flags, quantity, limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice, trail } = exit
    const prices = { limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice, trail }
    changeLive(draft, existing, { flags, quantity, ...prices, ...withoutDistance(existing) }, context)
    return
  }
  const at = draft.stamp()
  placeLive(draft, { ...exit, createdAt: at, updatedAt: at }, RESTING, context)
}
