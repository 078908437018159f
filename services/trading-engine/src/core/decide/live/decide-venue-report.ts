/**
 * Books what a venue, or the way to it, says of a request (contract: live execution). The venue's contracts own the
 * fills of a LIVE account: an execution is booked whatever the order was asked since, so a fill that comes after a
 * cancellation was asked for wins. Reports may come late and twice; the states of a request only go forward.
 */
import type { Account } from '../../model/account/account.js'
import type { DecisionContext } from '../../model/decision-context.js'
import { openDraft, type Draft } from '../../model/draft.js'
import { isKeptWithTrade, isRequestEnded, type HeldTerms, type LiveOrder } from '../../model/live/live-order.js'
import { mayFollow, STATE_AFTER } from '../../model/live/request-states.js'
import { listingKey } from '../../model/market/listing.js'
import { isWorking } from '../../model/order/order-status.js'
import { isCloseByService, remainingQuantity, type Order } from '../../model/order/order.js'
import { decided, type Outcome } from '../../model/outcome.js'
import { isReducedBy } from '../../model/account/position.js'
import { isConditional } from '../../model/order/trigger.js'
import type { ChainPlace, VenueCharges, VenueReport, VenueRequest } from '../../model/live/venue-request.js'
import { min, quantity, usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import { assertNever } from '../../values/assert-never.js'
import { assertInvariant } from '../../values/invariant.js'
import { advance } from '../../execution/advance.js'
import { recordInitialStop } from '../../execution/bracket.js'
import { asked, askVenues } from '../../execution/live/ask-venue.js'
import { bookVenueFill, type Executed } from '../../execution/live/book-venue-fill.js'
import { fillTermsOf } from '../../execution/fill-terms.js'
import { changeCollateral } from '../../execution/live/change-collateral.js'
import { allCharges, postAttempt } from '../../execution/live/live-charges.js'
import { riskSlippage } from '../../execution/live/place-live.js'
import { expectMatch } from '../../execution/match-order.js'
import {
  askToRelease,
  changeOrder,
  endOrder,
  endParts,
  isRepeated,
  isTakenBack,
  terminateOrder,
} from '../../execution/terminate-order.js'
import { refuseOrder } from '../../execution/refuse-order.js'
import { recheckOrder } from '../recheck-order.js'

export interface ReportAnswer {
  /** False: the request is no longer wanted, or has ended. Nothing that is not sent yet may be sent. */
  readonly isWanted: boolean
}

/** `found` is the stored request that the report names; null when it names none. */
export function decideVenueReport(
  account: Account,
  report: VenueReport,
  found: VenueRequest | null,
  context: DecisionContext,
): Outcome<ReportAnswer> {
  if (report.requestId !== null && found === null)
    return { kind: 'problem', problem: { kind: 'not_found', message: 'no such request to a venue' } }
  const draft = openDraft(account, context)
  advance(draft, context)
  const isWanted = book(draft, report, found, context)
  askVenues(draft, context)
  return decided(draft.changes(), { isWanted })
}

function book(draft: Draft, report: VenueReport, found: VenueRequest | null, context: DecisionContext): boolean {
  if (report.kind === 'charged') return bookCharge(draft, found && orderOf(draft.account, found), report.charges)
  if (report.kind === 'collateral') return bookCollateral(draft, found, report)
  if (found === null) {
    assertInvariant(report.kind === 'executed', 'only what a venue does by itself names no request')
    bookVenueFill(draft, null, report, context)
    return true
  }
  const order = orderOf(draft.account, found)
  const part = order?.live === undefined ? null : partOf(order.live, found.id)
  if (order?.live === undefined || part === null) return bookLate(draft, found, report, context)
  const request = order.live[part] ?? found
  if (isRequestEnded(request)) return bookLate(draft, request, report, context)
  switch (report.kind) {
    case 'signed':
    case 'sent':
    case 'accepted':
      return advanceRequest(draft, order, part, request, report)
    case 'executed':
      return bookExecution(draft, order, report, context)
    case 'updated':
      return bookChange(draft, order, order.live, report.charges)
    case 'frozen':
      return bookFrozen(draft, order, request, report)
    case 'cancelled':
    case 'timed_out':
    case 'failed':
      return part === 'request' || report.kind === 'cancelled'
        ? bookEnd(draft, order, refused(report, report.kind), context)
        : bookPartFailed(draft, order, part, request, refused(report, report.kind))
    default:
      return assertNever(report)
  }
}

/** The requests of an order, by their place in it. */
type Part = 'request' | 'cancellation' | 'change'
const PARTS: readonly Part[] = ['request', 'cancellation', 'change']

const orderOf = ({ orders }: Account, { orderId }: VenueRequest): Order | undefined =>
  orderId === null ? undefined : orders.get(orderId)

/** An order that works bears what was paid for it, and its position with it, as with fees of a PAPER one. */
function bookCharge(draft: Draft, order: Order | null | undefined, charges: VenueCharges): boolean {
  postAttempt(draft, charges)
  if (order === null || order === undefined) return true
  const fees = usd(order.fees - allCharges(charges))
  draft.putOrder({ ...order, fees, updatedAt: draft.stamp(), version: order.version + 1 })
  const position = order.filledQuantity === 0n ? undefined : draft.account.positions.get(listingKey(order))
  if (position !== undefined) draft.putPosition({ ...position, fees: usd(position.fees - allCharges(charges)) })
  return true
}

/** Collateral is the wallet's own money wherever it is, so that only its place changes; fees for time are paid. */
function bookCollateral(
  draft: Draft,
  found: VenueRequest | null,
  { change, charges, place, isLast }: Extract<VenueReport, { readonly kind: 'collateral' }>,
): boolean {
  if (found !== null && isLast && !isRequestEnded(found))
    draft.putRequest({ ...found, state: 'EXECUTED', txHash: place.txHash, updatedAt: draft.stamp() })
  changeCollateral(draft, change, charges)
  return true
}

const partOf = (live: LiveOrder, requestId: string): Part | null =>
  PARTS.find((part) => live[part]?.id === requestId) ?? null

type Progress = Extract<VenueReport, { readonly kind: 'signed' | 'sent' | 'accepted' }>
type Answered = Extract<VenueReport, { readonly reason: string }>

/** An end without an execution. */
interface Refused {
  readonly kind: 'cancelled' | 'timed_out' | 'failed'
  readonly reason: string
  /** Null: none. */
  readonly charges: VenueCharges | null
  readonly txHash: string | null
}
const refused = (report: Answered, kind: Refused['kind']): Refused => ({
  kind,
  reason: report.reason,
  charges: 'charges' in report ? report.charges : null,
  txHash: 'place' in report ? report.place.txHash : null,
})

function progressed(request: VenueRequest, report: Progress, at: number): VenueRequest {
  const txHash = report.kind === 'accepted' ? report.place.txHash : report.txHash
  // The receipt and the log say it in either order, and only the log names the order.
  const venueOrderId = (report.kind === 'accepted' ? report.venueOrderId : null) ?? request.venueOrderId
  return { ...request, state: STATE_AFTER[report.kind], txHash, venueOrderId, updatedAt: at }
}

function advanceRequest(draft: Draft, order: Order, part: Part, request: VenueRequest, report: Progress): boolean {
  const next = progressed(request, report, draft.stamp())
  const isKnownAlready = (['state', 'txHash', 'venueOrderId'] as const).every((name) => next[name] === request[name])
  if (!mayFollow(request.state, next.state) || isKnownAlready) return true
  draft.putRequest(next)
  const live = withPart(order, part, next)
  const isKnown = part === 'request' && next.state === 'ACCEPTED' && order.status === 'PENDING'
  changeOrder(draft, order, { live, ...(isKnown ? { status: 'OPEN' as const } : {}) })
  return true
}

function withPart({ live }: Order, part: Part, next: VenueRequest): LiveOrder {
  assertInvariant(live !== undefined, 'what a venue was asked of an order is with it')
  if (part !== 'request') return { ...live, [part]: next }
  const { state, txHash, venueOrderId, reason } = next
  return { ...live, request: next, state, txHash, venueOrderId, reason }
}

function bookExecution(draft: Draft, order: Order, report: Executed, context: DecisionContext): boolean {
  const filled = bookVenueFill(draft, order, report, context)
  const current = filled ?? draft.account.orders.get(order.id) ?? order
  const isOver = !isWorking(current.status)
  const isLast = isLastOf(draft, current, report)
  if (!isLast && !isOver) return true
  const { live } = current
  assertInvariant(live !== undefined, 'what a venue executed was asked of it')
  const at = draft.stamp()
  // Where the venue held more than the books, the order is done before its request is (`bookLate`).
  const request = isLast ? executed(live.request, report, at) : live.request
  if (isLast) draft.putRequest(request)
  const ended = { ...endParts(draft, live, 'FAILED'), request, state: request.state, txHash: request.txHash }
  const done = { ...current, live: { ...ended, cancelRequestedAt: null } }
  if (isOver) draft.putOrder({ ...done, updatedAt: at, version: current.version + 1 })
  else goOn(draft, changeOrder(draft, current, { live: done.live }), live, context)
  return true
}

/** An exit that is kept with several trades is executed by each of them, and goes on while one is left. */
function isLastOf({ account }: Draft, order: Order, { isLast }: Executed): boolean {
  if (!isKeptWithTrade(order)) return isLast
  return !isWorking(order.status) || !isReducedBy(account.positions.get(listingKey(order)), order.side)
}

const executed = (request: VenueRequest, { place }: Executed, at: Micros): VenueRequest => ({
  ...request,
  ...{ state: STATE_AFTER.executed, txHash: place.txHash, updatedAt: at },
})

/** Goes on with what is left of an order whose request was executed. */
function goOn(draft: Draft, order: Order, before: LiveOrder, context: DecisionContext): void {
  const position = draft.account.positions.get(listingKey(order))
  const isFlip = !order.flags.reduceOnly && position === undefined && before.request.action.kind === 'close'
  if (before.ending !== null)
    return void terminateOrder(draft, order, 'CANCELLED', before.ending.reason, before.ending.by)
  if (!isFlip) return void terminateOrder(draft, order, 'CANCELLED', 'reduce_only', 'SYSTEM')
  const instrument = context.instruments.find(order.symbol)
  assertInvariant(instrument !== undefined, 'the symbol of a working order is listed')
  const match = expectMatch(draft.account, order, context.market.quote(order), context.isMarketOpen(order))
  const whole = { ...match, executions: match.executions.length > 0 ? match.executions : wholeAt(order, context) }
  const terms = fillTermsOf(draft.account, order, instrument, match, 'TAKER', context.now)
  const { refusedBy } = recheckOrder(draft.account, order, whole, instrument, terms, context, null)
  if (refusedBy !== null) return refuseOrder(draft, order, refusedBy, 'RISK')
  if (!context.isMarketOpen(order)) return refuseOrder(draft, order, 'stale_market_data', 'RISK')
  const { live } = asked(draft, order, { isNow: true }, context)
  if (live !== undefined) changeOrder(draft, order, { live })
}

function wholeAt(order: Order, { market }: DecisionContext) {
  const mark = market.quote(order)?.mark
  return mark === undefined ? [] : [{ price: mark, quantity: remainingQuantity(order) }]
}

function bookChange(draft: Draft, order: Order, live: LiveOrder, charges: VenueCharges): boolean {
  postAttempt(draft, charges)
  const { change } = live
  if (change?.action.kind !== 'update') return true
  const { quantity: size, price } = change.action
  const request: VenueRequest = { ...change, state: STATE_AFTER.updated, updatedAt: draft.stamp() }
  draft.putRequest(request)
  changeOrder(draft, order, {
    quantity: quantity(order.filledQuantity + order.contingentQuantity + size),
    ...(isConditional(order.kind) ? { triggerPrice: price } : { limitPrice: price }),
    live: { ...live, change: null, modifyRequestedAt: null },
  })
  return true
}

/** The venue would keep it for ever: it is cancelled, or taken back where a position would lose its stop. */
function bookFrozen(
  draft: Draft,
  order: Order,
  request: VenueRequest,
  { reason, charges, place }: Extract<Answered, { readonly place: ChainPlace }>,
): boolean {
  postAttempt(draft, charges)
  const next: VenueRequest = {
    ...request,
    state: STATE_AFTER.frozen,
    txHash: place.txHash,
    reason,
    updatedAt: draft.stamp(),
  }
  draft.putRequest(next)
  const status = order.status === 'PENDING' ? { status: 'OPEN' as const } : {}
  const frozen = changeOrder(draft, order, { ...status, live: withPart(order, 'request', next) })
  const { live } = frozen
  if (live !== undefined && isKept(draft.account, frozen)) askToRelease(draft, frozen, live)
  else terminateOrder(draft, frozen, 'CANCELLED', 'venue_cancelled', 'SYSTEM')
  return true
}

function bookEnd(draft: Draft, order: Order, report: Refused, context: DecisionContext): boolean {
  if (report.charges !== null) postAttempt(draft, report.charges)
  const { live } = order
  assertInvariant(live !== undefined, 'what a venue has ended was asked of it')
  const at = draft.stamp()
  const state = STATE_AFTER[report.kind]
  const txHash = report.txHash ?? live.txHash
  const request: VenueRequest = { ...live.request, state, txHash, reason: report.reason, updatedAt: at }
  draft.putRequest(request)
  const parts = endParts(draft, live, report.kind === 'cancelled' ? 'EXECUTED' : 'FAILED')
  const over: LiveOrder = { ...parts, request, state, txHash, reason: report.reason }
  const current = changeOrder(draft, order, {
    live: { ...over, cancelRequestedAt: null },
    ...(order.status === 'PENDING' ? { status: 'OPEN' as const } : {}),
  })
  noteRefusedClose(draft, current, report, context)
  const { ending, heldNext = null } = live
  if (ending !== null) endOrder(draft, current, 'CANCELLED', ending.reason, ending.by)
  else if (heldNext !== null) hold(draft, current, heldNext)
  else if (!isKept(draft.account, current)) endRefused(draft, current, report)
  return true
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

function endRefused(draft: Draft, order: Order, { kind }: Refused): void {
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
function noteRefusedClose(draft: Draft, order: Order, { kind }: Refused, { now }: DecisionContext): void {
  const position = draft.account.positions.get(listingKey(order))
  if (!isCloseByService(order) || position?.live === undefined) return
  const { live } = position
  const refusedCloses = live.refusedCloses + (kind === 'cancelled' ? 1 : 0)
  const goesFurther = riskSlippage(refusedCloses) > riskSlippage(live.refusedCloses)
  const closeAgainAt = goesFurther ? null : now + CLOSE_AGAIN_MICROS
  draft.putPosition({ ...position, live: { ...live, refusedCloses, closeAgainAt } })
}

/** The order works on as it was; what the service wants ended is asked for again (`cancelAgain`). */
function bookPartFailed(
  draft: Draft,
  order: Order,
  part: Exclude<Part, 'request'>,
  request: VenueRequest,
  report: Refused,
): boolean {
  if (report.charges !== null) postAttempt(draft, report.charges)
  draft.putRequest({ ...request, state: STATE_AFTER[report.kind], reason: report.reason, updatedAt: draft.stamp() })
  const { live } = order
  assertInvariant(live !== undefined, 'what a venue was asked of an order is with it')
  const { reason } = report
  changeOrder(draft, order, {
    live:
      part === 'change'
        ? { ...live, change: null, modifyRequestedAt: null, reason }
        : { ...notTakenBack(live), cancellation: null, ...wishAfter(live, draft.stamp()), reason },
  })
  return true
}

/** Where its venue has not let go of it, it stays there as it is. */
const notTakenBack = (live: LiveOrder): LiveOrder =>
  isTakenBack(live) ? { ...live, heldNext: null, modifyRequestedAt: null } : live

/** The wish for a cancellation that was not carried out, as far as it is kept. */
const wishAfter = ({ ending }: LiveOrder, at: Micros): Pick<LiveOrder, 'cancelRequestedAt' | 'ending'> =>
  ending === null || !isRepeated(ending) ? { cancelRequestedAt: null, ending: null } : { cancelRequestedAt: at, ending }

/** About a request that has ended, or whose order has: what it cost or did is booked all the same. */
function bookLate(draft: Draft, request: VenueRequest, report: VenueReport, context: DecisionContext): boolean {
  if (report.kind === 'executed') {
    bookVenueFill(draft, null, report, context)
    if (report.isLast && !isRequestEnded(request)) draft.putRequest(executed(request, report, draft.stamp()))
    return true
  }
  if ('charges' in report) postAttempt(draft, report.charges)
  if (isRequestEnded(request)) return false
  const at = draft.stamp()
  if (report.kind === 'signed' || report.kind === 'sent' || report.kind === 'accepted') {
    const next = progressed(request, report, at)
    if (next.state !== request.state && mayFollow(request.state, next.state)) draft.putRequest(next)
    return true
  }
  if (report.kind !== 'cancelled' && report.kind !== 'timed_out' && report.kind !== 'failed') return true
  draft.putRequest({ ...request, state: STATE_AFTER[report.kind], reason: report.reason, updatedAt: at })
  return true
}
