/** Brings what is signed to its end: a nonce is settled, its gas booked, its bytes sent, its fee raised. */
import type { TradingWallet } from '../../../core/model/live/trading-wallet.js'
import type { VenueReport, VenueRequest } from '../../../core/model/live/venue-request.js'
import {
  type Fees,
  isGasDue,
  type MinedTransaction,
  type VenueTransaction,
} from '../../../core/model/live/venue-transaction.js'
import type { ReceiptView } from '../rpc/votes.js'
import { replacementFees } from './fees.js'
import { RECEIPT_INDEX } from './gas-books.js'
import { byNonce } from './unfinished.js'
import type { Draft, Effect, SenderChain, SenderView } from './wallet-view.js'

/** A nonce has its end when a confirmed block has used it. */
export function settleNonce({ transactions, chain }: SenderView): Effect | null {
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

function minedOf({ hash, call }: VenueTransaction, { receipts, confirmed }: SenderChain): MinedTransaction | null {
  const seen = receipts.get(hash)
  if (seen?.kind !== 'mined' || seen.receipt.block > confirmed) return null
  const { receipt } = seen
  const paid = receipt.gasUsed * receipt.gasPrice
  return receipt.isSuccess
    ? { hash, receipt, state: 'MINED', cost: paid + call.value }
    : { hash, receipt, state: 'REVERTED', cost: paid }
}

export function bookGas({ transactions }: SenderView): Effect | null {
  const transaction = transactions.find(isGasDue)
  return transaction === undefined ? null : { kind: 'book_gas', transaction }
}

export function reportTransaction({ transactions, requests, memory }: SenderView): Effect | null {
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
export function fillNonce({ wallet, transactions, chain, nextNonce, requests, limits }: SenderView): Effect | null {
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
export function sendBytes({ transactions, requests, chain, memory, limits }: SenderView): Effect | null {
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
export function raiseFee({ transactions, chain, memory, limits }: SenderView): Effect | null {
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
