/**
 * Requests of a LIVE account to the contracts of a venue, and their reports. Pure data: the core decides requests
 * and books reports; the room `venues` turns requests into transactions, and logs of the chain into reports.
 */
import type { Price, Quantity, Rate, Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { VenueId } from '../market/instrument.js'
import type { Direction, Side } from '../order/side.js'

/**
 * NEW: stored, nothing signed. SIGNED: the bytes are on disk. SENT: an RPC endpoint has taken them. ACCEPTED: mined
 * and known to the venue. FROZEN: the venue could not execute it and keeps it until it is cancelled. The others are
 * final: EXECUTED and CANCELLED by the venue; TIMED_OUT: no keeper answered; FAILED: reverted, or never sent.
 */
export const VENUE_STATES = [
  'NEW',
  'SIGNED',
  'SENT',
  'ACCEPTED',
  'EXECUTED',
  'CANCELLED',
  'FROZEN',
  'TIMED_OUT',
  'FAILED',
] as const
export type VenueState = (typeof VENUE_STATES)[number]

/** The reason of a request for an exit whose level its venue has dropped or moved. */
export const LEVEL_LOST = 'LEVEL_LOST'

/** A request is one thing that a venue is asked to do; it may need several transactions. */
export type VenueAction =
  /** Opens a position or adds to it. */
  | {
      readonly kind: 'open'
      readonly symbol: string
      readonly direction: Direction
      readonly type: 'MARKET' | 'LIMIT' | 'STOP'
      readonly quantity: Quantity
      /** The target of a LIMIT or STOP; of a MARKET the mark at the decision. Its size in dollars: quantity × price. */
      readonly price: Price
      /** No fill beyond it. */
      readonly worstPrice: Price
      readonly leverage: Rate
      readonly collateral: Usd
      /** Sent by Ostium's orders alone; on GMX an exit is a request of its own, placed once there is a position. */
      readonly takeProfit: Price | null
      readonly stopLoss: Price | null
    }
  /** Closes a position or a part of it, now or when its price is reached. */
  | {
      readonly kind: 'close'
      readonly symbol: string
      readonly direction: Direction
      readonly type: 'MARKET' | 'TAKE_PROFIT' | 'STOP_LOSS'
      readonly quantity: Quantity
      /** The position's quantity when it was decided; equal to `quantity`: all of it, whatever the venue then holds. */
      readonly ofQuantity: Quantity
      readonly price: Price
      readonly worstPrice: Price
    }
  /** Withdraws an order that the venue has. */
  | { readonly kind: 'cancel'; readonly symbol: string; readonly requestId: string }
  /** Changes an order that the venue has. */
  | {
      readonly kind: 'update'
      readonly symbol: string
      readonly requestId: string
      readonly quantity: Quantity
      /** That of what closes; absent of what opens, and in requests from before it was kept. */
      readonly ofQuantity?: Quantity
      readonly price: Price
      readonly worstPrice: Price
    }
  /** Adds collateral to a position (positive) or takes some out. */
  | { readonly kind: 'collateral'; readonly symbol: string; readonly direction: Direction; readonly amount: Usd }

export interface VenueRequest {
  readonly id: string
  readonly accountId: string
  /** Null: the service's own, e.g. a change of collateral. */
  readonly orderId: string | null
  readonly venue: VenueId
  readonly action: VenueAction
  readonly state: VenueState
  /** The last transaction that was sent for it. */
  readonly txHash: string | null
  /** GMX: the order key; Ostium: the order id, or `pair:index` of a resting order. */
  readonly venueOrderId: string | null
  /** In the venue's word, e.g. `SLIPPAGE`, `OrderNotFulfillableAtAcceptablePrice`. */
  readonly reason: string | null
  readonly createdAt: Micros
  readonly updatedAt: Micros
}

/** Where on the chain something happened; names it for ever, so that it is booked once. */
export interface ChainPlace {
  readonly chainId: number
  readonly block: number
  readonly blockHash: string
  readonly txHash: string
  readonly logIndex: number
}

/**
 * Amounts that the venue took or gave for an execution, signed as the trader sees it: negative is paid. An impact that
 * the fill's price has in it already is not among them.
 */
export interface VenueCharges {
  readonly fees: Usd
  readonly funding: Usd
  readonly borrowing: Usd
  readonly rollover: Usd
  readonly oracleFees: Usd
  readonly priceImpact: Usd
  /** The native token paid to send and to execute, less what was refunded, in dollars at the price of that block. */
  readonly execution: Usd
}

export interface VenueFill {
  readonly venue: VenueId
  readonly symbol: string
  readonly side: Side
  readonly isClosing: boolean
  /** As the contracts count it; for an opening fill it differs from the order's by the move of the price. */
  readonly quantity: Quantity
  readonly price: Price
  readonly charges: VenueCharges
  /** Collateral of the position afterwards; on Ostium of the trade. */
  readonly collateral: Usd
  /** Collateral that came to the position, negative: left it. Absent: the venue does not say. */
  readonly collateralChange?: Usd
  /**
   * Gross profit of a closing fill as the contract computed it, exact to the last digit of USDC:
   * payout = −collateralChange + realizedPnl + charges. Absent: the venue does not say. Funding earned on GMX is among
   * the charges but not in the payout: it waits there to be claimed.
   */
  readonly realizedPnl?: Usd
  /** To the wallet; null for an opening fill. */
  readonly payout: Usd | null
  /** Ostium's trade; null on GMX, which nets. */
  readonly tradeId: string | null
  /** The parts of the payout that are no USDC: a profit that GMX's pool could not swap. Absent: none. */
  readonly unswapped?: readonly UnswappedProfit[]
}

/** Tokens of a market that lie in the wallet instead of USDC, until somebody swaps them. */
export interface UnswappedProfit {
  readonly token: string
  /** Its usual name, else its address. */
  readonly name: string
  /** The number of places of a whole token; 0: not known. */
  readonly decimals: number
  /** In whole tokens where its decimals are known, else in its smallest unit. */
  readonly amount: Quantity
  /** At the oracle's price of the execution, as the payout has it; 0: the transaction told none. */
  readonly value: Usd
}

/** `requestId` null: the venue acted by itself (liquidation, auto-deleveraging, end of day trading). */
export type VenueReport =
  | { readonly kind: 'signed' | 'sent'; readonly requestId: string; readonly txHash: string }
  | {
      readonly kind: 'accepted'
      readonly requestId: string
      readonly place: ChainPlace
      readonly venueOrderId: string | null
    }
  | {
      readonly kind: 'executed'
      readonly requestId: string | null
      readonly cause: VenueCause
      readonly place: ChainPlace
      readonly fill: VenueFill
      /** False: more executions of this request follow, e.g. of another trade. */
      readonly isLast: boolean
    }
  | {
      readonly kind: 'cancelled' | 'frozen' | 'timed_out' | 'updated'
      readonly requestId: string
      readonly place: ChainPlace
      readonly reason: string
      /** The attempt costs all the same. */
      readonly charges: VenueCharges
    }
  /** Reverted, refused before it was sent, or over the budget for gas: nothing happened at the venue. */
  | { readonly kind: 'failed'; readonly requestId: string; readonly reason: string }
  /** Paid beside any answer: gas of a transaction, or what the venue takes on accepting an order. */
  | {
      readonly kind: 'charged'
      readonly requestId: string | null
      readonly place: ChainPlace
      readonly charges: VenueCharges
    }
  /** Collateral was put into a position, or taken out of it, without a fill. */
  | {
      readonly kind: 'collateral'
      readonly requestId: string | null
      readonly place: ChainPlace
      readonly change: CollateralChange
      readonly charges: VenueCharges
      /** False: more changes of this request follow, e.g. of another trade. */
      readonly isLast: boolean
    }
  /** A trade has these levels now, and no request of ours asked for them. */
  | {
      readonly kind: 'levels'
      readonly requestId: null
      readonly place: ChainPlace
      readonly levels: TradeLevels
    }

/** Stop and target of a trade of Ostium; null: it has none. Absent: the venue does not say. */
export interface TradeLevels {
  readonly venue: VenueId
  readonly symbol: string
  readonly takeProfit?: Price | null
  readonly stopLoss?: Price | null
  /** `venue`: its contracts may bring a level nearer, to the farthest they allow. `wallet`: its owner has set it. */
  readonly by: 'venue' | 'wallet'
}

export interface CollateralChange {
  readonly venue: VenueId
  readonly symbol: string
  /** Ostium's trade; null on GMX, which nets. */
  readonly tradeId: string | null
  /** USDC that came to the position, negative: left it. */
  readonly amount: Usd
}

export type VenueCause = 'order' | 'take_profit' | 'stop_loss' | 'liquidation' | 'auto_deleveraging' | 'day_trading_end'
