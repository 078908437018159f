/**
 * The service's needs of a venue's contracts: transactions for requests, the meaning of its logs, and the state of a
 * wallet. An adapter is a pure translation plus reads at a given block; nonces, signing, sending, confirmations and
 * reorganisations are the chain room's (`venues/chain`), and are the same for every venue.
 */
import type { Price, Quantity, Usd } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import type { VenueId } from '../core/model/market/instrument.js'
import type {
  ChainPlace,
  CollateralChange,
  TradeLevels,
  VenueCause,
  VenueCharges,
  VenueFill,
  VenueRequest,
} from '../core/model/live/venue-request.js'
import type { Direction } from '../core/model/account/position.js'

export type Hex = `0x${string}`

/** One transaction before it has a nonce and a price for its gas. */
export interface Call {
  readonly to: Hex
  readonly data: Hex
  /** Native token, wei. */
  readonly value: bigint
  /** Null: the node's estimate with the configured margin. */
  readonly gas: bigint | null
  /** `receipt`: done when mined. `keeper`: the venue answers later by an event. */
  readonly endsWith: 'receipt' | 'keeper'
  /** For people: logs, the dry run. */
  readonly description: string
}

/** A log as an RPC endpoint returns it, decoded no further. */
export interface ChainLog extends ChainPlace {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Read-only calls of contracts at one block. */
export interface ChainReader {
  readonly block: number
  call(to: Hex, data: Hex): Promise<Hex>
  balance(address: Hex): Promise<bigint>
}

/**
 * Logs that lead to the transactions of some wallets. What is read is the whole transaction: fees, refunds and
 * transfers are told by other logs of it, which name the wallet elsewhere or not at all.
 */
export interface LogFilter {
  readonly addresses: readonly Hex[]
  /** By position; null: any. */
  readonly topics: readonly (readonly Hex[] | null)[]
}

/**
 * The meaning of a log. Its `venueOrderId` leads to the request; a wallet's own transactions are known by hash.
 * `keeperFee` is the native token, wei, that a keeper kept of what the request had sent along; absent: nothing. Only
 * the chain room knows its price and the gas, so it adds both to `charges.execution`, which an adapter leaves 0.
 */
export type VenueLog =
  | {
      readonly kind: 'accepted'
      readonly wallet: Hex
      readonly venueOrderId: string
      /** USDC taken with it, positive: Ostium's oracle fee of a part close. Absent: none. */
      readonly fee?: Usd
    }
  | {
      readonly kind: 'executed'
      readonly wallet: Hex
      readonly venueOrderId: string | null
      readonly cause: VenueCause
      readonly fill: VenueFill
      readonly keeperFee?: bigint
    }
  | {
      readonly kind: 'cancelled' | 'frozen' | 'updated' | 'timed_out'
      readonly wallet: Hex
      readonly venueOrderId: string
      readonly reason: string
      /** USDC the venue kept or charged, positive; negative: given back. */
      readonly fee: Usd
      readonly keeperFee?: bigint
    }
  | {
      readonly kind: 'collateral'
      readonly wallet: Hex
      /** Null: no order was made for it. */
      readonly venueOrderId: string | null
      readonly change: CollateralChange
      /** Settled with it: GMX's fees for time. */
      readonly charges: VenueCharges
      readonly keeperFee?: bigint
    }
  /** A trade has these levels now, and no request of ours asked for them. */
  | { readonly kind: 'levels'; readonly wallet: Hex; readonly venueOrderId: null; readonly levels: TradeLevels }

export interface VenuePosition {
  readonly symbol: string
  readonly direction: Direction
  readonly quantity: Quantity
  readonly entryPrice: Price
  readonly collateral: Usd
  /** Signed as the trader sees it: negative is owed. */
  readonly pendingFunding: Usd
  readonly pendingBorrowing: Usd
  readonly pendingRollover: Usd
  /** Ostium: the trades that it is made of, in the order in which they close; GMX: one without ids. */
  readonly trades: readonly VenueTrade[]
}

export interface VenueTrade {
  readonly tradeId: string | null
  readonly pairIndex: number | null
  readonly index: number | null
  readonly quantity: Quantity
  readonly collateral: Usd
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  /** A close is under way: its slot must not be used. */
  readonly isClosing: boolean
}

export interface VenueRestingOrder {
  readonly venueOrderId: string
  readonly symbol: string
  readonly direction: Direction
  readonly isClosing: boolean
  readonly type: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT' | 'STOP_LOSS'
  /** In dollars where the venue sizes so, else null. */
  readonly notional: Usd | null
  readonly price: Price
  readonly isFrozen: boolean
}

/** All that a venue holds of a wallet, at one block. */
export interface WalletState {
  readonly block: number
  readonly positions: readonly VenuePosition[]
  readonly orders: readonly VenueRestingOrder[]
  /** USDC in the wallet, and wei for gas. */
  readonly usdc: Usd
  readonly native: bigint
  /** The venue takes no new orders: paused, or done for good. */
  readonly isPaused: boolean
}

/** A request that cannot become a transaction now. `wait`: try again later; else it fails with the reason. */
export interface NotNow {
  readonly wait: boolean
  readonly reason: string
}

/** The surroundings of a log, which its meaning may depend on. */
export interface LogContext {
  /** Reads at a block: Ostium's closings name a trade, and its state just before says how much of it. */
  readonly at: (block: number) => ChainReader
  /** The request whose transaction it is; undefined: of a keeper, or not ours. */
  readonly requestOf: (txHash: string) => VenueRequest | undefined
}

export type PlacedLog = VenueLog & { readonly place: ChainPlace }

/** An adapter plans on the state that it has itself read, which may say more than every venue's does. */
export interface VenueAdapter<State extends WalletState = WalletState> {
  readonly venue: VenueId
  readonly chainId: number
  /** The address of the money that it pays in. */
  readonly usdc: Hex
  /**
   * The transactions of a request, in the order in which they are to be sent, each after the one before has ended.
   * Deterministic: the same request and context give the same calls. `others` are the wallet's requests under way.
   */
  plan(request: VenueRequest, context: PlanContext<State>): readonly Call[] | NotNow
  /** Calls that must be in place once for a wallet: allowances. */
  prepare(wallet: Hex, reader: ChainReader): Promise<readonly Call[]>
  /** Calls that pay out what the venue keeps for a wallet, if it is at least so much. Absent: it keeps nothing. */
  claims?(wallet: Hex, reader: ChainReader, atLeast: Usd): Promise<readonly Call[]>
  /** The venue's answers to these wallets, by the logs of whole transactions and blocks, in their order. */
  readLogs(
    logs: readonly ChainLog[],
    wallets: ReadonlySet<Hex>,
    context: LogContext,
  ): readonly PlacedLog[] | Promise<readonly PlacedLog[]>
  logFilter(wallets: readonly Hex[]): LogFilter
  readWallet(wallet: Hex, reader: ChainReader): Promise<State>
  /** The venue's word for a revert, by its data; null: unknown. */
  revertReason(data: Hex): string | null
}

export interface PlanContext<State extends WalletState = WalletState> {
  readonly wallet: Hex
  readonly now: Micros
  readonly state: State
  readonly others: readonly VenueRequest[]
  /** Wei for one unit of gas, at most: the contracts judge an execution fee by what its transaction pays. */
  readonly gasPrice: bigint
  readonly requestOf: (id: string) => VenueRequest | undefined
}
