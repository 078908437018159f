/**
 * Serves the wallets and follows the venues that this process holds the locks of: a round each time the chain is
 * looked at, each of them on its own, so that one that waits keeps no other.
 */
import { periodic } from '@ats/service-kit/async'
import { createOutageLog, type Logger } from '@ats/service-kit/process'
import type { TradingWallet } from '../../../core/model/live/trading-wallet.js'
import type { Hex } from '../../port.js'
import type { BlockFollower } from '../follow/block-follower.js'
import { isUnanswered, type ChainClient, type ChainView } from '../rpc/chain-client.js'
import type { WalletSender } from './wallet-sender.js'

export interface SenderServiceOptions {
  readonly client: ChainClient
  readonly listWallets: () => Promise<readonly TradingWallet[]>
  /** The wallets that something has to be done for; the others ask nothing of the chain and of what is stored. */
  readonly listBusy: () => Promise<ReadonlySet<Hex>>
  readonly locks: { readonly isHeld: (name: string) => boolean; want(names: readonly string[]): void }
  /** May fail, e.g. for want of its key: it is tried again with the next round. */
  readonly openSender: (wallet: TradingWallet) => Promise<WalletSender>
  /** By the name of its lock. */
  readonly followers: ReadonlyMap<string, BlockFollower>
  readonly everyMs: number
  readonly logger: Logger
  readonly onView?: (view: ChainView) => void
}

export interface SenderService {
  /** One look at the chain; what it begins goes on afterwards. */
  look(): Promise<void>
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export const walletLock = (address: Hex): string => `wallet ${address}`

/** A chain is looked at several times a second: it is one outage however often it does not answer. */
const WORDS = {
  dependency: 'chain',
  lost: 'the chain cannot be looked at; will retry until it can',
  back: 'the chain can be looked at again',
}

export function createSenderService(options: SenderServiceOptions): SenderService {
  const { client, listWallets, listBusy, locks, openSender, followers, everyMs, logger, onView } = options
  const senders = new Map<string, WalletSender>()
  const running = new Map<string, Promise<unknown>>()
  const outage = createOutageLog(logger, WORDS)

  async function look(): Promise<void> {
    const wallets = await listWallets()
    locks.want([...followers.keys(), ...wallets.map(({ address }) => walletLock(address))])
    const [view, busy] = await Promise.all([client.look(), listBusy()])
    outage.answered()
    onView?.(view)
    for (const [name, follower] of followers) run(name, () => follower.run(view))
    for (const wallet of wallets) {
      const name = walletLock(wallet.address)
      if (!locks.isHeld(name)) senders.delete(name)
      else if (busy.has(wallet.address) || senders.get(name)?.isDue(view.head) !== false)
        run(name, () => serve(wallet, view))
    }
  }

  async function serve(wallet: TradingWallet, view: ChainView): Promise<void> {
    const name = walletLock(wallet.address)
    const sender = senders.get(name) ?? (await openSender(wallet))
    senders.set(name, sender)
    await sender.run(view)
  }

  /** Unless the round before is still under way. */
  function run(name: string, round: () => Promise<unknown>): void {
    if (running.has(name) || !locks.isHeld(name)) return
    const ending = round()
      .catch((error: unknown) => logger.warn({ err: error, name }, 'a round of live execution failed; will retry'))
      .finally(() => running.delete(name))
    running.set(name, ending)
  }

  const looking = periodic(look, {
    everyMs,
    onError(error) {
      if (isUnanswered(error)) outage.failed(error.message)
      else logger.warn({ err: error }, 'the chain could not be looked at; will retry')
    },
  })
  return {
    look,
    start: looking.start,
    async stop() {
      await looking.stop()
      await Promise.all(running.values())
    },
  }
}
