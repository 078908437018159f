/** Builds the sending of live orders: endpoints, signers, a sender for each wallet, a follower for each venue. */
import type { Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { systemCommand } from '../../commands/pipeline/command.js'
import type { VenueBooks } from '../../commands/live/venue-books.js'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import type { EngineConfig } from '../../config.js'
import { decideVenueMismatch } from '../../core/decide/live/decide-venue-mismatch.js'
import type { Account } from '../../core/model/account/account.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { ReadDifferences } from '../../core/read/reconcile.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import type { LiveExecutionConfig } from '../../venues/chain/live-settings.js'
import { createGmxAdapter } from '../../venues/gmx/adapter.js'
import { arbitrumDeployment } from '../../venues/gmx/deployment.js'
import { createOstiumAdapter } from '../../venues/ostium/adapter.js'
import { ARBITRUM_ONE } from '../../venues/ostium/deployment.js'
import type { Price } from '../../core/values/decimal.js'
import type { Micros } from '../../core/values/time.js'
import { createSenderLocks } from '../../store/venues/sender-locks.js'
import type { ReadFunds } from '../../core/model/live/trading-wallet.js'
import { listBusyWallets, listTradingWallets } from '../../store/venues/wallets.js'
import type { AssessChain } from '../../core/model/live/chain-verdict.js'
import { assessChain, type AssessOptions } from '../../venues/chain/follow/assess-chain.js'
import { createBlockFollower, type FollowPoint } from '../../venues/chain/follow/block-follower.js'
import { createSenderService, walletLock } from '../../venues/chain/sending/sender-service.js'
import type { SenderPoint } from '../../venues/chain/sending/sender-options.js'
import { createWalletSender } from '../../venues/chain/sending/wallet-sender.js'
import { createChainClient, type ChainClient } from '../../venues/chain/rpc/chain-client.js'
import type { TradingWallet } from '../../core/model/live/trading-wallet.js'
import { createHttpEndpoint } from '../../venues/chain/rpc/rpc-endpoint.js'
import { readPassphrase } from '../../venues/chain/signer/keystore.js'
import { noSigner, openSigner, type SignerSources } from '../../venues/chain/signer/open-signer.js'
import type { Hex, VenueAdapter } from '../../venues/port.js'
import { createLiveReconciliation } from './live-reconciliation.js'
import { readSwap } from '../../venues/chain/read-swap.js'
import type { ReadSwap } from '../../core/model/live/swap-on-chain.js'
import type { SendingMetrics } from '../metrics/sending-metrics.js'
import { createSenderStore } from './sender-store.js'

export interface LiveSendingOptions {
  readonly config: Pick<EngineConfig, keyof LiveExecutionConfig | 'DATABASE_URL' | 'ROLE'>
  readonly pool: Pool
  readonly adapters: readonly VenueAdapter[]
  readonly books: VenueBooks
  readonly contexts: Pick<AccountCache, 'get'>
  readonly runCommand: RunCommand
  /** The mark of the native token at a time that has passed; undefined: nobody knows it. */
  readonly nativeMarkAt: (at: Micros) => Promise<Price | undefined>
  readonly now: () => Micros
  readonly logger: Logger
  readonly watch: SendingMetrics
  readonly timeoutFactor?: number
  /** Instead of four times a second, as fast as blocks of Arbitrum come. */
  readonly everyMs?: number | undefined
  /** Instead of an hour's: how many blocks there are between two looks for what a venue keeps for a wallet. */
  readonly claimEvery?: number | undefined
  /** Told of each point that a sender or a follower reaches; tests end the process there. */
  readonly at?: ((point: SenderPoint | FollowPoint) => void) | undefined
}

export interface LiveSending {
  /** The means of a wallet at its venue; null of a venue that is not on the chain. */
  readonly readFunds: ReadFunds
  readonly readDifferences: ReadDifferences
  readonly assessChain: AssessChain
  readonly readSwap: ReadSwap
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** An endpoint further behind is not asked; a block is a quarter of a second. */
const BEHIND_MAX = 40
const BLOCKS_MAX = 1_000
/** Claims are looked for every hour. */
const LIMITS = { resendAfter: 8, replaceAfter: 40, inFlightMax: 16, attemptsMax: 20, claimEvery: 14_400 }

export function createLiveSending(options: LiveSendingOptions, chainId: number): LiveSending {
  const { config, pool, adapters, books, contexts, runCommand, now, logger, watch } = options
  const { timeoutFactor = 1, everyMs = 250, at = () => undefined, claimEvery } = options
  const limited = {
    timeoutMs: config.LIVE_RPC_TIMEOUT_MS * timeoutFactor,
    requestsPerSecond: config.LIVE_RPC_REQUESTS_PER_SECOND,
  }
  const client = createChainClient({
    endpoints: config.LIVE_RPC_URLS.map((url) => createHttpEndpoint({ url, ...limited })),
    ...{ chainId, quorum: config.LIVE_RPC_QUORUM, confirmations: config.LIVE_CONFIRMATIONS, behindMax: BEHIND_MAX },
    onTrouble: watch.onTrouble,
  })
  const remote =
    config.LIVE_SIGNER_URL === null ? null : createHttpEndpoint({ url: config.LIVE_SIGNER_URL, ...limited })
  const sources: SignerSources = {
    keystoreFolder: config.LIVE_KEYSTORE_FOLDER,
    passphraseFile: config.LIVE_KEYSTORE_PASSPHRASE_FILE,
    remote,
  }
  const store = createSenderStore(pool)
  const nativePriceAt = async (block: number): Promise<Price> => {
    const mark = await options.nativeMarkAt(await client.blockTime(block))
    if (mark === undefined) throw new Error('there is no price of the native token: what it cost cannot be booked')
    return mark
  }
  const haltAll = async (accountIds: readonly string[], detail: string): Promise<void> => {
    const decide = (account: Account, context: DecisionContext) => decideVenueMismatch(account, detail, context)
    for (const accountId of accountIds) {
      const account = await contexts.get(accountId)
      if (account !== null) await runCommand(systemCommand(account, 'halt_for_mismatch', decide))
    }
  }
  const locks = createSenderLocks({ connectionString: config.DATABASE_URL, logger, timeoutFactor })
  const ours = adapters.filter((adapter) => adapter.chainId === chainId)
  const venueLock = (venue: VenueId): string => `venue ${venue} ${chainId}`
  const followers = ours.map((adapter) => {
    const name = venueLock(adapter.venue)
    const follower = createBlockFollower({
      ...{ adapter, client, store, nativePriceAt, at, blocksMax: BLOCKS_MAX },
      book: (accountId, report) => books.book(accountId, report),
      findRequest: (id) => books.findRequest(id),
      onMismatch: (accountIds, booked, found) =>
        haltAll(accountIds, `block ${booked.number} was ${booked.hash} and is ${found}`),
    })
    return [name, follower] as const
  })

  const listWallets = async () => (await listTradingWallets(pool)).filter((wallet) => wallet.chainId === chainId)
  const isFollowed = (venue: VenueId): boolean => locks.isHeld(venueLock(venue))
  const reconciliation = createLiveReconciliation({
    ...{ adapters: ours, client, store, books, listWallets, isFollowed, logger, onReading: watch.onReading },
  })

  const service = createSenderService({
    listBusy: () => listBusyWallets(pool, chainId),
    ...{ client, locks, everyMs, logger, listWallets, followers: new Map(followers), onView: watch.onView },
    async openSender({ address, accountId, venue, signer }) {
      const adapter = ours.find((one) => one.venue === venue)
      if (adapter === undefined) throw new Error(`no adapter for ${venue} on chain ${chainId}`)
      return createWalletSender({
        ...{ address, accountId, client, adapter, store, books, nativePriceAt, now, logger, at },
        // What is only shown needs no key.
        signer: config.LIVE_EXECUTION === 'on' ? await openSigner(signer, address, sources) : noSigner(address),
        onSetback: (step) => watch.onSetback(venue, step),
        limits: { ...LIMITS, ...(claimEvery && { claimEvery }), feeMax: config.LIVE_FEE_MAX_GWEI },
        isDryRun: config.LIVE_EXECUTION === 'dry-run',
        isHeld: () => locks.isHeld(walletLock(address)),
      })
    },
  })
  return {
    async readFunds({ address, venue }) {
      const adapter = ours.find((one) => one.venue === venue)
      if (adapter === undefined) return null
      const reader = client.readerAt((await client.look()).head)
      const [{ usdc, native }, missing] = await Promise.all([
        adapter.readWallet(address, reader),
        adapter.prepare(address, reader),
      ])
      return { usdc, native, isApproved: missing.length === 0 }
    },
    readDifferences: reconciliation.readDifferences,
    assessChain: assessmentOf(ours, { client, store, findRequest: (id) => books.findRequest(id) }),
    readSwap: swapReaderOf(ours, client, listWallets),
    async start() {
      if (config.ROLE === 'api') return
      if (sources.passphraseFile !== null) await readPassphrase(sources.passphraseFile)
      await locks.start()
      watch.start(chainId, isFollowed)
      service.start()
      reconciliation.start()
    },
    async stop() {
      await reconciliation.stop()
      await service.stop()
      await watch.stop()
      await locks.stop()
      client.close()
      remote?.close()
    },
  }
}

const swapReaderOf =
  (
    adapters: readonly VenueAdapter[],
    client: ChainClient,
    listWallets: () => Promise<readonly TradingWallet[]>,
  ): ReadSwap =>
  async ({ accountId, venue }, txHash, token) => {
    const adapter = adapters.find((one) => one.venue === venue)
    const wallet = (await listWallets()).find((one) => one.accountId === accountId && one.venue === venue)
    if (adapter === undefined || wallet === undefined) return null
    return readSwap(client, { wallet: wallet.address, usdc: adapter.usdc, txHash: txHash as Hex }, token)
  }

const assessmentOf =
  (adapters: readonly VenueAdapter[], options: Omit<AssessOptions, 'adapter'>): AssessChain =>
  async (venue) => {
    const adapter = adapters.find((one) => one.venue === venue)
    return adapter === undefined ? null : assessChain({ ...options, adapter })
  }

export const adaptersOnArbitrum = (): readonly VenueAdapter[] => [
  createGmxAdapter(arbitrumDeployment()),
  createOstiumAdapter(ARBITRUM_ONE),
]
