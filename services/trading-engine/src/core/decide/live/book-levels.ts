/**
 * Compares the levels that a trade of Ostium has now with the exits of the books. One that the venue has dropped, or
 * moved away from what the books say, is asked for again; where the venue refuses that, the engine watches it, as any
 * stop that its venue would not take.
 */
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { listingKey } from '../../model/market/listing.js'
import { isLevelKept } from '../../model/live/live-order.js'
import { LEVEL_LOST, type TradeLevels } from '../../model/live/venue-request.js'
import type { Order } from '../../model/order/order.js'
import { legOf } from '../../execution/bracket.js'
import { changeOrder } from '../../execution/change-order.js'
import { asked } from '../../execution/live/ask-venue.js'
import { levelsOf } from '../../execution/live/venue-orders.js'

export function bookLevels(draft: Draft, levels: TradeLevels, context: DecisionContext): true {
  const position = draft.account.positions.get(listingKey(levels))
  if (position === undefined) return true
  for (const exit of levelsOf(draft.account, position)) {
    const held = legOf(exit) === 'STOP' ? levels.stopLoss : levels.takeProfit
    const wanted = exit.triggerPrice ?? exit.limitPrice
    if (held === undefined || wanted === null || held === wanted) continue
    if (levels.by === 'venue' && isLevelKept(exit, wanted, held)) continue
    placeAgain(draft, exit, context)
  }
  return true
}

/** Asks for an exit that its venue has; the request of one that is on its way sets the level by itself. */
function placeAgain(draft: Draft, exit: Order, context: DecisionContext): void {
  const { live } = exit
  if (live?.kind !== 'at_venue' || live.request.state !== 'ACCEPTED') return
  draft.putRequest({ ...live.request, state: 'CANCELLED', reason: LEVEL_LOST, updatedAt: draft.stamp() })
  const again = asked(draft, exit, {}, context).live
  if (again?.kind !== 'asked') return
  const request = { ...again.request, reason: LEVEL_LOST }
  draft.putRequest(request)
  const next = changeOrder(draft, exit, { live: { ...again, request, reason: LEVEL_LOST } })
  draft.emit({ type: 'exit.lost', order: next })
}
