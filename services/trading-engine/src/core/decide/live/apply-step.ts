/** Writes down what a venue's report has made of an order, and does what follows from it. */
import type { Account } from '../../model/account/account.js'
import type { DecisionContext } from '../../model/decision-context.js'
import type { Draft } from '../../model/draft.js'
import {
  changeOf,
  isKeptWithTrade,
  isSentOrder,
  termsAtVenue,
  type HeldTerms,
  type LiveOrder,
} from '../../model/live/live-order.js'
import { listingKey } from '../../model/market/listing.js'
import { isCloseByService, liveQuantity, type Order } from '../../model/order/order.js'
import { isReducedBy } from '../../model/account/position.js'
import { isConditional } from '../../model/order/trigger.js'
import { assertNever } from '../../values/assert-never.js'
import { min, quantity, type Quantity } from '../../values/decimal.js'
import { recordInitialStop } from '../../execution/bracket.js'
import { changeOrder } from '../../execution/change-order.js'
import { changeLive } from '../../execution/live/change-at-venue.js'
import { riskSlippage } from '../../execution/live/close-at-venue.js'
import type { Effect, EndKind, Step } from '../../execution/live/order-transitions.js'
import { askToRelease } from '../../execution/live/withdraw.js'
import { endOrder, terminateOrder } from '../../execution/terminate-order.js'

export function applyStep(
  draft: Draft,
  order: Order,
  { live, requests, effect }: Step,
  context: DecisionContext,
): void {
  for (const request of requests) draft.putRequest(request)
  const next = changeOrder(draft, order, { ...fieldsOf(draft.account, order, effect), live })
  if (effect.kind === 'frozen') letGo(draft, next)
  if (effect.kind === 'ended') afterEnd(draft, next, effect, context)
  if (order.live !== undefined) coverAdded(draft, next, order.live, context)
}

/**
 * A trade that was added on Ostium while a level of the position was being changed or withdrawn may have come without
 * it, or with the one before: it is set at all trades again.
 */
function coverAdded(draft: Draft, exit: Order, before: LiveOrder, context: DecisionContext): void {
  if (before.kind === 'asked' || before.kind === 'at_venue') return
  if (exit.live?.kind !== 'at_venue' || !isKeptWithTrade(exit)) return
  const position = draft.account.positions.get(listingKey(exit))
  const asked = changeOf(before)?.request.action
  const ofQuantity = asked?.kind === 'update' ? asked.ofQuantity : termsAtVenue(before)?.ofQuantity
  if (position === undefined || ofQuantity === undefined || ofQuantity >= position.quantity) return
  if (liveQuantity(exit) === position.quantity) changeLive(draft, exit, {}, context)
}

function fieldsOf(account: Account, order: Order, effect: Effect): Partial<Order> {
  switch (effect.kind) {
    case 'accepted':
    case 'frozen':
    case 'ended':
      return order.status === 'PENDING' ? { status: 'OPEN' } : {}
    case 'changed':
      return {
        quantity: changedQuantity(account, order, effect),
        ...(isConditional(order.kind) ? { triggerPrice: effect.price } : { limitPrice: effect.price }),
      }
    case 'none':
      return {}
    default:
      return assertNever(effect)
  }
}

/**
 * The fills while a change was under way are part of what it asked for; where they are all of it, nothing changes. An
 * exit has followed its position by then: what was to cover all of it does, and none is larger.
 */
function changedQuantity({ positions }: Account, order: Order, effect: Effect & { kind: 'changed' }): Quantity {
  const { filledQuantity, contingentQuantity, bracketId, flags } = order
  const whole = quantity((effect.filledBefore ?? filledQuantity) + effect.quantity)
  if (whole <= filledQuantity) return order.quantity
  const position = positions.get(listingKey(order))
  const isExit = bracketId !== null && flags.reduceOnly && position !== undefined
  if (!isExit) return quantity(whole + contingentQuantity)
  const isOfAll = bracketId === position.id && effect.ofQuantity !== undefined && effect.quantity >= effect.ofQuantity
  const left = isOfAll ? position.quantity : min(quantity(whole - filledQuantity), position.quantity)
  return quantity(filledQuantity + left + contingentQuantity)
}

/** The venue would keep it for ever: it is cancelled, or taken back where a position would lose its stop. */
function letGo(draft: Draft, order: Order): void {
  const { live } = order
  if (live !== undefined && isSentOrder(live) && isKept(draft.account, order)) askToRelease(draft, order, live)
  else terminateOrder(draft, order, 'CANCELLED', 'venue_cancelled', 'SYSTEM')
}

type Ended = Extract<Effect, { readonly kind: 'ended' }>

function afterEnd(draft: Draft, order: Order, { end, ending, heldNext }: Ended, context: DecisionContext): void {
  noteRefusedClose(draft, order, end, context)
  if (ending !== null) endOrder(draft, order, 'CANCELLED', ending.reason, ending.by)
  else if (heldNext !== null) hold(draft, order, heldNext)
  else if (!isKept(draft.account, order)) endRefused(draft, order, end)
}

/** The venue has let go of it: the engine holds it as it was changed, unless as much as that has filled by now. */
function hold(draft: Draft, order: Order, terms: HeldTerms): void {
  const { filledQuantity, flags } = order
  if (filledQuantity >= terms.quantity) return void endOrder(draft, order, 'CANCELLED', 'user_cancelled', 'USER')
  const position = draft.account.positions.get(listingKey(order))
  const held = flags.reduceOnly && position !== undefined ? position.quantity : terms.quantity
  const size = min(terms.quantity, quantity(filledQuantity + terms.contingentQuantity + held))
  recordInitialStop(draft, changeOrder(draft, order, { ...terms, quantity: size }))
}

/** No position loses its stop because its venue would not keep it: the engine watches it then. */
function isKept({ positions }: Account, order: Order): boolean {
  const isExit = isConditional(order.kind) && order.flags.reduceOnly && order.triggerState === 'ARMED'
  return isExit && isReducedBy(positions.get(listingKey(order)), order.side)
}

function endRefused(draft: Draft, order: Order, kind: EndKind): void {
  switch (kind) {
    case 'cancelled':
      return void endOrder(draft, order, 'CANCELLED', 'venue_cancelled', 'SYSTEM')
    case 'timed_out':
      return void endOrder(draft, order, 'EXPIRED', 'venue_timed_out', 'SYSTEM')
    case 'failed': {
      const status = order.filledQuantity === 0n ? 'REJECTED' : 'CANCELLED'
      return void endOrder(draft, order, status, 'venue_failed', 'SYSTEM')
    }
    default:
      return assertNever(kind)
  }
}

/** Between closes of the service that fail alike: each attempt costs the wallet a fee. */
const CLOSE_AGAIN_MICROS = 10_000_000

/** Where the price was the reason the next close goes further from the mark; one that cannot waits a little. */
function noteRefusedClose(draft: Draft, order: Order, kind: EndKind, { now }: DecisionContext): void {
  const position = draft.account.positions.get(listingKey(order))
  if (!isCloseByService(order) || position?.live === undefined) return
  const { live } = position
  const refusedCloses = live.refusedCloses + (kind === 'cancelled' ? 1 : 0)
  const goesFurther = riskSlippage(refusedCloses) > riskSlippage(live.refusedCloses)
  const closeAgainAt = goesFurther ? null : now + CLOSE_AGAIN_MICROS
  draft.putPosition({ ...position, live: { ...live, refusedCloses, closeAgainAt } })
}
