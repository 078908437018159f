/**
 * Decides what happens next on the road of a wallet: from what is stored, and what the chain shows, to one effect. It
 * is pure, and each effect changes what is stored or known, so a process may end between any two of them: the next one
 * decides from there. Earlier rows of RULES go first: what is signed is brought to its end before anything is signed.
 */
import type { VenueReport, VenueRequest } from '../../../core/model/live/venue-request.js'
import type { Call, Hex, NotNow } from '../../port.js'
import type { ReceiptView } from '../rpc/chain-client.js'
import type { RpcProblem } from '../rpc/rpc-error.js'
import { replacementFees } from './fees.js'
import { RECEIPT_INDEX } from './gas-books.js'
import {
  costMax,
  isGasDue,
  isUnfinished,
  type Fees,
  type MinedTransaction,
  type VenueTransaction,
} from '../../../core/model/live/venue-transaction.js'
import type { TradingWallet } from '../../../core/model/live/trading-wallet.js'

export interface RoadView {
  readonly wallet: TradingWallet
  /** Unfinished ones, those whose gas is due, and all of the requests below; by nonce and attempt. */
  readonly transactions: readonly VenueTransaction[]
  /** The one after all that the wallet was ever given. */
  readonly nextNonce: number
  /** Wei, today. */
  readonly spentToday: bigint
  /** The account's that are not final, oldest first. */
  readonly requests: readonly VenueRequest[]
  /** The calls of requests that have been planned. */
  readonly plans: ReadonlyMap<string, readonly Call[]>
  readonly planOf: (request: VenueRequest) => Planned
  /** Calls that have to come first, e.g. allowances. */
  readonly preparations: readonly Call[]
  /** Calls that pay out what the venue keeps for the wallet; none where it was not looked for in this round. */
  readonly claims: readonly Call[]
  readonly chain: RoadChain
  readonly memory: RoadMemory
  readonly limits: RoadLimits
  readonly isDryRun: boolean
}

/** `problem`: the request, or the wallet, could not be made sense of. */
export type Planned = readonly Call[] | NotNow | { readonly problem: string }

export interface RoadChain {
  readonly head: number
  readonly confirmed: number
  readonly fees: Fees
  /** Transactions that the wallet has sent, at the head and at the confirmed block. */
  readonly nonceAtHead: number
  readonly nonceConfirmed: number
  /** Wei in the wallet. */
  readonly native: bigint
  readonly receipts: ReadonlyMap<Hex, ReceiptView>
}

/** Known to this process alone; without it some effects happen again, which does no harm. */
export interface RoadMemory {
  /** By `simulationKey`, of this round. */
  readonly simulations: ReadonlyMap<string, Simulation>
  /** The head when this process last sent the bytes. */
  readonly sentAt: ReadonlyMap<Hex, number>
  /** How the endpoints answered to the bytes. */
  readonly problems: ReadonlyMap<Hex, RpcProblem>
  /** Names of reports that were booked. */
  readonly reported: ReadonlySet<string>
  /** Reasons that the operator was told, by request. */
  readonly waiting: ReadonlyMap<string, string>
  /** Plans that the dry run has shown, by `shownKeyOf`. */
  readonly shown: ReadonlySet<string>
  /** The rounds in which a step of a request failed, and why in the last one. */
  readonly setbacks: ReadonlyMap<string, Setback>
  /** Requests whose setback is counted in this round. */
  readonly counted: ReadonlySet<string>
}

export interface Setback {
  readonly attempts: number
  readonly reason: string
}

/** `prepare`: what has to come before any order, e.g. an allowance. */
export type SetbackStep = 'prepare' | 'plan' | 'estimate'

export type Simulation =
  | { readonly kind: 'runs'; readonly gas: bigint }
  | { readonly kind: 'reverts'; readonly reason: string }
  /** Nodes answer, and do not say. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unanswered' }

export interface RoadLimits {
  /** Blocks until bytes that are nowhere to be seen are sent again, and until a higher fee is offered. */
  readonly resendAfter: number
  readonly replaceAfter: number
  /** Wei for one unit of gas. */
  readonly feeMax: bigint
  /** Nonces under way at a time. */
  readonly inFlightMax: number
  /** Blocks between two looks for what the venue keeps for the wallet. */
  readonly claimEvery: number
  /** Rounds in which a step of a request may fail before the request does. */
  readonly attemptsMax: number
}

export type Effect =
  | { readonly kind: 'settle'; readonly attempts: readonly VenueTransaction[]; readonly mined: MinedTransaction | null }
  | { readonly kind: 'book_gas'; readonly transaction: VenueTransaction }
  | { readonly kind: 'report'; readonly report: VenueReport }
  /** Asks why it was reverted, and reports that. */
  | { readonly kind: 'report_reverted'; readonly transaction: VenueTransaction }
  | { readonly kind: 'send'; readonly transaction: VenueTransaction }
  | { readonly kind: 'plan'; readonly requestId: string; readonly calls: readonly Call[] }
  | { readonly kind: 'simulate'; readonly key: string; readonly call: Call }
  | { readonly kind: 'sign'; readonly draft: Draft }
  /** Tells the operator why a request waits. */
  | { readonly kind: 'wait'; readonly requestId: string; readonly reason: string }
  /** Counts that a step failed in this round: of a request, or of all that wait for what has to come first. */
  | {
      readonly kind: 'set_back'
      readonly step: SetbackStep
      readonly requestIds: readonly string[]
      readonly reason: string
    }
  /** `reason`: why there are no calls. */
  | {
      readonly kind: 'show'
      readonly requestId: string | null
      readonly calls: readonly Call[]
      readonly reason: string
    }

/** A transaction to be. */
export type Draft = Pick<
  VenueTransaction,
  'nonce' | 'attempt' | 'purpose' | 'requestId' | 'callIndex' | 'callCount' | 'call' | 'gas' | 'fees'
>

export function nextEffect(view: RoadView): Effect | null {
  if (view.isDryRun) return showPlan(view)
  for (const rule of RULES) {
    const effect = rule(view)
    if (effect !== null) return effect
  }
  return null
}

const RULES = [
  settleNonce,
  bookGas,
  reportTransaction,
  fillNonce,
  sendBytes,
  raiseFee,
  prepareWallet,
  serveRequests,
  claimEarnings,
] as const

/** A nonce has its end when a confirmed block has used it. */
function settleNonce({ transactions, chain }: RoadView): Effect | null {
  for (const attempts of byNonce(transactions)) {
    const [first] = attempts
    if (first === undefined) continue
    const mined = attempts.map((attempt) => minedOf(attempt, chain)).find((found) => found !== null)
    if (mined !== undefined) return { kind: 'settle', attempts, mined }
    const isAbsent = attempts.every(({ hash }) => chain.receipts.get(hash)?.kind === 'absent')
    if (chain.nonceConfirmed > first.nonce && isAbsent) return { kind: 'settle', attempts, mined: null }
  }
  return null
}

function minedOf({ hash, call }: VenueTransaction, { receipts, confirmed }: RoadChain): MinedTransaction | null {
  const seen = receipts.get(hash)
  if (seen?.kind !== 'mined' || seen.receipt.block > confirmed) return null
  const { receipt } = seen
  const paid = receipt.gasUsed * receipt.gasPrice
  return receipt.isSuccess
    ? { hash, receipt, state: 'MINED', cost: paid + call.value }
    : { hash, receipt, state: 'REVERTED', cost: paid }
}

function bookGas({ transactions }: RoadView): Effect | null {
  const transaction = transactions.find(isGasDue)
  return transaction === undefined ? null : { kind: 'book_gas', transaction }
}

function reportTransaction({ transactions, requests, memory }: RoadView): Effect | null {
  for (const transaction of transactions) {
    const request = requests.find(({ id }) => id === transaction.requestId)
    if (request === undefined) continue
    if (transaction.state === 'REVERTED') return { kind: 'report_reverted', transaction }
    const report = reportOf(transaction, request)
    if (report !== null && !memory.reported.has(reportName(report))) return { kind: 'report', report }
  }
  return null
}

function reportOf(transaction: VenueTransaction, { id: requestId, state }: VenueRequest): VenueReport | null {
  const { hash: txHash, callIndex, callCount, call, block, blockHash, chainId } = transaction
  if (transaction.state === 'SIGNED') return { kind: 'signed', requestId, txHash }
  if (transaction.state === 'SENT') return { kind: 'sent', requestId, txHash }
  const isDone = transaction.state === 'MINED' && call.endsWith === 'receipt' && callIndex === callCount - 1
  if (!isDone || state === 'ACCEPTED' || block === null || blockHash === null) return null
  const place = { chainId, block, blockHash, txHash, logIndex: RECEIPT_INDEX }
  return { kind: 'accepted', requestId, place, venueOrderId: null }
}

export const reportName = (report: VenueReport): string => {
  const { kind, requestId } = report
  return `${kind} ${requestId} ${kind === 'signed' || kind === 'sent' ? report.txHash : ''}`
}

/** A nonce that holds up those after it: never given, or given to a request that was withdrawn before it was sent. */
function fillNonce({ wallet, transactions, chain, nextNonce, requests, limits }: RoadView): Effect | null {
  for (const attempts of byNonce(transactions)) {
    const last = attempts.at(-1)
    if (last === undefined || last.state !== 'SIGNED' || last.purpose !== 'request') continue
    if (requests.some(({ id }) => id === last.requestId) || attempts.length > 1) continue
    const fees = replacementFees(last.fees, chain.fees, limits.feeMax) ?? last.fees
    return { kind: 'sign', draft: filler(wallet, last.nonce, last.attempt + 1, fees) }
  }
  const given = new Set(transactions.map(({ nonce }) => nonce))
  for (let nonce = chain.nonceAtHead; nonce < nextNonce; nonce += 1)
    if (!given.has(nonce)) return { kind: 'sign', draft: filler(wallet, nonce, 0, chain.fees) }
  return null
}

const FILLER_GAS = 100_000n

const filler = ({ address }: TradingWallet, nonce: number, attempt: number, fees: Fees): Draft => ({
  ...{ nonce, attempt, fees, purpose: 'filler', requestId: null, callIndex: 0, callCount: 1, gas: FILLER_GAS },
  call: {
    ...{ to: address, data: '0x', value: 0n, gas: FILLER_GAS, endsWith: 'receipt' },
    description: `nothing, for nonce ${nonce}`,
  },
})

/** The last bytes of each nonce, the lowest first; first those never sent, and again those that nobody has seen. */
function sendBytes({ transactions, requests, chain, memory, limits }: RoadView): Effect | null {
  for (const attempts of byNonce(transactions)) {
    const last = attempts.at(-1)
    if (last === undefined || attempts.some(({ hash }) => isSeen(chain.receipts.get(hash)))) continue
    const request = requests.find(({ id }) => id === last.requestId)
    // What is only signed goes out once the request says so: until then it could be withdrawn.
    const isHeld = attempts.every(isUnsentRequest) && (request === undefined || request.state === 'NEW')
    const sentAt = memory.sentAt.get(last.hash)
    if (!isHeld && (sentAt === undefined || chain.head >= sentAt + limits.resendAfter))
      return { kind: 'send', transaction: last }
  }
  return null
}

const isUnsentRequest = ({ state, purpose }: VenueTransaction): boolean => state === 'SIGNED' && purpose === 'request'

const isSeen = (seen: ReceiptView | undefined): boolean => seen?.kind === 'mined' || seen?.kind === 'unsure'

/** The lowest nonce that waits is what the others wait for. */
function raiseFee({ transactions, chain, memory, limits }: RoadView): Effect | null {
  const [attempts] = byNonce(transactions)
  const last = attempts?.at(-1)
  if (attempts === undefined || last === undefined || attempts.some(({ hash }) => isSeen(chain.receipts.get(hash))))
    return null
  const isUnderpriced = memory.problems.get(last.hash) === 'underpriced'
  const isStuck = last.sentAtBlock !== null && chain.head >= last.sentAtBlock + limits.replaceAfter
  if (!isUnderpriced && !isStuck) return null
  const fees = replacementFees(last.fees, chain.fees, limits.feeMax)
  return fees === null ? null : { kind: 'sign', draft: draftOf(last, fees) }
}

const draftOf = (replaced: VenueTransaction, fees: Fees): Draft => {
  const { nonce, attempt, purpose, requestId, callIndex, callCount, call, gas } = replaced
  return { nonce, attempt: attempt + 1, purpose, requestId, callIndex, callCount, call, gas, fees }
}

/** A call that has to come before any order: where it fails, it sets back all that wait for it, and no other. */
function prepareWallet(view: RoadView): Effect | null {
  const { wallet, preparations, transactions, requests } = view
  if (wallet.state === 'PAUSED') return null
  const waiting = requests.filter((request) => isUnprepared(view, request) && !isGivenUp(view, request))
  const call = preparations.find(({ data }) => !transactions.some((made) => made.call.data === data))
  if (call === undefined || waiting.length === 0) return null
  const next = signNext(view, { purpose: 'prepare', call, request: null, callIndex: 0, callCount: 1 })
  return isObstacle(next) ? countSetback(view, 'prepare', waiting, next.obstacle) : next
}

/** One at a time: until it is mined, the venue says that there is as much to claim. */
function claimEarnings(view: RoadView): Effect | null {
  const [call] = view.claims
  const isClaiming = view.transactions.some((made) => made.purpose === 'claim' && isUnfinished(made))
  if (call === undefined || isClaiming || view.wallet.state === 'PAUSED') return null
  const next = signNext(view, { purpose: 'claim', call, request: null, callIndex: 0, callCount: 1 })
  return isObstacle(next) ? null : next
}

/** Nothing of it is planned, so what has to come first still may. */
const isUnprepared = ({ preparations, plans }: RoadView, { id, state }: VenueRequest): boolean =>
  preparations.length > 0 && state === 'NEW' && !plans.has(id)

const isGivenUp = ({ memory, limits }: RoadView, { id }: VenueRequest): boolean =>
  (memory.setbacks.get(id)?.attempts ?? 0) >= limits.attemptsMax

/** Counted once in a round. */
function countSetback(
  view: RoadView,
  step: SetbackStep,
  requests: readonly VenueRequest[],
  reason: string,
): Effect | null {
  const requestIds = requests.map(({ id }) => id).filter((id) => !view.memory.counted.has(id))
  return requestIds.length === 0 ? null : { kind: 'set_back', step, requestIds, reason }
}

/** A request fails once a step of it has failed often enough. */
const failsAfterAll = (view: RoadView, step: SetbackStep, request: VenueRequest, reason: string): Effect | null =>
  isGivenUp(view, request) ? failed(request, reason) : countSetback(view, step, [request], reason)

function serveRequests(view: RoadView): Effect | null {
  if (view.wallet.state === 'PAUSED') return null
  for (const request of view.requests) {
    const effect = serveRequest(view, request)
    if (effect !== null) return effect
  }
  return null
}

function serveRequest(view: RoadView, request: VenueRequest): Effect | null {
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

function planRequest(view: RoadView, request: VenueRequest): Effect | null {
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

interface Wanted {
  readonly purpose: VenueTransaction['purpose']
  readonly call: Call
  readonly request: VenueRequest | null
  readonly callIndex: number
  readonly callCount: number
}

/** The reason why a call cannot be signed: for good, for now, or nobody can tell. */
interface Obstacle {
  readonly obstacle: string
  readonly lasts: 'for_good' | 'for_now' | 'perhaps'
}

const isObstacle = (next: Effect | Obstacle | null): next is Obstacle => next !== null && 'obstacle' in next

/** Signs the call, once it is known to run and may cost what it does. */
function signNext(view: RoadView, { purpose, call, request, callIndex, callCount }: Wanted): Effect | Obstacle | null {
  const { transactions, chain, limits, memory, nextNonce } = view
  if (byNonce(transactions).length >= limits.inFlightMax) return null
  const key = simulationKey(request?.id ?? null, call)
  const simulation = memory.simulations.get(key)
  if (simulation === undefined) return { kind: 'simulate', key, call }
  if (simulation.kind === 'unanswered') return null
  if (simulation.kind === 'unknown') return { obstacle: 'not_estimated', lasts: 'perhaps' }
  if (simulation.kind === 'reverts') return { obstacle: simulation.reason, lasts: 'for_good' }
  const gas = call.gas ?? withMargin(simulation.gas)
  const made = transactions.filter(({ requestId }) => request !== null && requestId === request.id)
  const attempt = 1 + Math.max(-1, ...made.filter((one) => one.callIndex === callIndex).map((one) => one.attempt))
  const draft: Draft = {
    ...{ nonce: Math.max(nextNonce, chain.nonceAtHead), attempt, purpose, requestId: request?.id ?? null },
    ...{ callIndex, callCount, call, gas, fees: chain.fees },
  }
  return refusalOf(view, draft, made) ?? { kind: 'sign', draft }
}

/** Told once. */
const waits = ({ memory }: RoadView, { id: requestId }: VenueRequest, reason: string): Effect | null =>
  memory.waiting.get(requestId) === reason ? null : { kind: 'wait', requestId, reason }

export const simulationKey = (requestId: string | null, { to, data }: Call): string =>
  `${requestId ?? 'prepare'} ${to} ${data}`

/** The estimate is of one block: the next may take a little more. */
const withMargin = (gas: bigint): bigint => (gas * 5n) / 4n

/** Over the day's budget an opening request fails; what reduces risk waits for the next day, or for the operator. */
function refusalOf(
  { wallet, chain, spentToday, transactions }: RoadView,
  draft: Draft,
  made: readonly VenueTransaction[],
): Obstacle | null {
  const cost = costMax(draft)
  const spent = made.reduce((sum, one) => sum + (one.cost ?? 0n), reservedFor(made))
  if (spent + cost > wallet.gasPerOrderMax) return { obstacle: 'gas_budget', lasts: 'for_good' }
  if (spentToday + cost > wallet.gasPerDayMax) return { obstacle: 'gas_budget', lasts: 'for_now' }
  if (reservedFor(transactions) + cost > chain.native) return { obstacle: 'insufficient_native', lasts: 'for_now' }
  return null
}

/** Wei that unfinished transactions take at most: of each nonce one is mined. */
const reservedFor = (transactions: readonly VenueTransaction[]): bigint =>
  byNonce(transactions).reduce((sum, attempts) => sum + attempts.map(costMax).reduce((a, b) => (a > b ? a : b), 0n), 0n)

const failed = ({ id: requestId }: VenueRequest, reason: string): Effect => ({
  kind: 'report',
  report: { kind: 'failed', requestId, reason },
})

/** Unfinished transactions: the attempts of each nonce, the lowest nonce first. */
function byNonce(transactions: readonly VenueTransaction[]): readonly (readonly VenueTransaction[])[] {
  const unfinished = transactions.filter(isUnfinished)
  const nonces = [...new Set(unfinished.map(({ nonce }) => nonce))].sort((a, b) => a - b)
  return nonces.map((nonce) => unfinished.filter((transaction) => transaction.nonce === nonce))
}

function showPlan({ wallet, requests, planOf, preparations, claims, memory }: RoadView): Effect | null {
  const plans: readonly (readonly [id: string | null, plan: Planned])[] = [
    [null, preparations],
    [null, claims],
    ...requests.filter(({ venue }) => venue === wallet.venue).map((request) => [request.id, planOf(request)] as const),
  ]
  for (const [id, plan] of plans) {
    const calls = 'problem' in plan || isNotNow(plan) ? [] : plan
    const reason = 'problem' in plan ? plan.problem : isNotNow(plan) ? plan.reason : ''
    if ((id === null && calls.length === 0) || memory.shown.has(shownKeyOf(id, calls, reason))) continue
    const next = calls.find((call) => !memory.simulations.has(simulationKey(id, call)))
    return next === undefined
      ? { kind: 'show', requestId: id, calls, reason }
      : { kind: 'simulate', key: simulationKey(id, next), call: next }
  }
  return null
}

/** Names an output of the dry run: the same again is not shown. */
export const shownKeyOf = (id: string | null, calls: readonly Call[], reason: string): string =>
  [id ?? 'prepare', reason, ...calls.map((call) => simulationKey(id, call))].join(', ')
