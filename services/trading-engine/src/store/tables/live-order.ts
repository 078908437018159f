/**
 * The life of an order at its venue as its row keeps it: every field of every state, null where the state has none.
 * What is read is the state that these fields are of.
 */
import {
  cancelRequestedAt,
  changeOf as changeUnderWay,
  endingOf,
  keptOf,
  modifyRequestedAt,
  requestOf,
  type ChangeUnderWay,
  type Ending,
  type HeldTerms,
  type LiveOrder,
  type TermsAtVenue,
} from '../../core/model/live/live-order.js'
import { isEnded, isSent, isUnsent } from '../../core/model/live/venue-request-states.js'
import type { VenueRequest, VenueState } from '../../core/model/live/venue-request.js'
import type { Order } from '../../core/model/order/order.js'
import type { Quantity } from '../../core/values/decimal.js'
import { assertInvariant } from '../../core/values/invariant.js'
import type { Micros } from '../../core/values/time.js'
import { columnsOf, mutable, type Column } from './column.js'
import { readLive, writeLive, type LiveRow } from './live.js'

interface StoredLiveOrder {
  readonly request: VenueRequest
  readonly state: VenueState
  readonly txHash: string | null
  readonly venueOrderId: string | null
  readonly reason: string | null
  readonly filledBefore: Quantity
  readonly cancelRequestedAt: Micros | null
  readonly modifyRequestedAt: Micros | null
  readonly ending: Ending | null
  readonly cancellation: VenueRequest | null
  readonly change: VenueRequest | null
  /** Absent or null: the engine is not to hold it. */
  readonly heldNext?: HeldTerms | null
  /** Absent: no change is under way, or one from before it was kept. */
  readonly changeFilledBefore?: Quantity
  /** Absent: its venue has confirmed no change, or did so before it was kept. */
  readonly changed?: TermsAtVenue
}

export function storedLiveOrder(live: LiveOrder): StoredLiveOrder {
  const { request, reason, filledBefore, changed } = live
  const { state, txHash, venueOrderId } = request
  const changeFilledBefore = changeUnderWay(live)?.filledBefore
  return {
    ...{ request, state, txHash, venueOrderId, reason, filledBefore },
    cancelRequestedAt: cancelRequestedAt(live),
    modifyRequestedAt: modifyRequestedAt(live),
    ending: endingOf(live),
    cancellation: requestOf(live, 'cancellation'),
    change: requestOf(live, 'change'),
    ...(live.kind === 'taking_back' ? { heldNext: live.heldNext } : {}),
    ...(changeFilledBefore !== undefined && { changeFilledBefore }),
    ...(changed !== undefined && { changed }),
  }
}

export function readLiveOrder(stored: StoredLiveOrder): LiveOrder {
  const { request, ending, cancellation, heldNext = null } = stored
  const common = keptOf(stored)
  if (isEnded(request)) return { ...common, kind: 'ended', request, ending }
  if (isUnsent(request)) return { ...common, kind: 'asked', request }
  assertInvariant(isSent(request), 'a request that is neither new nor over is with its venue')
  const sent = { ...common, request }
  const change = changeOf(stored)
  if (stored.cancelRequestedAt !== null)
    return { ...sent, kind: 'cancelling', cancellation, requestedAt: stored.cancelRequestedAt, ending, change }
  if (heldNext !== null && cancellation !== null && stored.modifyRequestedAt !== null)
    return { ...sent, kind: 'taking_back', cancellation, requestedAt: stored.modifyRequestedAt, heldNext }
  return change === null ? { ...sent, kind: 'at_venue' } : { ...sent, kind: 'changing', change }
}

function changeOf({ change, modifyRequestedAt, changeFilledBefore }: StoredLiveOrder): ChangeUnderWay | null {
  if (change === null || modifyRequestedAt === null) return null
  const filled = changeFilledBefore === undefined ? {} : { filledBefore: changeFilledBefore }
  return { request: change, requestedAt: modifyRequestedAt, ...filled }
}

/** A column of the statement for LIVE accounts; that of PAPER ones does not know it. */
export const LIVE_ORDER_COLUMN: Column<Order> = mutable(
  columnsOf<Order>().jsonb('live', ({ live }) => (live === undefined ? null : writeLive(storedLiveOrder(live)))),
)

export const liveOrderOf = ({ live }: LiveRow): { readonly live?: LiveOrder } =>
  live === null || live === undefined ? NOTHING : { live: readLiveOrder(readLive(live) as StoredLiveOrder) }

const NOTHING = {}
