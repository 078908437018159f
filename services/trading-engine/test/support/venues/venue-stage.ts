/** A venue's contracts on a chain, with all that others than the wallet do there: keepers, bots, the market. */
import type { VenueAdapter } from '../../../src/venues/port.js'
import type { VenueId } from '../../../src/core/model/market/instrument.js'
import type { Chain, ChainAccount, Hex, Keeper, StageMarket } from '@ats/test-chain'

export interface VenueStage {
  readonly venue: VenueId
  readonly adapter: VenueAdapter
  readonly chain: Chain
  readonly usdc: Hex
  /** The keepers, bots and prices that the test plays; null: others are at work there, in their own time. */
  readonly keeper: Keeper | null
  readonly market: StageMarket
  readonly otherMarket: StageMarket
  /** A wallet of its own each time, with native token and USDC for many orders. */
  createWallet(): Promise<Hex>
  stop(): Promise<void>
}

/** Contracts that are deployed elsewhere, where keepers do their work in their own time. */
export interface ChainFile<Deployment> {
  readonly rpcUrl: string
  readonly deployment: Deployment
  readonly markets: readonly [StageMarket, StageMarket]
  /** One for each case, with native token and USDC. */
  readonly accounts: readonly ChainAccount[]
}

/** Gives out accounts one by one: a case begins with a wallet that holds nothing at the venue. */
export function walletsOf(accounts: readonly ChainAccount[]): () => Promise<Hex> {
  const left = accounts.map(({ address }) => address)
  return () => {
    const next = left.shift()
    if (next === undefined)
      return Promise.reject(new Error(`${accounts.length} accounts: each case needs one of its own`))
    return Promise.resolve(next)
  }
}
