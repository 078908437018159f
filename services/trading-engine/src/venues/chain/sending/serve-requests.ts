/** Requests in their order: prepared, planned, and signed call by call; one that cannot go on waits or fails. */
import type { VenueRequest } from '../../../core/model/live/venue-request.js'
import { isUnfinished, type VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { Call, NotNow } from '../../port.js'
import { isObstacle, signNext } from './sign-next.js'
import type { Effect, SenderView, SetbackStep } from './wallet-view.js'

/** A call that has to come before any order: where it fails, it sets back all that wait for it, and no other. */
export function prepareWallet(view: SenderView): Effect | null {
  const { wallet, preparations, transactions, requests } = view
  if (wallet.state === 'PAUSED') return null
  const waiting = requests.filter((request) => isUnprepared(view, request) && !isGivenUp(view, request))
  const call = preparations.find(({ data }) => !transactions.some((made) => made.call.data === data))
  if (call === undefined || waiting.length === 0) return null
  const next = signNext(view, { purpose: 'prepare', call, request: null, callIndex: 0, callCount: 1 })
  return isObstacle(next) ? countSetback(view, 'prepare', waiting, next.obstacle) : next
}

/** One at a time: until it is mined, the venue says that there is as much to claim. */
export function claimEarnings(view: SenderView): Effect | null {
  const [call] = view.claims
  const isClaiming = view.transactions.some((made) => made.purpose === 'claim' && isUnfinished(made))
  if (call === undefined || isClaiming || view.wallet.state === 'PAUSED') return null
  const next = signNext(view, { purpose: 'claim', call, request: null, callIndex: 0, callCount: 1 })
  return isObstacle(next) ? null : next
}

/** Nothing of it is planned, so what has to come first still may. */
const isUnprepared = ({ preparations, plans }: SenderView, { id, state }: VenueRequest): boolean =>
  preparations.length > 0 && state === 'NEW' && !plans.has(id)

const isGivenUp = ({ memory, limits }: SenderView, { id }: VenueRequest): boolean =>
  (memory.setbacks.get(id)?.attempts ?? 0) >= limits.attemptsMax

/** Counted once in a round. */
function countSetback(
  view: SenderView,
  step: SetbackStep,
  requests: readonly VenueRequest[],
  reason: string,
): Effect | null {
  const requestIds = requests.map(({ id }) => id).filter((id) => !view.memory.counted.has(id))
  return requestIds.length === 0 ? null : { kind: 'set_back', step, requestIds, reason }
}

/** A request fails once a step of it has failed often enough. */
const failsAfterAll = (view: SenderView, step: SetbackStep, request: VenueRequest, reason: string): Effect | null =>
  isGivenUp(view, request) ? failed(request, reason) : countSetback(view, step, [request], reason)

export function serveRequests(view: SenderView): Effect | null {
  if (view.wallet.state === 'PAUSED') return null
  for (const request of view.requests) {
    const effect = serveRequest(view, request)
    if (effect !== null) return effect
  }
  return null
}

function serveRequest(view: SenderView, request: VenueRequest): Effect | null {
  if (request.venue !== view.wallet.venue) return failed(request, 'no_wallet')
  if (view.wallet.state === 'DRAINING' && request.action.kind === 'open' && request.state === 'NEW')
    return failed(request, 'wallet_draining')
  if (isUnprepared(view, request)) {
    if (!isGivenUp(view, request)) return null
    if (isPaidFor(request)) return failed(request, view.memory.setbacks.get(request.id)?.reason ?? 'unprepared')
  }
  const calls = view.plans.get(request.id)
  if (calls === undefined) return request.state === 'NEW' ? planRequest(view, request) : null
  const made = view.transactions.filter(({ requestId }) => requestId === request.id)
  // Its bytes may be out, e.g. when the database is older than the chain: nobody may sign it a second time.
  if (made.length === 0 && request.state !== 'NEW') return waits(view, request, 'transaction_missing')
  const callIndex = nextCall(made)
  const call = callIndex === null ? undefined : calls[callIndex]
  if (call === undefined || callIndex === null) return null
  const next = signNext(view, { purpose: 'request', call, request, callIndex, callCount: calls.length })
  if (!isObstacle(next)) return next
  const { obstacle, lasts } = next
  if (lasts === 'perhaps') return failsAfterAll(view, 'estimate', request, obstacle)
  return lasts === 'for_good' || request.action.kind === 'open'
    ? failed(request, obstacle)
    : waits(view, request, obstacle)
}

/** Takes the wallet's money, which the venue has to be allowed to. */
const isPaidFor = ({ action }: VenueRequest): boolean =>
  action.kind === 'open' || (action.kind === 'collateral' && action.amount > 0n)

function planRequest(view: SenderView, request: VenueRequest): Effect | null {
  const plan = view.planOf(request)
  if ('problem' in plan) return failsAfterAll(view, 'plan', request, plan.problem)
  if (!isNotNow(plan)) return { kind: 'plan', requestId: request.id, calls: plan }
  return plan.wait ? waits(view, request, plan.reason) : failed(request, plan.reason)
}

export const isNotNow = (plan: readonly Call[] | NotNow): plan is NotNow => 'wait' in plan

/** The index of the call whose turn it is; null: none before the one under way has ended. */
function nextCall(made: readonly VenueTransaction[]): number | null {
  const valid = made.filter(({ state }) => state !== 'DROPPED')
  if (valid.length === 0) return 0
  const last = valid.reduce((a, b) => (b.callIndex > a.callIndex ? b : a))
  if (last.state !== 'MINED') return null
  return last.call.endsWith === 'receipt' || last.hasEnded ? last.callIndex + 1 : null
}

/** Told once. */
const waits = ({ memory }: SenderView, { id: requestId }: VenueRequest, reason: string): Effect | null =>
  memory.waiting.get(requestId) === reason ? null : { kind: 'wait', requestId, reason }

const failed = ({ id: requestId }: VenueRequest, reason: string): Effect => ({
  kind: 'report',
  report: { kind: 'failed', requestId, reason },
})
