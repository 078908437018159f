/** Reads a wallet at its venue, and plans its requests on what is there; what makes no sense is a problem, no throw. */
import type { VenueRequest } from '../../../core/model/live/venue-request.js'
import type { TradingWallet } from '../../../core/model/live/trading-wallet.js'
import { decimal, usd, type Usd } from '../../../core/values/decimal.js'
import type { Call, WalletState } from '../../port.js'
import { isUnanswered } from '../rpc/chain-client.js'
import type { Planned } from './wallet-view.js'
import type { WalletSenderOptions } from './sender-options.js'

/** The wallet at its venue; `problem`: what is there cannot be read, and not for want of an answer. */
export interface Reading {
  readonly state: WalletState | null
  readonly preparations?: readonly Call[]
  readonly problem: string | null
}

/** Nothing was to be planned, or nobody answered. */
export const UNREAD: Reading = { state: null, problem: null }

export interface Planning extends Omit<Reading, 'preparations'> {
  readonly requests: readonly VenueRequest[]
  readonly targets: readonly VenueRequest[]
  readonly gasPrice: bigint
}

export interface Planner {
  read(head: number): Promise<Reading>
  planOf(request: VenueRequest, planning: Planning): Planned
  /** Whether it is time to look for what the venue keeps for the wallet. */
  isClaimDue(head: number): boolean
  claims(wallet: TradingWallet, head: number): Promise<readonly Call[]>
}

/** Less is not worth its gas; a wallet that is being emptied leaves nothing behind. */
const CLAIM_FROM = usd(decimal('5'))
const claimFrom = ({ state }: TradingWallet): Usd => (state === 'DRAINING' ? usd(1n) : CLAIM_FROM)

type PlannerOptions = Pick<WalletSenderOptions, 'address' | 'client' | 'adapter' | 'now' | 'limits' | 'logger'>

export function createPlanner(options: PlannerOptions): Planner {
  const { address, client, adapter } = options
  let isPrepared = false
  let nextClaimAt = 0

  /** Reads the wallet. Requests under way do not wait where it cannot be read. */
  async function read(head: number): Promise<Reading> {
    const reader = client.readerAt(head)
    try {
      const state = await adapter.readWallet(address, reader)
      const preparations = isPrepared ? [] : await adapter.prepare(address, reader)
      isPrepared = preparations.length === 0
      return { state, preparations, problem: null }
    } catch (error) {
      options.logger.warn({ err: error, wallet: address }, 'a trading wallet could not be read; will retry')
      return isUnanswered(error) ? UNREAD : { state: null, problem: 'wallet_unreadable' }
    }
  }

  function planOf(request: VenueRequest, { requests, targets, state, problem, gasPrice }: Planning): Planned {
    if (problem !== null) return { problem }
    if (state === null) return { wait: true, reason: 'the wallet has not been read' }
    const others = requests.filter(({ id }) => id !== request.id)
    const requestOf = (id: string): VenueRequest | undefined =>
      [...requests, ...targets].find((other) => other.id === id)
    const context = { wallet: address, now: options.now(), state, others, gasPrice, requestOf }
    try {
      return adapter.plan(request, context)
    } catch (error) {
      options.logger.error({ err: error, wallet: address, requestId: request.id }, 'a live request cannot be planned')
      return { problem: 'plan_failed' }
    }
  }

  async function claims(wallet: TradingWallet, head: number): Promise<readonly Call[]> {
    const found = (await adapter.claims?.(wallet.address, client.readerAt(head), claimFrom(wallet))) ?? []
    nextClaimAt = head + options.limits.claimEvery
    return found
  }

  return { read, planOf, claims, isClaimDue: (head) => adapter.claims !== undefined && head >= nextClaimAt }
}
