/** Puts orders of a LIVE account in place: asked of their venue, or held by the engine until they fire. */
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { isAtVenue, type LiveOrder } from '../../model/live/live-order.js'
import type { Order } from '../../model/order/order.js'
import type { Position } from '../../model/account/position.js'
import { decimal, min, multiply, ONE, rate, type Rate } from '../../values/decimal.js'
import { asked, changedAction, isForVenue } from './ask-venue.js'
import { recordInitialStop } from '../bracket.js'
import type { Match } from '../match-order.js'
import { changeOrder, newRequest, requestCancellation } from '../terminate-order.js'
import { endUnfilledRest } from '../unfilled-rest.js'
import { closingNow } from './venue-orders.js'

/** Returns the order as it then is: PENDING where its venue was asked for it. */
export function placeLive(
  draft: Draft,
  order: Order,
  match: Pick<Match, 'executions' | 'rests'>,
  context: DecisionContext,
): Order {
  const isNow = order.kind !== 'MARKET' && match.executions.length > 0 && !isForVenue(draft.account, order)
  const isAsked = isNow || isForVenue(draft.account, order)
  const placed: Order = isAsked ? { ...asked(draft, order, isNow ? NOW : {}, context), status: 'PENDING' } : order
  draft.putOrder(placed)
  draft.emit({ type: 'order.ack', order: placed })
  recordInitialStop(draft, placed)
  return isAsked || match.rests ? placed : endUnfilledRest(draft, placed)
}

const NOW = { isNow: true }

/** An order that the engine held is asked for, at the market. */
export function askNow(draft: Draft, order: Order, context: DecisionContext): Order {
  const { live } = asked(draft, order, NOW, context)
  return live === undefined ? order : changeOrder(draft, order, { live })
}

/** Changes a working order: immediately where nothing was sent, else its venue is asked, and the old values hold on. */
export function changeLive(draft: Draft, order: Order, fields: Partial<Order>, context: DecisionContext): Order {
  const changed: Order = { ...order, ...fields }
  const { live } = order
  if (live === undefined || !isAtVenue(order)) return changeHere(draft, order, changed, context)
  if (live.cancelRequestedAt !== null || live.modifyRequestedAt !== null) return order
  if (!isForVenue(draft.account, { ...changed, status: 'OPEN' })) return takeBack(draft, order, live, changed)
  const change = newRequest(draft, order, changedAction(order, changed, draft.account, context))
  draft.putRequest(change)
  return changeOrder(draft, order, { live: { ...live, change, modifyRequestedAt: change.createdAt } })
}

function changeHere(draft: Draft, order: Order, changed: Order, context: DecisionContext): Order {
  const { live, ...held } = changed
  if (live !== undefined && live.state === 'NEW')
    draft.putRequest({ ...live.request, state: 'CANCELLED', updatedAt: draft.stamp() })
  const isUnsent = live !== undefined && order.status === 'PENDING'
  const waiting: Order = { ...held, status: isUnsent ? 'OPEN' : held.status }
  const isAsked = isForVenue(draft.account, waiting)
  const current: Order = isAsked ? { ...asked(draft, waiting, {}, context), status: order.status } : waiting
  const next: Order = { ...current, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(next)
  recordInitialStop(draft, next)
  return next
}

/** The engine has to hold it as it is to be, and does when the venue has let go of it: two of them could both fill. */
function takeBack(draft: Draft, order: Order, live: LiveOrder, changed: Order): Order {
  const { flags, quantity, contingentQuantity, limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice } =
    changed
  const sizes = { quantity, contingentQuantity }
  const prices = { limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice }
  const cancellation = requestCancellation(draft, order, live)
  const heldNext = { flags, ...sizes, ...prices }
  return changeOrder(draft, order, {
    live: { ...live, cancellation, heldNext, modifyRequestedAt: cancellation.createdAt },
  })
}

/** Closes by the service go this far from the mark; each one that the venue refuses is followed by one twice as far. */
const RISK_SLIPPAGE_PCT = rate(decimal('5'))
const RISK_SLIPPAGE_PCT_MAX = rate(decimal('20'))

/** In percent of the mark, after so many closes that were refused for their price. */
export const riskSlippage = (refusedCloses: number): Rate =>
  min(rate(multiply(RISK_SLIPPAGE_PCT, ONE << BigInt(Math.min(refusedCloses, 8)), 'FLOOR')), RISK_SLIPPAGE_PCT_MAX)

/** Asks for the close of a position by the service, unless its venue is being asked already. */
export function closeAtVenue(draft: Draft, position: Position, whole: Order, context: DecisionContext): void {
  if (closingNow(draft.account, position) > 0n) return
  const again = position.live?.closeAgainAt ?? null
  if (again !== null && again > context.now) return
  const at = draft.stamp()
  const order: Order = { ...whole, createdAt: at, updatedAt: at }
  const terms = { slippagePct: riskSlippage(position.live?.refusedCloses ?? 0) }
  const placed: Order = { ...asked(draft, order, terms, context), status: 'PENDING' }
  draft.putOrder(placed)
  draft.emit({ type: 'order.ack', order: placed })
}
