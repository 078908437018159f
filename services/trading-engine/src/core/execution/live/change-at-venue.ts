/** Changes an order of a LIVE account, where it is. */
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import { leverageMax } from '../../margin/opening-leverage.js'
import type { Account } from '../../model/account/account.js'
import { notionalOf } from '../../model/account/position.js'
import { isSentOrder, type HeldTerms, type SentOrder } from '../../model/live/live-order.js'
import type { VenueAction } from '../../model/live/venue-request.js'
import type { Order } from '../../model/order/order.js'
import { multiply } from '../../values/decimal.js'
import { recordInitialStop } from '../bracket.js'
import { changeOrder } from '../change-order.js'
import { asked, changedAction, isForVenue } from './ask-venue.js'
import { newRequest } from './new-request.js'
import { takeBack } from './withdraw.js'

/** Changes a working order: immediately where nothing was sent, else its venue is asked, and the old values hold on. */
export function changeLive(draft: Draft, order: Order, fields: Partial<Order>, context: DecisionContext): Order {
  const changed: Order = { ...order, ...fields }
  const { live } = order
  if (live === undefined || !isSentOrder(live)) return changeHere(draft, order, changed, context)
  if (live.kind !== 'at_venue') return order
  const action = changedAction(order, changed, draft.account, context)
  // Where the engine holds it instead, it does so once the venue has let go of it: two of them could both fill.
  const isRefused = outgrows(draft.account, live, action, context) || takesTooMuch(live, action)
  if (isRefused || !isForVenue(draft.account, { ...changed, status: 'OPEN' }))
    return takeBack(draft, order, live, heldTermsOf(changed))
  const request = newRequest(draft, order, action)
  const change = { request, requestedAt: request.createdAt, filledBefore: order.filledQuantity }
  return changeOrder(draft, order, { live: { ...live, kind: 'changing', change } })
}

/**
 * Whether it would open at more leverage than the account may have: GMX keeps the collateral that an order came with.
 * Ostium's order keeps its leverage, and grows and shrinks with its price.
 */
function outgrows(
  { plan }: Account,
  { request: { venue, action: asked } }: SentOrder,
  wanted: VenueAction,
  { instruments }: DecisionContext,
): boolean {
  const instrument = asked.kind === 'open' ? instruments.find(asked.symbol) : undefined
  if (venue !== 'GMX' || asked.kind !== 'open' || wanted.kind !== 'update' || instrument === undefined) return false
  return (
    notionalOf(wanted.quantity, wanted.price) > multiply(asked.collateral, leverageMax(instrument, venue, plan), 'CEIL')
  )
}

/**
 * Whether it would take more collateral out than its share: GMX keeps the amount of the part that it was first to
 * close. What is left would be at more leverage than the books say.
 */
const takesTooMuch = ({ request: { venue, action: asked } }: SentOrder, wanted: VenueAction): boolean =>
  venue === 'GMX' &&
  asked.kind === 'close' &&
  wanted.kind === 'update' &&
  asked.quantity < asked.ofQuantity &&
  wanted.quantity < asked.quantity

function changeHere(draft: Draft, order: Order, changed: Order, context: DecisionContext): Order {
  const { live, ...held } = changed
  if (live?.kind === 'asked') draft.putRequest({ ...live.request, state: 'CANCELLED', updatedAt: draft.stamp() })
  const isUnsent = live !== undefined && order.status === 'PENDING'
  const waiting: Order = { ...held, status: isUnsent ? 'OPEN' : held.status }
  const isAsked = isForVenue(draft.account, waiting)
  const current: Order = isAsked ? { ...asked(draft, waiting, {}, context), status: order.status } : waiting
  const next: Order = { ...current, updatedAt: draft.stamp(), version: order.version + 1 }
  draft.putOrder(next)
  recordInitialStop(draft, next)
  return next
}

const heldTermsOf = ({
  flags,
  quantity,
  contingentQuantity,
  limitPrice,
  triggerPrice,
  requestedPrice,
  requestedTriggerPrice,
  trail,
}: Order): HeldTerms => ({
  ...{ flags, quantity, contingentQuantity },
  ...{ limitPrice, triggerPrice, requestedPrice, requestedTriggerPrice },
  ...(trail !== undefined && { trail }),
})
