/** The stored side of a sender, and the core's, in memory: all that a process that ends leaves behind. */
import type { VenueReport, VenueRequest, VenueState } from '../../../src/core/model/live/venue-request.js'
import { price, quantity, rate, usd, ONE } from '../../../src/core/values/decimal.js'
import type { FollowStore } from '../../../src/venues/chain/follow/block-follower.js'
import { isEnded } from '../../../src/core/model/live/venue-request-states.js'
import {
  costMax,
  isGasDue,
  isUnfinished,
  type VenueTransaction,
} from '../../../src/core/model/live/venue-transaction.js'
import type { SenderBooks, SenderStore } from '../../../src/venues/chain/sending/sender-options.js'
import type { TradingWallet } from '../../../src/core/model/live/trading-wallet.js'
import type { BlockRef } from '../../../src/venues/chain/rpc/chain-client.js'
import type { Call, Hex } from '../../../src/venues/port.js'
import { CHAIN_ID } from './memory-chain.js'

export interface MemoryStore extends SenderStore, FollowStore {
  readonly transactions: () => readonly VenueTransaction[]
  readonly wallet: (address: Hex) => TradingWallet
  setWallet(wallet: TradingWallet): void
  /** As if a part of the database were lost. */
  forget(hash: Hex): void
  /** Has the books of the venue read on from this block. */
  restore(block: BlockRef): void
  /** Has a nonce come to its end once more. */
  reopen(nonce: number): void
}

export const tradingWallet = (address: Hex, accountId: string): TradingWallet => ({
  ...{ address, accountId, venue: 'GMX', chainId: CHAIN_ID, signer: 'keystore', state: 'ACTIVE', stateReason: null },
  ...{ gasPerDayMax: 10n ** 20n, gasPerOrderMax: 10n ** 19n },
})

export function createMemoryStore(
  wallets: readonly TradingWallet[],
  isOpen: (requestId: string) => boolean,
): MemoryStore {
  const known = new Map(wallets.map((wallet) => [wallet.address, wallet]))
  const plans = new Map<string, { wallet: Hex; calls: readonly Call[] }>()
  let rows: VenueTransaction[] = []
  let cursor: BlockRef | null = null
  const change = (hash: Hex, changed: Partial<VenueTransaction>): void => {
    rows = rows.map((row) => (row.hash === hash ? { ...row, ...changed } : row))
  }
  const walletOf = (address: Hex): TradingWallet => {
    const wallet = known.get(address)
    if (wallet === undefined) throw new Error(`no wallet ${address}`)
    return wallet
  }
  return {
    transactions: () => rows,
    wallet: walletOf,
    setWallet: (wallet) => void known.set(wallet.address, wallet),
    restore: (block) => void (cursor = block),
    reopen(nonce) {
      for (const row of rows.filter((other) => other.nonce === nonce && !isUnfinished(other)))
        change(row.hash, { state: 'SENT', block: null, blockHash: null, cost: null, venueOrderId: null })
    },
    forget: (hash) => void (rows = rows.filter((row) => row.hash !== hash)),
    load(address) {
      const own = rows
        .filter(({ wallet }) => wallet === address)
        .sort((a, b) => a.nonce - b.nonce || a.attempt - b.attempt)
      const isWanted = (row: VenueTransaction) =>
        isUnfinished(row) || isGasDue(row) || (row.requestId !== null && isOpen(row.requestId))
      return Promise.resolve({
        wallet: walletOf(address),
        isFollowed: cursor !== null,
        transactions: own.filter(isWanted),
        nextNonce: Math.max(-1, ...own.map(({ nonce }) => nonce)) + 1,
        spentToday: own.reduce((sum, row) => sum + (row.cost ?? (isUnfinished(row) ? costMax(row) : 0n)), 0n),
        plans: new Map(
          [...plans]
            .filter(([id, { wallet }]) => wallet === address && isOpen(id))
            .map(([id, { calls }]) => [id, calls]),
        ),
      })
    },
    storePlan(requestId, wallet, calls) {
      if (!plans.has(requestId)) plans.set(requestId, { wallet, calls })
      return Promise.resolve()
    },
    insert(row) {
      const isTaken = rows.some(
        (other) =>
          (other.wallet === row.wallet && other.nonce === row.nonce && other.attempt === row.attempt) ||
          (row.requestId !== null &&
            other.requestId === row.requestId &&
            other.callIndex === row.callIndex &&
            other.attempt === row.attempt),
      )
      if (isTaken) return Promise.reject(new Error('it is there already'))
      rows.push(row)
      return Promise.resolve()
    },
    markSent(hash, block) {
      change(hash, { state: 'SENT', sentAtBlock: block })
      return Promise.resolve()
    },
    settle(address, nonce, mined) {
      for (const row of rows.filter(
        (other) => other.wallet === address && other.nonce === nonce && isUnfinished(other),
      )) {
        if (row.hash !== mined?.hash) change(row.hash, { state: 'DROPPED' })
        else {
          const { block, blockHash } = mined.receipt
          change(row.hash, { state: mined.state, block, blockHash, cost: mined.cost })
        }
      }
      return Promise.resolve()
    },
    pause(address, stateReason) {
      known.set(address, { ...walletOf(address), state: 'PAUSED', stateReason })
      return Promise.resolve()
    },
    cursor: () => Promise.resolve(cursor),
    moveCursor(_venue, _chainId, from, to) {
      if (from?.hash === cursor?.hash) cursor = to
      return Promise.resolve()
    },
    wallets: () => Promise.resolve(new Map([...known.values()].map(({ address, accountId }) => [address, accountId]))),
    transactionByHash: (hash) => Promise.resolve(rows.find((row) => row.hash === hash) ?? null),
    transactionByOrder: (wallet, venueOrderId) =>
      Promise.resolve(rows.findLast((row) => row.wallet === wallet && row.venueOrderId === venueOrderId) ?? null),
    recordGas(hash) {
      change(hash, { isGasBooked: true })
      return Promise.resolve()
    },
    recordOrder(hash, venueOrderId) {
      change(hash, { venueOrderId })
      return Promise.resolve()
    },
    recordEnd(hash) {
      change(hash, { hasEnded: true })
      return Promise.resolve()
    },
  }
}

export interface MemoryCore extends SenderBooks {
  readonly requests: ReadonlyMap<string, VenueRequest>
  /** Reports that were booked, each once. */
  readonly booked: readonly VenueReport[]
  place(request: VenueRequest): void
  /** Withdraws a request that is still NEW. */
  withdraw(id: string): boolean
}

export function openRequest(id: string, accountId: string): VenueRequest {
  return {
    ...{ id, accountId, orderId: id, venue: 'GMX', state: 'NEW', txHash: null, venueOrderId: null, reason: null },
    action: {
      ...{ kind: 'open', symbol: 'ETH-USD', direction: 'LONG', type: 'MARKET', quantity: quantity(ONE) },
      ...{
        price: price(2_000n * ONE),
        worstPrice: price(2_020n * ONE),
        leverage: rate(ONE),
        collateral: usd(2_000n * ONE),
      },
      ...{ takeProfit: null, stopLoss: null },
    },
    ...{ createdAt: 0, updatedAt: 0 },
  }
}

/** Books as the core does: a command is named by its place or bytes, and the second of a name changes nothing. */
export function createMemoryCore(): MemoryCore {
  const requests = new Map<string, VenueRequest>()
  const names = new Set<string>()
  const booked: VenueReport[] = []
  const nameOf = (report: VenueReport): string => {
    if ('place' in report) return `${report.kind} ${report.place.txHash} ${report.place.logIndex}`
    return `${report.kind} ${report.requestId} ${'txHash' in report ? report.txHash : ''}`
  }
  const stateAfter = (request: VenueRequest, report: VenueReport): VenueState => {
    const { state } = request
    if (isEnded(request)) return state
    switch (report.kind) {
      case 'signed':
        return state === 'NEW' ? 'SIGNED' : state
      case 'sent':
        return state === 'SIGNED' ? 'SENT' : state
      case 'accepted':
        return 'ACCEPTED'
      case 'executed':
        return report.isLast ? 'EXECUTED' : state
      case 'failed':
        return 'FAILED'
      case 'cancelled':
        return 'CANCELLED'
      case 'timed_out':
        return 'TIMED_OUT'
      default:
        return state
    }
  }
  return {
    requests,
    booked,
    place: (request) => void requests.set(request.id, request),
    withdraw(id) {
      const request = requests.get(id)
      if (request?.state !== 'NEW') return false
      requests.set(id, { ...request, state: 'CANCELLED' })
      return true
    },
    openRequests: (accountId) =>
      Promise.resolve([...requests.values()].filter((one) => one.accountId === accountId && !isEnded(one))),
    findRequest: (id) => Promise.resolve(requests.get(id) ?? null),
    book(_accountId, report) {
      const name = nameOf(report)
      if (names.has(name)) return Promise.resolve()
      names.add(name)
      booked.push(report)
      const request = report.requestId === null ? undefined : requests.get(report.requestId)
      if (request !== undefined) {
        const reason = 'reason' in report ? report.reason : request.reason
        requests.set(request.id, { ...request, reason, state: stateAfter(request, report) })
      }
      return Promise.resolve()
    },
  }
}
