/**
 * Handles orders of a LIVE account that the engine held until the market reached them: their venue is asked for them at
 * the market, if the rules for what opens still let them through.
 */
import type { Draft } from '../../model/draft.js'
import type { OrderEvents, OrderHandlers, ReachedOrder } from '../account-execution.js'
import { fillTermsOf } from '../fill-terms.js'
import { expectMatch, isImmediate } from '../match-order.js'
import { refuseOrder } from '../refuse-order.js'
import { changeOrder } from '../change-order.js'
import { endUnfilledRest } from '../unfilled-rest.js'
import { askNow } from './place-live.js'

export const LIVE_HANDLERS: OrderHandlers = {
  trigger_reached: fireOrder,
  limit_reached: askVenue,
  exit_released: askVenue,
  opened_beyond_post_only: askVenue,
}

function fireOrder(draft: Draft, { triggerTick, ...reached }: OrderEvents['trigger_reached']): void {
  const order = changeOrder(draft, reached.order, { triggerState: 'TRIGGERED', triggerTick })
  const { wouldTake } = expectMatch(draft.account, order, reached.quote, true)
  if (order.flags.postOnly && wouldTake) return refuseOrder(draft, order, 'post_only', 'SYSTEM')
  askVenue(draft, { ...reached, order })
}

function askVenue(draft: Draft, { order, instrument, quote, context, recheck }: ReachedOrder): void {
  const match = expectMatch(draft.account, order, quote, true)
  if (!match.wouldTake) return isImmediate(order) ? void endUnfilledRest(draft, order) : undefined
  const fillTerms = fillTermsOf(draft.account, order, instrument, match, 'TAKER', context.now)
  const { executions, refusedBy } = recheck(order, match, fillTerms)
  if (refusedBy === null) return void askNow(draft, order, context)
  if (refusedBy === 'news_freeze' && !isImmediate(order) && executions.length === 0) return
  if (executions.length === 0) return refuseOrder(draft, order, refusedBy, 'RISK')
  // What of it closes goes ahead.
  askNow(draft, changeOrder(draft, order, { flags: { ...order.flags, reduceOnly: true } }), context)
}
