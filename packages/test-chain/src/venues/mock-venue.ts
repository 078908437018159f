/** A venue's contracts on a chain of one's own, with all that others than the wallets do there. */
import type { Hex } from '../chain.js'
import type { Contract } from '../contracts.js'

export interface MockVenue<Deployment> {
  /** Where the contracts are, as JSON that the engine's adapter is made of. */
  readonly deployment: Deployment
  /** The mock itself, for a test that is keeper and market on its own. */
  readonly contract: Contract
  readonly keeper: Keeper
  readonly markets: readonly [StageMarket, StageMarket]
  /** USDC in its smallest unit that the venue owes the wallet, and pays when it is claimed. */
  owed(wallet: Hex): Promise<bigint>
}

/** A symbol, and what one unit of it costs, dollars. */
export interface StageMarket {
  readonly symbol: string
  readonly price: string
}

/** The keepers, bots and prices that a test plays. Each call is mined before it resolves. */
export interface Keeper {
  /** Dollars. */
  setPrice(symbol: string, dollars: string): Promise<void>
  /** Answers a market order, or a resting one whose price is reached, at the price. */
  execute(wallet: Hex, venueOrderId: string): Promise<void>
  /** Answers with a refusal, one of `refusals`. */
  refuse(wallet: Hex, venueOrderId: string, reason: string): Promise<void>
  /** The refusals of a long market order that opens, in the adapter's words. */
  readonly refusals: readonly string[]
  /** Does what is due at the price: take-profits, stop-losses, liquidations. */
  sweep(wallet: Hex, symbol: string): Promise<void>
  /** The orders of the wallet that wait for an answer whatever the price. */
  waiting(wallet: Hex): Promise<readonly string[]>
  /** How many orders, and positions or trades, the wallet has there. */
  countHoldings(wallet: Hex): Promise<number>
  setPaused(isPaused: boolean): Promise<void>
  /** Sets fees, limits and pauses as they were in the beginning: a reorganisation may have taken half of a refusal. */
  reset(): Promise<void>
  /** Lets the time go by after which a market order may be withdrawn. */
  passExpiry(): Promise<void>
}
