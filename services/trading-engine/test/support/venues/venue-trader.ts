/**
 * A wallet that trades at a venue by an adapter alone: plans its requests, sends their calls, reads the logs and books
 * what they say. Whenever it has read, its books and the wallet's state at the venue must be equal.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Hex } from '@ats/test-chain'
import type { VenueAction, VenueRequest } from '../../../src/core/model/live/venue-request.js'
import type { Call, NotNow, PlacedLog, WalletState } from '../../../src/venues/port.js'
import { comparable, createVenueBooks, type ComparableState, type VenueBooks } from './venue-books.js'
import type { VenueStage } from './venue-stage.js'
import { readAnswers, readerAt, readReceipt } from './chain-reads.js'

export interface VenueTrader {
  readonly wallet: Hex
  /** All answers of the venue so far, in their order. */
  readonly answers: readonly PlacedLog[]
  /** The plan alone: calls, or why not now. */
  plan(action: VenueAction): Promise<readonly Call[] | NotNow>
  /** Plans, sends the first call and reads on; resolves with the request's id. Throws `NotNowError`: not to be sent. */
  ask(action: VenueAction): Promise<string>
  /** Sends the next call of a request and reads on; false: it had none. */
  sendNext(id: string): Promise<boolean>
  requestOf(id: string): VenueRequest
  /** Requests that the venue has, by their ids. */
  working(): readonly string[]
  /** The id under which the venue has a request. */
  orderOf(id: string): string
  state(): Promise<WalletState>
  /** Reads what has been mined since, books it, and compares with the wallet. */
  read(): Promise<readonly PlacedLog[]>
}

export class NotNowError extends Error {
  override readonly name = 'NotNowError'
}

/** A request with the calls that are still to be sent, and the transactions of those that were. */
interface Asked {
  request: VenueRequest
  readonly calls: Call[]
  readonly hashes: string[]
}

export async function createVenueTrader(stage: VenueStage): Promise<VenueTrader> {
  const { adapter, chain } = stage
  const wallet = await stage.createWallet()
  const asked = new Map<string, Asked>()
  const answers: PlacedLog[] = []
  let lastRead: { readonly block: number; readonly state: Promise<WalletState> } | undefined
  /** A block stays what it is: it is read once. */
  const readStateAt = (block: number): Promise<WalletState> => {
    if (lastRead?.block !== block) lastRead = { block, state: adapter.readWallet(wallet, readerAt(chain, block)) }
    return lastRead.state
  }
  const readState = async (): Promise<WalletState> => readStateAt(await chain.head())
  const now = async (): Promise<VenueRequest['createdAt']> => {
    const { timestamp } = await chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
    return Number(timestamp) * 1_000_000
  }
  for (const call of await adapter.prepare(wallet, readerAt(chain, await chain.head())))
    await chain.transact({ from: wallet, to: call.to, data: call.data })
  const books = createVenueBooks(await readState())
  let readUpTo = await chain.head()

  const newRequest = async (action: VenueAction): Promise<VenueRequest> => {
    const createdAt = await now()
    return {
      id: randomUUID(),
      accountId: wallet,
      orderId: null,
      venue: stage.venue,
      action,
      state: 'NEW',
      txHash: null,
      venueOrderId: null,
      reason: null,
      createdAt,
      updatedAt: createdAt,
    }
  }

  const planOf = async (request: VenueRequest): Promise<readonly Call[] | NotNow> => {
    const [state, gasPrice] = await Promise.all([readState(), chain.rpc<Hex>('eth_gasPrice')])
    return adapter.plan(request, {
      ...{ wallet, state, now: request.createdAt, gasPrice: BigInt(gasPrice) },
      others: [...asked.values()].map((other) => other.request).filter((other) => !ENDED.has(other.state)),
      requestOf: (id) => asked.get(id)?.request,
    })
  }

  const send = async (id: string, one: Asked): Promise<boolean> => {
    const call = one.calls.shift()
    if (call === undefined) return false
    const { to, data, value, gas } = call
    const sent = { from: wallet, to, data, value, ...(gas === null ? {} : { gas }) }
    const { transactionHash, isReverted } = await chain.transact(sent)
    const { spent, usdc } = await readReceipt(chain, transactionHash, stage.usdc, wallet)
    if (isReverted) throw new Error(`${call.description}: reverted`)
    one.hashes.push(transactionHash)
    one.request = { ...one.request, state: 'SENT', txHash: transactionHash }
    books.send(id, { gas: spent, value, usdc })
    return true
  }

  const requestOfHash = (hash: string): VenueRequest | undefined =>
    [...asked.values()].find(({ hashes }) => hashes.includes(hash))?.request

  const trader: VenueTrader = {
    wallet,
    answers,
    state: readState,
    plan: async (action) => planOf(await newRequest(action)),
    async ask(action) {
      const request = await newRequest(action)
      const calls = await planOf(request)
      if ('wait' in calls) throw new NotNowError(calls.reason)
      const one = { request, calls: [...calls], hashes: [] }
      // Not before it is sent: one that reverts has never been there.
      await send(request.id, one)
      asked.set(request.id, one)
      await trader.read()
      return request.id
    },
    async sendNext(id) {
      const isSent = await send(id, asked.get(id)!)
      if (isSent) await trader.read()
      return isSent
    },
    requestOf: (id) => asked.get(id)!.request,
    working: () => [...asked.values()].flatMap(({ request }) => (AT_VENUE.has(request.state) ? [request.id] : [])),
    orderOf: (id) => asked.get(id)!.request.venueOrderId!,
    async read() {
      const fresh: PlacedLog[] = []
      let state: ComparableState
      let reads = 0
      do {
        if (reads > 0) lastRead = undefined
        const upTo = await chain.head()
        const next = await readAnswers(stage, wallet, { from: readUpTo + 1, to: upTo }, requestOfHash)
        readUpTo = upTo
        const updatedAt = await now()
        for (const answer of next) bookAnswer(asked, books, answer, updatedAt)
        fresh.push(...next)
        state = comparable(await readStateAt(upTo))
        reads += 1
        // While others have blocks mined, anvil shows the last block with what the next one has done already.
      } while (stage.keeper === null && reads < READS_MAX && !isDeepStrictEqual(state, books.expected()))
      answers.push(...fresh)
      expect(state).toEqual(books.expected())
      return fresh
    },
  }
  return trader
}

const READS_MAX = 20
const AT_VENUE: ReadonlySet<string> = new Set(['ACCEPTED', 'FROZEN'])
const ENDED: ReadonlySet<string> = new Set(['EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED'])

const STATES = {
  accepted: 'ACCEPTED',
  updated: 'ACCEPTED',
  executed: 'EXECUTED',
  collateral: 'EXECUTED',
  cancelled: 'CANCELLED',
  timed_out: 'TIMED_OUT',
  frozen: 'FROZEN',
} as const

/** An answer leads to its request by the venue's id; the first one by the transaction. */
function bookAnswer(
  asked: ReadonlyMap<string, Asked>,
  books: VenueBooks,
  answer: PlacedLog,
  updatedAt: VenueRequest['updatedAt'],
): void {
  if (answer.kind === 'levels') return
  const all = [...asked.values()]
  const one =
    answer.kind === 'accepted'
      ? all.find(({ hashes }) => hashes.includes(answer.place.txHash))
      : all.findLast(({ request }) => request.venueOrderId === answer.venueOrderId && !ENDED.has(request.state))
  books.book(answer, one?.request.id ?? null)
  if (one === undefined) return
  const { kind, venueOrderId } = answer
  const hasMore = kind === 'executed' && one.calls.length > 0
  one.request = { ...one.request, venueOrderId, state: hasMore ? 'ACCEPTED' : STATES[kind], updatedAt }
}
