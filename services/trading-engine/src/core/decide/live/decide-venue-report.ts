/**
 * Books what a venue, or the way to it, says of a request (contract: live execution). The venue's contracts own the
 * fills of a LIVE account: an execution is booked whatever the order was asked since, so a fill that comes after a
 * cancellation was asked for wins. Reports may come late and twice; the states of a request only go forward.
 */
import type { Account } from '../../model/account/account.js'
import type { DecisionContext } from '../../model/decision-context.js'
import { openDraft, type Draft } from '../../model/draft.js'
import { requestOf, SUBJECTS, type OpenLiveOrder, type Subject } from '../../model/live/live-order.js'
import { isEnded, mayFollow, STATE_AFTER } from '../../model/live/venue-request-states.js'
import type { Order } from '../../model/order/order.js'
import { decided, type Outcome } from '../../model/outcome.js'
import type { VenueReport, VenueRequest } from '../../model/live/venue-request.js'
import { assertNever } from '../../values/assert-never.js'
import { assertInvariant } from '../../values/invariant.js'
import { advance } from '../../execution/advance.js'
import { askVenues } from '../../execution/live/ask-venue.js'
import { postAttempt } from '../../execution/live/live-charges.js'
import { progressed, transition, type RequestReport } from '../../execution/live/order-transitions.js'
import { bookCharge, bookCollateral } from './book-costs.js'
import { bookExecution } from './book-execution.js'
import { bookLevels } from './book-levels.js'
import { applyStep } from './apply-step.js'

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
  const order = found === null || found.orderId === null ? undefined : draft.account.orders.get(found.orderId)
  if (report.kind === 'charged') return bookCharge(draft, order, report.charges)
  if (report.kind === 'collateral') return bookCollateral(draft, found, report)
  if (report.kind === 'levels') return bookLevels(draft, report.levels, context)
  const waiting = found === null ? null : waitingFor(order, found)
  const request = found !== null && order?.live?.request.id === found.id ? order.live.request : found
  if (report.kind === 'executed') return bookExecution(draft, waiting?.order ?? null, request, report, context)
  assertInvariant(request !== null, 'only what a venue does by itself names no request')
  if ('charges' in report) postAttempt(draft, report.charges)
  if (waiting === null) return bookLate(draft, request, report)
  const step = transition(waiting.live, waiting.subject, report, () => draft.stamp())
  if (step !== null) applyStep(draft, waiting.order, step, context)
  return true
}

/** An order whose venue has yet to say what becomes of it. */
interface Waiting {
  readonly order: Order
  readonly live: OpenLiveOrder
  readonly subject: Subject
}

/** Null: nothing waits for the request any more. */
function waitingFor(order: Order | undefined, { id }: VenueRequest): Waiting | null {
  const { live } = order ?? {}
  if (order === undefined || live === undefined || live.kind === 'ended') return null
  const subject = SUBJECTS.find((one) => requestOf(live, one)?.id === id)
  return subject === undefined ? null : { order, live, subject }
}

/** About a request that has ended, or whose order has. */
function bookLate(draft: Draft, request: VenueRequest, report: RequestReport): boolean {
  if (isEnded(request)) return false
  const at = draft.stamp()
  switch (report.kind) {
    case 'signed':
    case 'sent':
    case 'accepted': {
      const next = progressed(request, report, at)
      if (next.state !== request.state && mayFollow(request.state, next.state)) draft.putRequest(next)
      return true
    }
    case 'cancelled':
    case 'timed_out':
    case 'failed':
      draft.putRequest({ ...request, state: STATE_AFTER[report.kind], reason: report.reason, updatedAt: at })
      return true
    case 'frozen':
    case 'updated':
      return true
    default:
      return assertNever(report)
  }
}
