import { periodic, type PeriodicClock } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { VenueBooks } from '../../commands/live/venue-books.js'
import type { TradingWallet } from '../../core/model/live/trading-wallet.js'
import type { ReadDifferences, VenueHoldings, VenueReading } from '../../core/read/reconcile.js'
import type { FollowStore } from '../../venues/chain/follow/block-follower.js'
import { isUnanswered, type ChainClient } from '../../venues/chain/rpc/chain-client.js'
import { readTokenBalances } from '../../venues/chain/token-balances.js'
import type { VenueAdapter, WalletState } from '../../venues/port.js'

export interface LiveReconciliationOptions {
  /** One a venue, on the chain that live orders are sent to. */
  readonly adapters: readonly Pick<VenueAdapter, 'venue' | 'chainId' | 'readWallet'>[]
  readonly client: Pick<ChainClient, 'readerAt'>
  readonly store: Pick<FollowStore, 'cursor'>
  readonly books: Pick<VenueBooks, 'heldTokens' | 'compare' | 'reconcile'>
  readonly listWallets: () => Promise<readonly TradingWallet[]>
  /** Whether this process follows the venue: one process compares, that which books. */
  readonly isFollowed: (venue: TradingWallet['venue']) => boolean
  readonly logger: Logger
  /** Told of each reading of a wallet. */
  readonly onReading?: (wallet: TradingWallet, reading: VenueReading, holdings: WalletState) => void
  readonly clock?: PeriodicClock
}

export interface LiveReconciliation {
  /** Compares a wallet now; halts nothing. Null: nothing was read of the venue yet. */
  readonly readDifferences: ReadDifferences
  readonly start: () => void
  readonly stop: () => Promise<void>
}

type WalletHoldings = WalletState & Pick<VenueHoldings, 'tokens'>

const EVERY_MS = 60_000
const RETRY_MS = 5_000
const LOOK_MS = 1_000

/**
 * Has the books of each wallet compared with what its venue holds, at start and every minute (contract: reconciliation
 * at one block that the books have been advanced to). A wallet that cannot be read is logged, and read again.
 */
export function createLiveReconciliation(options: LiveReconciliationOptions): LiveReconciliation {
  const { adapters, client, store, books, listWallets, isFollowed, logger, onReading, clock } = options
  const now = clock?.now ?? (() => performance.now())
  const unanswered = new Set<string>()

  async function readHoldings({ venue, address, accountId }: TradingWallet): Promise<WalletHoldings | null> {
    const adapter = adapters.find((one) => one.venue === venue)
    const cursor = adapter === undefined ? null : await store.cursor(venue, adapter.chainId)
    if (adapter === undefined || cursor === null) return null
    const reader = client.readerAt(cursor.number)
    const held = await books.heldTokens(accountId, venue)
    const [state, tokens] = await Promise.all([
      adapter.readWallet(address, reader),
      readTokenBalances(address, held, reader),
    ])
    return { ...state, tokens }
  }

  /** False: it could not be compared. */
  async function reconcile(wallet: TradingWallet): Promise<boolean> {
    try {
      const holdings = await readHoldings(wallet)
      if (holdings === null) return false
      onReading?.(wallet, await books.reconcile(wallet.accountId, wallet.venue, holdings), holdings)
      unanswered.delete(wallet.address)
      return true
    } catch (error) {
      const { address, venue } = wallet
      // The chain that does not answer is told once, without where in our code that was noticed.
      const isKnown = isUnanswered(error) && unanswered.has(address)
      if (isUnanswered(error)) unanswered.add(address)
      const why = isUnanswered(error) ? { reason: error.message } : { err: error }
      if (!isKnown) logger.warn({ ...why, address, venue }, 'a wallet could not be compared with its venue; will retry')
      return false
    }
  }

  const dueAt = new Map<string, number>()
  async function round(stopping: AbortSignal): Promise<void> {
    for (const wallet of await listWallets()) {
      if (stopping.aborted) return
      if (!isFollowed(wallet.venue) || now() < (dueAt.get(wallet.address) ?? -Infinity)) continue
      const isCompared = await reconcile(wallet)
      dueAt.set(wallet.address, now() + (isCompared ? EVERY_MS : RETRY_MS))
    }
  }

  const reading = periodic(round, {
    ...{ everyMs: LOOK_MS, ...(clock && { clock }) },
    onError: (error) => logger.warn({ err: error }, 'wallets could not be compared with their venues; will retry'),
  })
  return {
    async readDifferences(wallet) {
      const holdings = await readHoldings(wallet)
      return holdings === null ? null : books.compare(wallet.accountId, wallet.venue, holdings)
    },
    start: reading.start,
    stop: reading.stop,
  }
}
