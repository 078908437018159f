/** Binds what is stored of the road of live orders to the database. */
import type { Pool } from 'pg'
import { findVenueCursor, moveVenueCursor } from '../../store/venues/cursors.js'
import {
  findTransaction,
  findTransactionOfOrder,
  insertPlan,
  insertTransaction,
  loadRoad,
  markSent,
  recordGas,
  recordVenueEnd,
  recordVenueOrder,
  settleNonce,
} from '../../store/venues/transactions.js'
import { changeTradingWallet, listTradingWallets } from '../../store/venues/wallets.js'
import type { FollowStore } from '../../venues/chain/follow/block-follower.js'
import type { RoadStore } from '../../venues/chain/road/road-needs.js'

export const createRoadStore = (pool: Pool): RoadStore & FollowStore => ({
  load: (address, openIds) => loadRoad(pool, address, openIds),
  storePlan: (requestId, wallet, calls) => insertPlan(pool, requestId, wallet, calls),
  insert: (transaction) => insertTransaction(pool, transaction),
  markSent: (hash, block) => markSent(pool, hash, block),
  settle: (wallet, nonce, mined) => settleNonce(pool, wallet, nonce, mined),
  async pause(address, reason) {
    await changeTradingWallet(pool, address, 'PAUSED', reason)
  },
  cursor: (venue, chainId) => findVenueCursor(pool, venue, chainId),
  moveCursor: (venue, chainId, block) => moveVenueCursor(pool, venue, chainId, block),
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
