/**
 * The transitions of an order's life by reports of its venue: a table of the state, of the request that the report
 * names, and of the report. A state has rows for the requests that it has and for no others; a report that makes no
 * sense of such a request (`null`) changes nothing. Executions are not here: they are booked whatever the state.
 */
import {
  changeOf,
  endingOf,
  isRepeated,
  keptOf,
  requestOf,
  SUBJECTS,
  type Ended,
  type Ending,
  type HeldTerms,
  type LiveOrder,
  type OpenLiveOrder,
  type SentOrder,
  type Subject,
} from '../../model/live/live-order.js'
import { isSent, mayFollow, STATE_AFTER, type EndedRequest } from '../../model/live/venue-request-states.js'
import type { VenueReport, VenueRequest } from '../../model/live/venue-request.js'
import { assertNever } from '../../values/assert-never.js'
import type { Price, Quantity } from '../../values/decimal.js'
import { assertInvariant } from '../../values/invariant.js'
import type { Micros } from '../../values/time.js'

/** A report of a request that is not an execution of it. */
export type RequestReport = Exclude<VenueReport, { readonly kind: 'executed' | 'charged' | 'collateral' | 'levels' }>
type ReportKind = RequestReport['kind']
type Progress = Extract<RequestReport, { readonly txHash: string } | { readonly venueOrderId: string | null }>
type Answered = Extract<RequestReport, { readonly reason: string }>
export type EndKind = 'cancelled' | 'timed_out' | 'failed'

/** The time of each change: the account's next timestamp. */
export type Stamp = () => Micros

export interface Step {
  readonly live: LiveOrder
  /** Requests that are another now, to be stored. */
  readonly requests: readonly VenueRequest[]
  readonly effect: Effect
}

/** The effect on the order, which the books apply. */
export type Effect =
  | { readonly kind: 'none' }
  /** The venue has the order. */
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'changed'
      readonly quantity: Quantity
      readonly price: Price
      /** The filled quantity when the change was asked for; absent: as much as now. */
      readonly filledBefore?: Quantity | undefined
      /** The position's quantity by then; absent of what opens. */
      readonly ofQuantity?: Quantity | undefined
    }
  /** The venue keeps it and will not execute it. */
  | { readonly kind: 'frozen' }
  | {
      readonly kind: 'ended'
      readonly end: EndKind
      readonly ending: Ending | null
      /** Null: the engine was not asked to hold it then. */
      readonly heldNext: HeldTerms | null
    }

const NONE: Effect = { kind: 'none' }

interface Given<K extends ReportKind> {
  readonly live: OpenLiveOrder
  readonly subject: Subject
  /** The request that the report names, as it is. */
  readonly request: VenueRequest
  readonly report: RequestReport & { readonly kind: K }
  readonly stamp: Stamp
}
type Transition<K extends ReportKind> = (given: Given<K>) => Step | null
type Row = { readonly [K in ReportKind]: Transition<K> | null }

const PROGRESS = { signed: advanced, sent: advanced, accepted: advanced }
/** A venue names the order when it says that it has cancelled, changed or frozen it. */
const OF_ORDER: Row = { ...PROGRESS, cancelled: ended, timed_out: ended, failed: ended, frozen, updated: changed }
const OF_CANCELLATION: Row = {
  ...{ ...PROGRESS, cancelled: ended, timed_out: notCancelled, failed: notCancelled },
  ...{ frozen: null, updated: changed },
}
const OF_CHANGE: Row = {
  ...{ ...PROGRESS, cancelled: ended, timed_out: notChanged, failed: notChanged },
  ...{ frozen: null, updated: changed },
}

/** The requests that an order has in each state. */
interface Subjects {
  readonly asked: 'order'
  readonly at_venue: 'order'
  readonly changing: 'order' | 'change'
  readonly taking_back: 'order' | 'cancellation'
  readonly cancelling: Subject
}

const TABLE: { readonly [K in keyof Subjects]: Readonly<Record<Subjects[K], Row>> } = {
  asked: { order: OF_ORDER },
  at_venue: { order: OF_ORDER },
  changing: { order: OF_ORDER, change: OF_CHANGE },
  taking_back: { order: OF_ORDER, cancellation: OF_CANCELLATION },
  cancelling: { order: OF_ORDER, cancellation: OF_CANCELLATION, change: OF_CHANGE },
}

/** Null: nothing changes. */
export function transition(live: OpenLiveOrder, subject: Subject, report: RequestReport, stamp: Stamp): Step | null {
  const rows: Partial<Record<Subject, Row>> = TABLE[live.kind]
  const row = rows[subject]
  const request = requestOf(live, subject)
  if (row === undefined || request === null) return null
  return run(row, report.kind, { live, subject, request, report, stamp })
}

const run = <K extends ReportKind>(row: Row, kind: K, given: Given<K>): Step | null => row[kind]?.(given) ?? null

/** The receipt and the log say it in either order, and only the log names the order. */
function advanced({ live, subject, request, report, stamp }: Given<Progress['kind']>): Step | null {
  const next = progressed(request, report, stamp())
  const isKnown = (['state', 'txHash', 'venueOrderId'] as const).every((name) => next[name] === request[name])
  if (!mayFollow(request.state, next.state) || isKnown) return null
  const isAccepted = subject === 'order' && next.state === 'ACCEPTED'
  return {
    live: withRequest(live, subject, next),
    requests: [next],
    effect: isAccepted ? { kind: 'accepted' } : NONE,
  }
}

export function progressed(request: VenueRequest, report: Progress, updatedAt: Micros): VenueRequest {
  const txHash = report.kind === 'accepted' ? report.place.txHash : report.txHash
  const venueOrderId = (report.kind === 'accepted' ? report.venueOrderId : null) ?? request.venueOrderId
  return { ...request, state: STATE_AFTER[report.kind], txHash, venueOrderId, updatedAt }
}

function frozen({ live, subject, request, report, stamp }: Given<'frozen'>): Step {
  const { reason, place } = report
  const next = { ...request, state: STATE_AFTER.frozen, txHash: place.txHash, reason, updatedAt: stamp() }
  return { live: withRequest(live, subject, next), requests: [next], effect: { kind: 'frozen' } }
}

function changed({ live, stamp }: Given<'updated'>): Step | null {
  const change = changeOf(live)
  if (change?.request.action.kind !== 'update') return null
  const { quantity, ofQuantity, price, worstPrice } = change.request.action
  const { filledBefore } = change
  const next = { ...change.request, state: STATE_AFTER.updated, updatedAt: stamp() }
  const terms = {
    ...{ quantity, price, worstPrice, filledBefore: filledBefore ?? live.filledBefore },
    ...(ofQuantity !== undefined && { ofQuantity }),
  }
  return {
    live: { ...withoutChange(live), changed: terms },
    requests: [next],
    effect: { kind: 'changed', quantity, price, filledBefore, ofQuantity },
  }
}

function ended({ live, report, stamp }: Given<EndKind>): Step {
  const state = STATE_AFTER[report.kind]
  const txHash = 'place' in report ? report.place.txHash : live.request.txHash
  const request = { ...live.request, state, txHash, reason: report.reason, updatedAt: stamp() }
  const others = endOthers(live, report.kind === 'cancelled' ? 'EXECUTED' : 'FAILED', stamp)
  const heldNext = live.kind === 'taking_back' ? live.heldNext : null
  return {
    live: { ...endedOf(live, request), reason: report.reason },
    requests: [request, ...others],
    effect: { kind: 'ended', end: report.kind, ending: endingOf(live), heldNext },
  }
}

/** The order works on as it was; an end that the service wants is asked for again (`cancelAgain`). */
function notCancelled({ live, request, report, stamp }: Given<'timed_out' | 'failed'>): Step | null {
  const requests = [refused(request, report, stamp())]
  const requestedAt = stamp()
  const { reason } = report
  switch (live.kind) {
    case 'taking_back':
      return { live: { ...atVenue(live), reason }, requests, effect: NONE }
    case 'cancelling': {
      const isKept = live.ending !== null && isRepeated(live.ending)
      const next: SentOrder = isKept
        ? { ...live, cancellation: null, requestedAt }
        : live.change === null
          ? atVenue(live)
          : { ...atVenue(live), kind: 'changing', change: live.change }
      return { live: { ...next, reason }, requests, effect: NONE }
    }
    case 'asked':
    case 'at_venue':
    case 'changing':
      return null
    default:
      return assertNever(live)
  }
}

function notChanged({ live, request, report, stamp }: Given<'timed_out' | 'failed'>): Step {
  const requests = [refused(request, report, stamp())]
  return { live: { ...withoutChange(live), reason: report.reason }, requests, effect: NONE }
}

const refused = (request: VenueRequest, { kind, reason }: Answered, updatedAt: Micros): VenueRequest => ({
  ...request,
  ...{ state: STATE_AFTER[kind], reason, updatedAt },
})

/** Its own request was executed; null: that has more to execute, and the books have no more of the order to fill. */
export function executed(live: LiveOrder, request: EndedRequest | null, stamp: Stamp): Pick<Step, 'live' | 'requests'> {
  const requests = [...(request === null ? [] : [request]), ...endOthers(live, 'FAILED', stamp)]
  if (request !== null) return { live: endedOf(live, request), requests }
  return { live: live.kind === 'asked' || live.kind === 'ended' ? live : atVenue(live), requests }
}

/** Ended here, before its venue had it or after it was gone there; nothing more is sent of it. */
export function endedHere(live: LiveOrder, stamp: Stamp): Pick<Step, 'live' | 'requests'> {
  if (live.kind === 'ended') return { live, requests: [] }
  const request: EndedRequest = { ...live.request, state: 'CANCELLED', updatedAt: stamp() }
  return { live: endedOf(live, request), requests: [request, ...endOthers(live, 'FAILED', stamp)] }
}

/** The requests about an order end with it. */
const endOthers = (live: LiveOrder, state: 'EXECUTED' | 'FAILED', stamp: Stamp): readonly VenueRequest[] =>
  SUBJECTS.flatMap((subject) => {
    const request = subject === 'order' ? null : requestOf(live, subject)
    return request === null ? [] : [{ ...request, state, updatedAt: stamp() }]
  })

const endedOf = (live: LiveOrder, request: EndedRequest): Ended => ({
  ...{ kind: 'ended', request, reason: live.reason, filledBefore: live.filledBefore },
  ending: endingOf(live),
})

const atVenue = (live: SentOrder): SentOrder & { readonly kind: 'at_venue' } => ({
  ...keptOf(live),
  ...{ kind: 'at_venue', request: live.request },
})

function withoutChange(live: OpenLiveOrder): OpenLiveOrder {
  if (live.kind === 'changing') return atVenue(live)
  return live.kind === 'cancelling' ? { ...live, change: null } : live
}

function withRequest(live: OpenLiveOrder, subject: Subject, next: VenueRequest): OpenLiveOrder {
  switch (subject) {
    case 'order': {
      assertInvariant(isSent(next), 'a request that goes on is on its way or at its venue')
      const { filledBefore } = live
      if (live.kind === 'asked') return { kind: 'at_venue', request: next, reason: next.reason, filledBefore }
      return { ...live, request: next, reason: next.reason }
    }
    case 'cancellation':
      return live.kind === 'taking_back' || live.kind === 'cancelling' ? { ...live, cancellation: next } : live
    case 'change':
      return withChange(live, next)
    default:
      return assertNever(subject)
  }
}

function withChange(live: OpenLiveOrder, request: VenueRequest): OpenLiveOrder {
  if (live.kind === 'changing') return { ...live, change: { ...live.change, request } }
  if (live.kind === 'cancelling' && live.change !== null) return { ...live, change: { ...live.change, request } }
  return live
}
