/**
 * Sends the requests of one wallet: looks at the chain and at what is stored, and carries out one effect after another
 * until there is none. Only the process with the wallet's lock runs it; where two did for a moment, what is stored has
 * one transaction a nonce and attempt, and one a call and attempt, so that the slower one fails before it sends.
 */
import { assertNever } from '../../../core/values/assert-never.js'
import type { VenueReport, VenueRequest } from '../../../core/model/live/venue-request.js'
import type { Hex } from '../../port.js'
import type { ChainClient, ChainView } from '../rpc/chain-client.js'
import type { ReceiptView } from '../rpc/votes.js'
import type { RpcProblem } from '../rpc/rpc-error.js'
import { suggestFees } from './fees.js'
import { createGasBooks } from './gas-books.js'
import { nextEffect } from './next-effect.js'
import { reportName } from './finish-signed.js'
import { shownKeyOf } from './show-plan.js'
import type { Effect, SenderChain, SenderLimits, SenderView, Simulation } from './wallet-view.js'
import type { SenderBooks, WalletSenderOptions } from './sender-options.js'
import { createPlanner, UNREAD, type Reading } from './planner.js'
import { createSetbacks, type Setbacks } from './setbacks.js'
import { showCalls } from './show-calls.js'
import { createTransactor } from './transactor.js'
import { isUnfinished, type VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { StoredSending, TradingWallet } from '../../../core/model/live/trading-wallet.js'

export interface WalletSender {
  /** One round. Resolves to the effects it had. */
  run(view: ChainView): Promise<number>
  /** Whether a round is due at that block though nothing is to be done for the wallet. */
  isDue(head: number): boolean
}

/** More in a round would mean that an effect changes nothing. */
const EFFECTS_MAX = 1_000

export function createWalletSender(options: WalletSenderOptions): WalletSender {
  const { address, client, store, books, limits, isDryRun, isHeld, at = () => undefined } = options
  const setbacks = createSetbacks(options)
  const planner = createPlanner(options)
  const memory = createMemory(setbacks)
  const transactor = createTransactor(options)
  const gasBooks = createGasBooks({ ...options, book: (accountId, report) => books.book(accountId, report) })

  async function run(chainView: ChainView): Promise<number> {
    const round: Round = { simulations: new Map(), counted: new Set() }
    const before = await store.load(address, [])
    const isClaimDue = planner.isClaimDue(chainView.head)
    const chain = await lookFor(client, before, chainView, limits)
    const claims = isClaimDue ? await planner.claims(before.wallet, chainView.head) : []
    let reading: Reading | null = null
    for (let effects = 0; effects < EFFECTS_MAX; effects += 1) {
      const requests = await books.openRequests(options.accountId)
      setbacks.forgetOthers(requests)
      const stored = await store.load(address, idsOf(requests))
      const isPlanning = requests.some(({ id, state: standing }) => standing === 'NEW' && !stored.plans.has(id))
      if (isPlanning && stored.wallet.state !== 'PAUSED') reading ??= await planner.read(chainView.head)
      const { preparations = [], ...known } = reading ?? UNREAD
      const targets = await targetsOf(books, requests)
      const view: SenderView = {
        ...{ ...stored, requests, preparations, claims, chain, limits, isDryRun, memory: { ...memory, ...round } },
        planOf: (request) =>
          planner.planOf(request, { requests, targets, gasPrice: chain.fees.maxFeePerGas, ...known }),
      }
      const effect = nextEffect(view)
      if (effect === null || !stored.isFollowed || !isHeld()) return effects
      at(`before ${effect.kind}`)
      await carryOut(effect, stored.wallet, chainView, round)
      setbacks.countReverted(effect, requests)
      at(`after ${effect.kind}`)
    }
    throw new Error(`the sender of ${address} does not come to rest`)
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
          setbacks.count(id, effect.step, effect.reason)
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

  return { run, isDue: (head) => planner.isClaimDue(head) }
}

/** The knowledge of this process alone. */
const createMemory = (setbacks: Setbacks) => ({
  sentAt: new Map<Hex, number>(),
  problems: new Map<Hex, RpcProblem>(),
  reported: new Set<string>(),
  waiting: new Map<string, string>(),
  shown: new Set<string>(),
  setbacks: setbacks.byRequest,
})

/** The knowledge of one round alone. */
interface Round {
  readonly simulations: Map<string, Simulation>
  readonly counted: Set<string>
}

/** The chain as it matters to a wallet, of one look. */
async function lookFor(
  client: ChainClient,
  { transactions, wallet }: StoredSending,
  { head, confirmed, baseFee }: ChainView,
  { feeMax }: SenderLimits,
): Promise<SenderChain> {
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
async function targetsOf(books: SenderBooks, requests: readonly VenueRequest[]): Promise<readonly VenueRequest[]> {
  const ids = requests.flatMap(({ action }) => ('requestId' in action ? [action.requestId] : []))
  const ended = ids.filter((id) => !requests.some((request) => request.id === id))
  return (await Promise.all(ended.map((id) => books.findRequest(id)))).filter((found) => found !== null)
}

const idsOf = (requests: readonly VenueRequest[]): readonly string[] => requests.map(({ id }) => id)
