/** Binds what is stored of the sending of live orders to the database. */
import type { Pool } from 'pg'
import { listChainReports } from '../../store/venues/chain-reports.js'
import { findVenueCursor, listPassedBlocks, moveVenueCursor } from '../../store/venues/cursors.js'
import {
  findTransaction,
  findTransactionOfOrder,
  insertPlan,
  insertTransaction,
  listSettledAfter,
  markSent,
  recordGas,
  recordVenueEnd,
  recordVenueOrder,
  settleNonce,
} from '../../store/venues/transactions.js'
import { loadSending } from '../../store/venues/wallet-transactions.js'
import { changeTradingWallet, listTradingWallets } from '../../store/venues/wallets.js'
import type { Micros } from '../../core/values/time.js'
import type { FollowStore } from '../../venues/chain/follow/block-follower.js'
import type { BookedReport, JudgeStore } from '../../venues/chain/follow/assess-chain.js'
import type { SenderStore } from '../../venues/chain/sending/sender-options.js'

export const createSenderStore = (pool: Pool): SenderStore & FollowStore & JudgeStore => ({
  load: (address, openIds) => loadSending(pool, address, openIds),
  storePlan: (requestId, wallet, calls) => insertPlan(pool, requestId, wallet, calls),
  insert: (transaction) => insertTransaction(pool, transaction),
  markSent: (hash, block) => markSent(pool, hash, block),
  settle: (wallet, nonce, mined) => settleNonce(pool, wallet, nonce, mined),
  async pause(address, reason) {
    await changeTradingWallet(pool, address, 'PAUSED', reason)
  },
  cursor: (venue, chainId) => findVenueCursor(pool, venue, chainId),
  moveCursor: (venue, chainId, from, to) => moveVenueCursor(pool, venue, chainId, from, to),
  passedBlocks: (venue, chainId) => listPassedBlocks(pool, venue, chainId),
  reportsSince: (chainId, accountIds, since) => bookedSince(pool, chainId, accountIds, since),
  settledAfter: (wallets, block) => listSettledAfter(pool, wallets, block),
  async wallets(venue, chainId) {
    const served = (await listTradingWallets(pool)).filter(
      (wallet) => wallet.venue === venue && wallet.chainId === chainId,
    )
    return new Map(served.map(({ address, accountId }) => [address, accountId]))
  },
  transactionByHash: (hash) => findTransaction(pool, hash),
  transactionByOrder: (wallet, venueOrderId) => findTransactionOfOrder(pool, wallet, venueOrderId),
  recordOrder: (hash, venueOrderId) => recordVenueOrder(pool, hash, venueOrderId),
  recordGas: (hash) => recordGas(pool, hash),
  recordEnd: (hash) => recordVenueEnd(pool, hash),
})

const OF_LOGS = ['executed', 'cancelled', 'frozen', 'timed_out', 'updated', 'collateral', 'levels'] as const
const isOfLog = (kind: string): kind is (typeof OF_LOGS)[number] => OF_LOGS.some((one) => one === kind)

/** An order's acceptance costs nothing, and is told once more without harm. */
async function bookedSince(
  pool: Pool,
  chainId: number,
  accountIds: readonly string[],
  since: Micros,
): Promise<readonly BookedReport[]> {
  const reports = await listChainReports(pool, chainId, accountIds, since)
  return reports.flatMap(({ kind, fill, ...name }): readonly BookedReport[] => {
    // A fee that an order's acceptance took; that of a transaction is told by no log.
    if (kind === 'charged' && name.logIndex >= 0) return [{ ...name, kind: 'accepted', fill: null }]
    if (!isOfLog(kind)) return []
    if (fill?.live === undefined) return [{ ...name, kind, fill: null }]
    const { quantity, price, live } = fill
    return [{ ...name, kind, fill: { quantity, price, charges: live.charges } }]
  })
}
