import type { Draft } from '../../model/draft.js'
import type { Order } from '../../model/order/order.js'
import type { Meeting } from '../account-execution.js'
import { fillTermsOf } from '../execute-match.js'
import { expectMatch, isImmediate } from '../match-order.js'
import { refuseOrder } from '../refuse-order.js'
import { changeOrder } from '../terminate-order.js'
import { endUnfilledRest } from '../unfilled-rest.js'
import { askNow } from './place-live.js'

/** Asks a venue, at the market, for an order that the engine held, where the rules let it through. */
export function fireAtVenue(
  draft: Draft,
  held: Order,
  { instrument, quote, context, triggerTick, recheck }: Meeting,
): void {
  const isFiring = triggerTick !== null
  const order = isFiring ? changeOrder(draft, held, { triggerState: 'TRIGGERED', triggerTick }) : held
  const match = expectMatch(draft.account, order, quote, true)
  if (order.flags.postOnly && isFiring && match.wouldTake) return refuseOrder(draft, order, 'post_only', 'SYSTEM')
  if (!match.wouldTake) return isImmediate(order) ? void endUnfilledRest(draft, order) : undefined
  const fillTerms = fillTermsOf(draft.account, order, instrument, match, 'TAKER', context.now)
  const { executions, refusedBy } = recheck(order, match, fillTerms)
  if (refusedBy === null) return void askNow(draft, order, context)
  if (refusedBy === 'news_freeze' && !isImmediate(order) && executions.length === 0) return
  if (executions.length === 0) return refuseOrder(draft, order, refusedBy, 'RISK')
  // What of it closes goes ahead.
  askNow(draft, changeOrder(draft, order, { flags: { ...order.flags, reduceOnly: true } }), context)
}
