/**
 * One view of a chain through several endpoints of which none is trusted. What is booked or decided on needs the same
 * answer from a quorum of them; other reads go to any that agrees, the next one when it fails. An endpoint that is
 * unreachable, on another chain, behind, or alone with its blocks is left out of a look, and counted.
 */
import type { Micros } from '../../../core/values/time.js'
import type { ChainLog, ChainReader, Hex, LogFilter } from '../../port.js'
import { createEndpointRests } from './endpoint-rests.js'
import {
  blockCall,
  callParams,
  type CallRequest,
  CHAIN_ID,
  HEAD,
  inOrder,
  logsOf,
  receiptCall,
  receiptLogsOf,
} from './rpc-calls.js'
import type { RpcAnswer, RpcCall, RpcEndpoint } from './rpc-endpoint.js'
import { RpcError } from './rpc-error.js'
import { hexOf, logRequest, numberOf, quantityOf, readBlock, readReceipt } from './rpc-values.js'
import { countVotes, type ReceiptView, receiptViewOf, resultOf, vote, winnerOf } from './votes.js'

/** The chain as a quorum saw it. */
export interface ChainView {
  readonly head: number
  /** Deep enough for its events to be booked. */
  readonly confirmed: BlockRef
  /** Wei for one unit of gas, at the confirmed block. */
  readonly baseFee: bigint
}

export interface BlockRef {
  readonly number: number
  readonly hash: Hex
}

export type EndpointTrouble = 'unreachable' | 'wrong_chain' | 'behind' | 'disagrees'

/** Not enough endpoints gave the same answer. */
export class NoQuorum extends Error {
  override readonly name = 'NoQuorum'
}

/** Tells whether the chain has not answered, or not with one voice: it may the next time. */
export const isUnanswered = (error: unknown): error is Error =>
  error instanceof NoQuorum || (error instanceof RpcError && error.problem === 'unreachable')

export interface ChainClient {
  /** @throws NoQuorum */
  look(): Promise<ChainView>
  /** @throws NoQuorum */
  blockHash(number: number): Promise<Hex>
  /** @throws NoQuorum */
  blockTime(number: number): Promise<Micros>
  /** The number of transactions that the address had sent at the end of the block. */
  nonceAt(address: Hex, block: number): Promise<number>
  receipts(hashes: readonly Hex[]): Promise<readonly ReceiptView[]>
  /** All logs of the transactions, of which a quorum has the receipts. @throws NoQuorum */
  transactionLogs(hashes: readonly Hex[]): Promise<readonly ChainLog[]>
  /** The logs of the blocks that match, in order. @throws NoQuorum */
  logs(filter: LogFilter, from: number, to: number): Promise<readonly ChainLog[]>
  /** Gives the bytes to every endpoint: resolves if one took them. @throws RpcError of the first, if none did */
  send(raw: Hex): Promise<void>
  /** Resolves to the gas it takes. @throws RpcError reverted, insufficient_funds … */
  estimate(transaction: CallRequest): Promise<bigint>
  /** Runs it at the end of a block. @throws RpcError reverted */
  simulate(transaction: CallRequest, block: number): Promise<Hex>
  readerAt(block: number): ChainReader
  close(): void
}

export interface ChainClientOptions {
  readonly endpoints: readonly RpcEndpoint[]
  readonly chainId: number
  readonly quorum: number
  readonly confirmations: number
  /** An endpoint that is further behind the agreed head is left out. */
  readonly behindMax: number
  readonly onTrouble: (endpoint: string, trouble: EndpointTrouble) => void
  /** Milliseconds of a clock that only goes on. */
  readonly now?: () => number
}

export function createChainClient(options: ChainClientOptions): ChainClient {
  const { endpoints, chainId, quorum, confirmations, behindMax, onTrouble, now = () => performance.now() } = options
  /** The endpoints that agreed at the last look. */
  let trusted: readonly RpcEndpoint[] = endpoints

  const askAll = (calls: readonly RpcCall[], asked = trusted): Promise<readonly Asked[]> =>
    askEach(asked, calls, onTrouble)

  /** The value that a quorum gave. `read` makes equal answers equal texts; an answer it throws on is no vote. */
  async function agreed<T>(call: RpcCall, read: (result: unknown) => T): Promise<T> {
    return (await agreedOnAll([call], read))[0] as T
  }

  /** The first answer of any trusted endpoint that can be reached. */
  async function any(call: RpcCall): Promise<unknown> {
    let last: unknown = new NoQuorum('no endpoint is trusted')
    for (const endpoint of trusted) {
      try {
        return resultOf((await endpoint.ask([call]))[0])
      } catch (error) {
        if (!(error instanceof RpcError) || error.problem !== 'unreachable') throw error
        onTrouble(endpoint.name, 'unreachable')
        last = error
      }
    }
    throw last
  }

  const rests = createEndpointRests(now)

  /** Without agreement those that rest are asked, too. */
  const look = (): Promise<ChainView> =>
    lookAtRested().catch((error: unknown) => {
      if (rests.end()) return lookAtRested()
      throw error
    })

  async function lookAtRested(): Promise<ChainView> {
    const asked = rests.rested(endpoints, quorum)
    const given = await askAll([CHAIN_ID, HEAD], asked)
    const present = given.map(({ endpoint }) => endpoint)
    for (const one of asked) rests.note(one, present.includes(one))
    const heads = headsOf(given)
    const ours = heads.filter((entry) => entry.chainId === chainId)
    for (const { endpoint } of heads.filter((entry) => entry.chainId !== chainId))
      onTrouble(endpoint.name, 'wrong_chain')
    const head = ours.map((entry) => entry.head).sort((a, b) => b - a)[quorum - 1]
    if (head === undefined) throw new NoQuorum(`fewer than ${quorum} endpoints of chain ${chainId} answer`)
    const near = ours.filter((entry) => entry.head >= head - behindMax)
    for (const { endpoint } of ours.filter((entry) => !near.includes(entry))) onTrouble(endpoint.name, 'behind')
    trusted = near.map(({ endpoint }) => endpoint)

    const number = Math.max(0, head - confirmations)
    const seen = (await askAll([blockCall(number)])).map(({ endpoint, answers }) =>
      vote(endpoint, answers[0], readBlock),
    )
    const votes = countVotes(seen)
    const winner = winnerOf(votes, quorum)
    if (winner === null) throw new NoQuorum(`fewer than ${quorum} endpoints agree on block ${number}`)
    for (const { endpoint } of votes.filter(({ key }) => key !== winner.key)) onTrouble(endpoint.name, 'disagrees')
    trusted = votes.filter(({ key }) => key === winner.key).map(({ endpoint }) => endpoint)
    return { head, confirmed: { number, hash: winner.value.hash }, baseFee: winner.value.baseFee }
  }

  /** The value of each call that a quorum gave, as `agreed`; all in one request to each endpoint. */
  async function agreedOnAll<T>(calls: readonly RpcCall[], read: (result: unknown) => T): Promise<readonly T[]> {
    const all = await askAll(calls)
    return calls.map(({ method }, index) => {
      const votes = countVotes(all.map(({ endpoint, answers }) => vote(endpoint, answers[index], read)))
      const winner = winnerOf(votes, quorum)
      if (winner === null) throw new NoQuorum(`${method}: fewer than ${quorum} endpoints gave the same answer`)
      for (const { endpoint } of votes.filter(({ key }) => key !== null && key !== winner.key))
        onTrouble(endpoint.name, 'disagrees')
      return winner.value
    })
  }

  return {
    look,
    async transactionLogs(hashes) {
      if (hashes.length === 0) return []
      const receipts = await agreedOnAll(hashes.map(receiptCall), (result) => receiptLogsOf(result, chainId))
      return inOrder(receipts.flat())
    },
    blockHash: async (number) => (await agreed(blockCall(number), readBlock)).hash,
    blockTime: async (number) => (await agreed(blockCall(number), readBlock)).at,
    nonceAt: (address, block) =>
      agreed({ method: 'eth_getTransactionCount', params: [address, quantityOf(block)] }, numberOf),
    async receipts(hashes) {
      if (hashes.length === 0) return []
      const all = await askAll(hashes.map(receiptCall))
      return hashes.map((_, index) =>
        receiptViewOf(
          all.map(({ endpoint, answers }) => vote(endpoint, answers[index], readReceipt)),
          quorum,
        ),
      )
    },
    logs: (filter, from, to) =>
      agreed({ method: 'eth_getLogs', params: [logRequest(filter, from, to)] }, (result) =>
        logsOf(result, chainId, from, to),
      ),
    async send(raw) {
      const given = await askAll([{ method: 'eth_sendRawTransaction', params: [raw] }])
      const refusals = given.map(({ answers }) => (answers[0]?.isError === true ? answers[0].error : null))
      if (refusals.some((refusal) => refusal === null || refusal.problem === 'already_known')) return
      throw refusals[0] ?? new RpcError('unreachable', 'no endpoint answers')
    },
    ...readsOf(any),
    close: () => endpoints.forEach((endpoint) => endpoint.close()),
  }
}

/** Each endpoint's answers; one that is unreachable has none. */
async function askEach(
  endpoints: readonly RpcEndpoint[],
  calls: readonly RpcCall[],
  onTrouble: ChainClientOptions['onTrouble'],
): Promise<readonly Asked[]> {
  const answers = await Promise.all(
    endpoints.map(async (endpoint) => {
      try {
        return { endpoint, answers: await endpoint.ask(calls) }
      } catch {
        onTrouble(endpoint.name, 'unreachable')
        return null
      }
    }),
  )
  return answers.filter((answer) => answer !== null)
}

/** Reads that any endpoint may answer. */
const readsOf = (
  any: (call: RpcCall) => Promise<unknown>,
): Pick<ChainClient, 'estimate' | 'simulate' | 'readerAt'> => ({
  estimate: async (transaction) =>
    BigInt(hexOf(await any({ method: 'eth_estimateGas', params: [callParams(transaction)] }))),
  simulate: async (transaction, block) =>
    hexOf(await any({ method: 'eth_call', params: [callParams(transaction), quantityOf(block)] })),
  readerAt: (block) => ({
    block,
    call: async (to, data) => hexOf(await any({ method: 'eth_call', params: [{ to, data }, quantityOf(block)] })),
    balance: async (address) =>
      BigInt(hexOf(await any({ method: 'eth_getBalance', params: [address, quantityOf(block)] }))),
  }),
})

interface Asked {
  readonly endpoint: RpcEndpoint
  readonly answers: readonly RpcAnswer[]
}

const headsOf = (asked: readonly Asked[]) =>
  asked.flatMap(({ endpoint, answers: [id, head] }) => {
    try {
      return [{ endpoint, chainId: numberOf(resultOf(id)), head: numberOf(resultOf(head)) }]
    } catch {
      return []
    }
  })
