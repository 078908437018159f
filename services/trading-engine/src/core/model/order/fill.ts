import type { Price, Quantity, Usd } from '../../values/decimal.js'
import type { VenueId } from '../market/instrument.js'
import type { Micros } from '../../values/time.js'
import type { Side } from './side.js'
import type { Origin } from './origin.js'
import type { LiveFill } from '../live/live-order.js'

export type Liquidity = 'MAKER' | 'TAKER'

/** One execution. A trade that flips a position is two fills: the close, then the open. */
export interface Fill {
  readonly id: string
  readonly orderId: string
  readonly positionId: string
  readonly accountId: string
  readonly clientId: string | null
  /** The origin of its order. */
  readonly origin: Origin | null
  readonly symbol: string
  readonly venue: VenueId
  readonly side: Side
  readonly quantity: Quantity
  readonly price: Price
  readonly fee: Usd
  readonly liquidity: Liquidity
  /** Gross; 0 for an opening fill. */
  readonly realizedPnl: Usd
  /** The book the quantity was taken from. */
  readonly bookSequence: number
  /** The tick whose book that was; null in rows from before ticks were kept. */
  readonly tick: number | null
  readonly at: Micros
  /** Where on the chain it happened, and what it cost; absent of a PAPER fill. */
  readonly live?: LiveFill
}
