/** Puts orders of a LIVE account in place: asked of their venue, or held by the engine until they fire. */
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import type { Order } from '../../model/order/order.js'
import { asked, isForVenue } from './ask-venue.js'
import type { Approved } from '../account-execution.js'
import { placeExits, recordInitialStop } from '../bracket.js'
import { changeOrder } from '../change-order.js'
import { endUnfilledRest } from '../unfilled-rest.js'

/** Returns the order as it then is: PENDING where its venue was asked for it. */
export function placeLive(draft: Draft, order: Order, approved: Approved, context: DecisionContext): Order {
  const { executions, rests, exits } = approved
  const isNow = order.kind !== 'MARKET' && executions.length > 0 && !isForVenue(draft.account, order)
  const isAsked = isNow || isForVenue(draft.account, order)
  const placed: Order = isAsked ? { ...asked(draft, order, isNow ? NOW : {}, context), status: 'PENDING' } : order
  draft.putOrder(placed)
  draft.emit({ type: 'order.ack', order: placed })
  placeExits(draft, exits)
  recordInitialStop(draft, placed)
  return isAsked || rests ? placed : endUnfilledRest(draft, placed)
}

const NOW = { isNow: true }

/** An order that the engine held is asked for, at the market. */
export function askNow(draft: Draft, order: Order, context: DecisionContext): Order {
  const { live } = asked(draft, order, NOW, context)
  return live === undefined ? order : changeOrder(draft, order, { live })
}
