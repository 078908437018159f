/**
 * The road of one wallet: looks at the chain and at what is stored, and carries out one effect after the other until
 * there is none. Only the process with the wallet's lock runs it; where two did for a moment, what is stored has one
 * transaction a nonce and attempt, and one a call and attempt, so that the slower one fails before it sends.
 */
import { assertNever } from '../../../core/values/assert-never.js'
import { decimal, usd, type Usd } from '../../../core/values/decimal.js'
import type { VenueReport, VenueRequest } from '../../../core/model/live/venue-request.js'
import type { Call, Hex, WalletState } from '../../port.js'
import { NoQuorum, type ChainClient, type ChainView, type ReceiptView } from '../rpc/chain-client.js'
import { RpcError, type RpcProblem } from '../rpc/rpc-error.js'
import { suggestFees } from './fees.js'
import { createGasBooks } from './gas-books.js'
import {
  nextEffect,
  reportName,
  shownKeyOf,
  type Effect,
  type Planned,
  type RoadChain,
  type RoadLimits,
  type RoadView,
  type Setback,
  type SetbackStep,
  type Simulation,
} from './next-effect.js'
import type { RoadBooks, WalletRoadOptions } from './road-needs.js'
import { showCalls } from './show-calls.js'
import { createTransactor } from './transactor.js'
import { isGasDue, isUnfinished, type VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { StoredRoad, TradingWallet } from '../../../core/model/live/trading-wallet.js'

export interface WalletRoad {
  /** One round. Resolves to the effects it had. */
  run(view: ChainView): Promise<number>
}

/** More in a round would mean that an effect changes nothing. */
const EFFECTS_MAX = 1_000

export function createWalletRoad(options: WalletRoadOptions): WalletRoad {
  const { address, client, adapter, store, books, limits, isDryRun, isHeld, at = () => undefined } = options
  const memory = {
    sentAt: new Map<Hex, number>(),
    problems: new Map<Hex, RpcProblem>(),
    reported: new Set<string>(),
    waiting: new Map<string, string>(),
    shown: new Set<string>(),
    setbacks: new Map<string, Setback>(),
  }
  const transactor = createTransactor(options)
  const gasBooks = createGasBooks({
    ...{ client, store, nativePriceAt: options.nativePriceAt, at },
    book: (accountId, report) => books.book(accountId, report),
  })
  let isPrepared = false
  let nextClaimAt = 0

  async function run(chainView: ChainView): Promise<number> {
    const round: Round = { simulations: new Map(), counted: new Set() }
    const before = await store.load(address, [])
    const isClaimDue = adapter.claims !== undefined && chainView.head >= nextClaimAt
    if (isAtRest(before) && !isClaimDue && (await books.openRequests(options.accountId)).length === 0) {
      memory.setbacks.clear()
      return 0
    }
    const chain = await lookFor(client, before, chainView, limits)
    const claims = isClaimDue ? await findClaims(before.wallet, chainView.head) : []
    let reading: Reading | null = null
    for (let effects = 0; effects < EFFECTS_MAX; effects += 1) {
      const requests = await books.openRequests(options.accountId)
      const stored = await store.load(address, idsOf(requests))
      const isPlanning = requests.some(({ id, state: standing }) => standing === 'NEW' && !stored.plans.has(id))
      if (isPlanning && stored.wallet.state !== 'PAUSED') reading ??= await read(chainView.head)
      const { preparations = [], ...known } = reading ?? UNREAD
      const targets = await targetsOf(books, requests)
      const view: RoadView = {
        ...{ ...stored, requests, preparations, claims, chain, limits, isDryRun, memory: { ...memory, ...round } },
        planOf: (request) => planOf(request, { requests, targets, gasPrice: chain.fees.maxFeePerGas, ...known }),
      }
      const effect = nextEffect(view)
      if (effect === null || !stored.isFollowed || !isHeld()) return effects
      at(`before ${effect.kind}`)
      await carryOut(effect, stored.wallet, chainView, round)
      if (effect.kind === 'settle' && effect.mined?.state === 'REVERTED') setBackBy(effect, requests)
      at(`after ${effect.kind}`)
    }
    throw new Error(`the road of ${address} does not come to rest`)
  }

  /** What it is that keeps requests from being planned, those under way do not wait for. */
  async function read(head: number): Promise<Reading> {
    const reader = client.readerAt(head)
    try {
      const state = await adapter.readWallet(address, reader)
      const preparations = isPrepared ? [] : await adapter.prepare(address, reader)
      isPrepared = preparations.length === 0
      return { state, preparations, problem: null }
    } catch (error) {
      options.logger.warn({ err: error, wallet: address }, 'a trading wallet could not be read; will retry')
      return isTransient(error) ? UNREAD : { state: null, problem: 'wallet_unreadable' }
    }
  }

  function planOf(request: VenueRequest, { requests, targets, state, problem, gasPrice }: Planning): Planned {
    if (problem !== null) return { problem }
    if (state === null) return { wait: true, reason: 'the wallet has not been read' }
    const others = requests.filter(({ id }) => id !== request.id)
    const requestOf = (id: string): VenueRequest | undefined =>
      [...requests, ...targets].find((other) => other.id === id)
    const context = { wallet: address, now: options.now(), state, others, gasPrice, requestOf }
    try {
      return adapter.plan(request, context)
    } catch (error) {
      options.logger.error({ err: error, wallet: address, requestId: request.id }, 'a live request cannot be planned')
      return { problem: 'plan_failed' }
    }
  }

  async function findClaims(wallet: TradingWallet, head: number): Promise<readonly Call[]> {
    const found = (await adapter.claims?.(wallet.address, client.readerAt(head), claimFrom(wallet))) ?? []
    nextClaimAt = head + limits.claimEvery
    return found
  }

  async function carryOut(
    effect: Effect,
    wallet: TradingWallet,
    { head }: ChainView,
    { simulations, counted }: Round,
  ): Promise<void> {
    switch (effect.kind) {
      case 'settle':
        await store.settle(address, effect.attempts[0]?.nonce ?? 0, effect.mined)
        if (effect.mined === null) await store.pause(address, 'foreign_transaction')
        return
      case 'book_gas':
        return gasBooks.book(wallet.accountId, effect.transaction)
      case 'report':
        return book(wallet, effect.report)
      case 'report_reverted':
        return book(wallet, await transactor.explainRevert(effect.transaction))
      case 'send':
        return send(effect.transaction, head)
      case 'plan':
        await store.storePlan(effect.requestId, address, effect.calls)
        return
      case 'simulate':
        simulations.set(effect.key, await transactor.simulate(effect.call))
        return
      case 'sign':
        await transactor.signAndStore(effect.draft, wallet.chainId)
        return
      case 'wait':
        memory.waiting.set(effect.requestId, effect.reason)
        options.logger.warn({ wallet: address, requestId: effect.requestId }, `a live request waits: ${effect.reason}`)
        return
      case 'set_back':
        for (const id of effect.requestIds) {
          counted.add(id)
          setBack(id, effect.step, effect.reason, (memory.setbacks.get(id)?.attempts ?? 0) + 1)
        }
        return
      case 'show':
        memory.shown.add(shownKeyOf(effect.requestId, effect.calls, effect.reason))
        showCalls(effect, simulations, (about, line) => options.logger.info({ wallet: address, ...about }, line))
        return
      default:
        assertNever(effect)
    }
  }

  /** Told when it begins and when it is given up. */
  function setBack(requestId: string, step: SetbackStep, reason: string, attempts: number): void {
    memory.setbacks.set(requestId, { attempts, reason })
    options.onSetback?.(step)
    const about = { wallet: address, requestId, step, reason, attempts }
    if (attempts === 1) options.logger.warn(about, `a live request cannot go on: ${reason}; will retry`)
    if (attempts >= limits.attemptsMax) options.logger.error(about, `a live request is given up: ${reason}`)
  }

  /** Its gas is lost: who waits for it waits no longer, and the next request has it tried again. */
  function setBackBy({ attempts }: Settled, requests: readonly VenueRequest[]): void {
    if (attempts.every(({ purpose }) => purpose !== 'prepare')) return
    for (const { id, state } of requests) if (state === 'NEW') setBack(id, 'prepare', 'reverted', limits.attemptsMax)
  }

  async function send(transaction: VenueTransaction, head: number): Promise<void> {
    const { hash } = transaction
    memory.sentAt.set(hash, head)
    const problem = await transactor.send(transaction, head)
    if (problem === null) memory.problems.delete(hash)
    else memory.problems.set(hash, problem)
  }

  async function book({ accountId }: TradingWallet, report: VenueReport): Promise<void> {
    await books.book(accountId, report)
    memory.reported.add(reportName(report))
  }

  return { run }
}

/** Nothing of it is on its way. At rest it asks nothing of the chain: many share what endpoints answer in a second. */
const isAtRest = ({ transactions }: StoredRoad): boolean =>
  !transactions.some((transaction) => isUnfinished(transaction) || isGasDue(transaction))

/** Less is not worth its gas; a wallet that is being emptied leaves nothing behind. */
const CLAIM_FROM = usd(decimal('5'))
const claimFrom = ({ state }: TradingWallet): Usd => (state === 'DRAINING' ? usd(1n) : CLAIM_FROM)

/** What is known of one round alone. */
interface Round {
  readonly simulations: Map<string, Simulation>
  readonly counted: Set<string>
}

type Settled = Extract<Effect, { readonly kind: 'settle' }>

/** The wallet at its venue; `problem`: what is there cannot be read, and not for want of an answer. */
interface Reading {
  readonly state: WalletState | null
  readonly preparations?: readonly Call[]
  readonly problem: string | null
}

/** Nothing was to be planned, or nobody answered. */
const UNREAD: Reading = { state: null, problem: null }

const isTransient = (error: unknown): boolean =>
  error instanceof NoQuorum || (error instanceof RpcError && error.problem === 'unreachable')

interface Planning extends Omit<Reading, 'preparations'> {
  readonly requests: readonly VenueRequest[]
  readonly targets: readonly VenueRequest[]
  readonly gasPrice: bigint
}

/** The chain as it matters to a wallet, of one look. */
async function lookFor(
  client: ChainClient,
  { transactions, wallet }: StoredRoad,
  { head, confirmed, baseFee }: ChainView,
  { feeMax }: RoadLimits,
): Promise<RoadChain> {
  const hashes = transactions.filter(isUnfinished).map(({ hash }) => hash)
  const [nonceAtHead, nonceConfirmed, native, seen] = await Promise.all([
    client.nonceAt(wallet.address, head),
    client.nonceAt(wallet.address, confirmed.number),
    client.readerAt(head).balance(wallet.address),
    client.receipts(hashes),
  ])
  const receipts = new Map(hashes.map((hash, index): [Hex, ReceiptView] => [hash, seen[index] ?? { kind: 'unsure' }]))
  const fees = suggestFees(baseFee, feeMax)
  return { head, confirmed: confirmed.number, fees, nonceAtHead, nonceConfirmed, native, receipts }
}

/** Requests that have ended, and that others are about. */
async function targetsOf(books: RoadBooks, requests: readonly VenueRequest[]): Promise<readonly VenueRequest[]> {
  const ids = requests.flatMap(({ action }) => ('requestId' in action ? [action.requestId] : []))
  const ended = ids.filter((id) => !requests.some((request) => request.id === id))
  return (await Promise.all(ended.map((id) => books.findRequest(id)))).filter((found) => found !== null)
}

const idsOf = (requests: readonly VenueRequest[]): readonly string[] => requests.map(({ id }) => id)
