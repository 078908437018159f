/** The fields that orders, positions and fills of a LIVE account have beyond PAPER ones (contract: live execution). */
import type { Price, Quantity, Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { CancelledBy, OrderReason } from '../order/order-reason.js'
import type { SwitchKind } from '../account/trader-switch.js'
import { standingOf } from './request-states.js'
import type { ChainPlace, VenueCharges, VenueOrder, VenueRequest } from './venue-request.js'

/** An order that its venue has been asked for: from then on the venue says what becomes of it. */
export interface LiveOrder extends VenueOrder {
  /** The request for it, as it stands. */
  readonly request: VenueRequest
  /** Null: its cancellation was never asked for. */
  readonly cancelRequestedAt: Micros | null
  /** Null: no change is under way. */
  readonly modifyRequestedAt: Micros | null
  /** How it ends once the venue has cancelled it, where the service or its trader wanted that. */
  readonly ending: Ending | null
  /** The quantity that was filled before it was asked: the closing part of one that flips a position. */
  readonly filledBefore: Quantity
  /** Requests about it that are under way: its cancellation, its change. */
  readonly cancellation: VenueRequest | null
  readonly change: VenueRequest | null
  /** The terms on which the engine holds it once its venue has cancelled it; absent or null: it is not to hold it. */
  readonly heldNext?: HeldTerms | null
}

/** The fields of an order that a change can alter. */
export interface HeldTerms {
  readonly flags: Readonly<Record<'postOnly' | 'reduceOnly' | 'triggerOnIndex' | 'triggerOnMark', boolean>>
  readonly quantity: Quantity
  readonly contingentQuantity: Quantity
  readonly limitPrice: Price | null
  readonly triggerPrice: Price | null
  readonly requestedPrice: Price | null
  readonly requestedTriggerPrice: Price | null
}

export interface Ending {
  readonly reason: OrderReason
  readonly by: CancelledBy
  /** A switch that flattens the account: what a fill that comes first opens is closed. */
  readonly flattenedBy?: SwitchKind
}

export const isAtVenue = ({ live }: Livable): boolean => live !== undefined && standingOf(live.state) === 'at_venue'

/** Its venue executes it at the market: there is nothing left to change. */
export function isBeingExecuted(order: Livable): boolean {
  const action = order.live?.request.action
  return isAtVenue(order) && (action?.kind === 'open' || action?.kind === 'close') && action.type === 'MARKET'
}

export const isRequestEnded = ({ state }: Pick<VenueOrder, 'state'>): boolean => standingOf(state) === 'ended'

/** The engine watches for what it waits for: PAPER, not sent by now, or one that its venue would not keep. */
export const isHeldByEngine = ({ live }: Livable): boolean => live === undefined || isRequestEnded(live)

interface Livable {
  readonly live?: LiveOrder | undefined
}

/** Ostium has take-profits and stops as levels of a trade, which end with it. */
export function isKeptWithTrade({ live }: Livable): boolean {
  if (live === undefined || live.request.venue !== 'OSTIUM') return false
  const { action } = live.request
  return action.kind === 'close' && action.type !== 'MARKET'
}

/** A trade of a position as the venue has it. */
export interface LiveTrade {
  /** Ostium's trade; null on GMX, which nets. */
  readonly tradeId: string | null
  readonly quantity: Quantity
  /** The part of the wallet's money that the venue holds for it. */
  readonly collateral: Usd
}

export interface LivePosition {
  readonly trades: readonly LiveTrade[]
  /** Closes by the service that the venue refused, one after the other: each goes further from the mark. */
  readonly refusedCloses: number
  /** Not before; null: at any time. */
  readonly closeAgainAt: Micros | null
}

export interface LiveFill {
  readonly place: ChainPlace
  readonly charges: VenueCharges
  /** The price the venue says, as the fill has it, beyond which it was not to fill; null: its own doing. */
  readonly worstPrice: Price | null
}
