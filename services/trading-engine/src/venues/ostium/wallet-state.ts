/** All that Ostium holds of a wallet at one block. */
import type { Direction } from '../../core/model/account/position.js'
import type { Price, Rate, Usd } from '../../core/values/decimal.js'
import type { VenueRestingOrder, VenueTrade, WalletState } from '../port.js'
import type { Automation } from './abi.js'

export interface OstiumTrade extends VenueTrade {
  readonly tradeId: string
  readonly pairIndex: number
  readonly index: number
  readonly symbol: string
  readonly direction: Direction
  readonly entryPrice: Price
  readonly leverage: Rate
  /** The highest that it has had: the farthest take-profit is measured with it. */
  readonly initialLeverage: Rate
  readonly pendingRollover: Usd
  readonly pendingFunding: Usd
  /** Blocks at which bots have asked for its automation without an answer yet. */
  readonly triggers: Partial<Readonly<Record<Automation, number>>>
}

export interface OstiumOrder extends VenueRestingOrder {
  readonly pairIndex: number
  /** The slot of a resting order, or of the trade that a market order closes; an opening one has none yet. */
  readonly index: number | null
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  /** USDC that waits with it at the venue. */
  readonly collateral: Usd
  /** The block of a market order's request. */
  readonly requestedAt: number | null
  /** The block at which a bot asked for its execution without an answer yet. */
  readonly triggeredAt: number | null
}

export interface OstiumLimits {
  readonly tradesPerPairMax: number
  readonly pendingMarketOrdersMax: number
  /** Blocks. */
  readonly marketOrdersTimeout: number
  readonly triggerTimeout: number
  /** The farthest stop-loss, per cent of the collateral. */
  readonly stopLossMax: bigint
}

export interface OstiumState extends WalletState {
  readonly trades: readonly OstiumTrade[]
  readonly orders: readonly OstiumOrder[]
  readonly limits: OstiumLimits
  readonly allowance: Usd
  /** Requests to open revert, or are cancelled for a fee; when it is done, closing is not possible either. */
  readonly isOpeningPaused: boolean
  readonly isDone: boolean
}
