/**
 * Asks a venue to let go of an order, for its end or for the engine to hold it. Until it confirms that, the order works
 * on. A cancellation that the service wants is asked for again until it is carried out.
 */
import type { Draft } from '../../model/draft.js'
import {
  isAtVenue,
  isRepeated,
  isSentOrder,
  keptOf,
  type Cancelling,
  type Ending,
  type HeldTerms,
  type SentOrder,
} from '../../model/live/live-order.js'
import type { VenueRequest } from '../../model/live/venue-request.js'
import type { Order } from '../../model/order/order.js'
import { assertNever } from '../../values/assert-never.js'
import type { Micros } from '../../values/time.js'
import { changeOrder } from '../change-order.js'
import { newRequest } from './new-request.js'

/** Asks for its cancellation, once. An end that the service wants takes the place of the one its trader asked for. */
export function withdraw(draft: Draft, order: Order, live: SentOrder, ending: Ending): Order {
  if (live.kind !== 'cancelling') return changeOrder(draft, order, { live: cancelling(draft, order, live, ending) })
  const isTakenOver = live.ending === null || (!isRepeated(live.ending) && isRepeated(ending))
  return isTakenOver ? changeOrder(draft, order, { live: { ...live, ending } }) : order
}

/** Asks the venue to let go of it, without a wish for its end. */
export function askToRelease(draft: Draft, order: Order, live: SentOrder): Order {
  const isAsked = live.kind === 'taking_back' || (live.kind === 'cancelling' && live.cancellation !== null)
  return isAsked ? order : changeOrder(draft, order, { live: cancelling(draft, order, live, endingOf(live)) })
}

/** Asks the venue to let go of an order that the engine will hold on other terms. */
export function takeBack(draft: Draft, order: Order, live: SentOrder, heldNext: HeldTerms): Order {
  const { request } = live
  const cancellation = requestCancellation(draft, order, request)
  const requestedAt = cancellation.createdAt
  return changeOrder(draft, order, {
    live: { ...keptOf(live), kind: 'taking_back', request, cancellation, requestedAt, heldNext },
  })
}

const endingOf = (live: SentOrder): Ending | null => (live.kind === 'cancelling' ? live.ending : null)

/** A cancellation that is under way already, for the engine to hold it, is the one that is wanted now. */
function cancelling(draft: Draft, order: Order, live: SentOrder, ending: Ending | null): Cancelling {
  const { request } = live
  const common = { ...keptOf(live), kind: 'cancelling', request, ending } as const
  switch (live.kind) {
    case 'taking_back':
      return { ...common, cancellation: live.cancellation, requestedAt: live.requestedAt, change: null }
    case 'at_venue':
    case 'changing':
    case 'cancelling': {
      const cancellation = requestCancellation(draft, order, request)
      const change = live.kind === 'at_venue' ? null : live.change
      return { ...common, cancellation, requestedAt: cancellation.createdAt, change }
    }
    default:
      return assertNever(live)
  }
}

const requestCancellation = (draft: Draft, order: Order, { id }: VenueRequest): VenueRequest =>
  newRequest(draft, order, { kind: 'cancel', symbol: order.symbol, requestId: id })

/** Between cancellations by the service that its venue did not carry out. */
const CANCEL_AGAIN_MICROS = 10_000_000

/**
 * Asks again for cancellations that the service wants, until the order has ended: in an account that is halted nobody
 * else does.
 */
export function cancelAgain(draft: Draft, now: Micros): void {
  for (const { id } of draft.account.orders.values()) {
    const order = draft.account.orders.get(id)
    const { live } = order ?? {}
    if (order === undefined || live === undefined || !isSentOrder(live) || cancelAgainAt(order) > now) continue
    changeOrder(draft, order, { live: cancelling(draft, order, live, endingOf(live)) })
  }
}

/** When a cancellation that was not carried out is asked for again; Infinity: there is none. A frozen order has one. */
export function cancelAgainAt(order: Order): Micros {
  const { live } = order
  if (live === undefined || !isAtVenue(order) || live.kind === 'taking_back') return Infinity
  if (live.kind === 'cancelling') return live.cancellation === null ? live.requestedAt + CANCEL_AGAIN_MICROS : Infinity
  return live.request.state === 'FROZEN' ? order.updatedAt + CANCEL_AGAIN_MICROS : Infinity
}
