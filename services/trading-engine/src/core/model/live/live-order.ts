/** The fields that orders, positions and fills of a LIVE account have beyond PAPER ones (contract: live execution). */
import type { Trail } from '../order/trail.js'
import type { Price, Quantity, Usd } from '../../values/decimal.js'
import type { Micros } from '../../values/time.js'
import type { CancelledBy, OrderReason } from '../order/order-reason.js'
import type { Side } from '../order/side.js'
import { assertNever } from '../../values/assert-never.js'
import type { SwitchKind } from '../account/trader-switch.js'
import type { EndedRequest, SentRequest, UnsentRequest } from './venue-request-states.js'
import type { ChainPlace, UnswappedProfit, VenueCharges, VenueRequest } from './venue-request.js'

/**
 * The life of an order at its venue, from the moment at which it is asked for. Before that an order has none: it waits
 * in the engine. The transitions are in `execution/live/order-transitions.ts` (reports) and `withdraw.ts`,
 * `change-at-venue.ts` (what the service and its trader ask).
 */
export type LiveOrder = OpenLiveOrder | Ended
export type OpenLiveOrder = Asked | AtVenue | Changing | TakingBack | Cancelling

/** Asked for, and nothing is signed: it can end and change without its venue. */
export interface Asked extends AskedFor {
  readonly kind: 'asked'
  readonly request: UnsentRequest
}

/** On its way to the venue or there. From now on the venue says what becomes of it; the service can only ask. */
export interface AtVenue extends AskedFor {
  readonly kind: 'at_venue'
  readonly request: SentRequest
}

/** The venue is asked for other values; the old ones hold until it confirms them. */
export interface Changing extends AskedFor {
  readonly kind: 'changing'
  readonly request: SentRequest
  readonly change: ChangeUnderWay
}

/** The venue is asked to let go of it, so that the engine holds it on terms that the venue has no word for. */
export interface TakingBack extends AskedFor {
  readonly kind: 'taking_back'
  readonly request: SentRequest
  readonly cancellation: VenueRequest
  readonly requestedAt: Micros
  readonly heldNext: HeldTerms
}

/** The venue is asked to cancel it. */
export interface Cancelling extends AskedFor {
  readonly kind: 'cancelling'
  readonly request: SentRequest
  /** Null: it was not carried out, and is asked for again some time after `requestedAt`. */
  readonly cancellation: VenueRequest | null
  readonly requestedAt: Micros
  /** How it ends then; null: nobody wants its end, the engine holds it as long as there is something to protect. */
  readonly ending: Ending | null
  /** A change that was asked for before. */
  readonly change: ChangeUnderWay | null
}

/** Its request has ended. An order that works nevertheless is held by the engine. */
export interface Ended extends AskedFor {
  readonly kind: 'ended'
  readonly request: EndedRequest
  /** How it was to end by then. */
  readonly ending: Ending | null
}

interface AskedFor {
  /** In the venue's word: why its request, or the last one about it, was not carried out. */
  readonly reason: string | null
  /** The quantity that was filled before it was asked: the closing part of one that flips a position. */
  readonly filledBefore: Quantity
  /** The terms of the last change that its venue has confirmed; absent: those of its request. */
  readonly changed?: TermsAtVenue
}

/** The terms at which a venue has an order that opens or closes. */
export interface TermsAtVenue {
  /** All that it was to fill when these terms were asked for. */
  readonly quantity: Quantity
  /** The position's quantity when they were asked for, as of the action; absent of an order that opens. */
  readonly ofQuantity?: Quantity
  readonly price: Price
  /** No fill beyond it. */
  readonly worstPrice: Price
  /** The quantity that was filled by then. */
  readonly filledBefore: Quantity
}

/** Null: what was asked is neither to open nor to close. */
export function termsAtVenue({ request: { action }, filledBefore, changed }: LiveOrder): TermsAtVenue | null {
  if (action.kind !== 'open' && action.kind !== 'close') return null
  if (changed !== undefined) return changed
  const { quantity, price, worstPrice } = action
  return {
    quantity,
    ...(action.kind === 'close' && { ofQuantity: action.ofQuantity }),
    price,
    worstPrice,
    filledBefore,
  }
}

/** The fields that an order has in every state but the last. */
export const keptOf = ({ reason, filledBefore, changed }: AskedFor): AskedFor => ({
  ...{ reason, filledBefore },
  ...(changed !== undefined && { changed }),
})

export interface ChangeUnderWay {
  readonly request: VenueRequest
  readonly requestedAt: Micros
  /** The quantity that was filled by then; absent in rows from before it was kept. */
  readonly filledBefore?: Quantity
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
  /** Absent: it does not trail. */
  readonly trail?: Trail
}

export interface Ending {
  readonly reason: OrderReason
  readonly by: CancelledBy
  /** A switch that flattens the account: what a fill that comes first opens is closed. */
  readonly flattenedBy?: SwitchKind
}

/** The venue says what becomes of it. */
export type SentOrder = Exclude<OpenLiveOrder, Asked>
export const isAtVenue = ({ live }: Livable): boolean => live !== undefined && isSentOrder(live)
export const isSentOrder = (live: LiveOrder): live is SentOrder => live.kind !== 'asked' && live.kind !== 'ended'

/** Its venue executes it at the market: there is nothing left to change. */
export function isBeingExecuted(order: Livable): boolean {
  const action = order.live?.request.action
  return isAtVenue(order) && (action?.kind === 'open' || action?.kind === 'close') && action.type === 'MARKET'
}

/** The engine watches for what it waits for: PAPER, not sent by now, or one that its venue would not keep. */
export const isHeldByEngine = ({ live }: Livable): boolean => live === undefined || live.kind === 'ended'

interface Livable {
  readonly live?: LiveOrder | undefined
}

/** Requests about an order: for it, for its cancellation, for its change. */
export type Subject = 'order' | 'cancellation' | 'change'
export const SUBJECTS: readonly Subject[] = ['order', 'cancellation', 'change']

export function requestOf(live: LiveOrder, subject: Subject): VenueRequest | null {
  switch (subject) {
    case 'order':
      return live.request
    case 'cancellation':
      return live.kind === 'taking_back' || live.kind === 'cancelling' ? live.cancellation : null
    case 'change':
      return changeOf(live)?.request ?? null
    default:
      return assertNever(subject)
  }
}

export const changeOf = (live: LiveOrder): ChangeUnderWay | null =>
  live.kind === 'changing' || live.kind === 'cancelling' ? live.change : null

/** Null: its cancellation is not asked for. */
export const cancelRequestedAt = (live: LiveOrder): Micros | null =>
  live.kind === 'cancelling' ? live.requestedAt : null

/** Null: no change is under way. */
export const modifyRequestedAt = (live: LiveOrder): Micros | null =>
  live.kind === 'taking_back' ? live.requestedAt : (changeOf(live)?.requestedAt ?? null)

/** How it is to end, or was; null: nobody has asked. */
export const endingOf = (live: LiveOrder): Ending | null =>
  live.kind === 'cancelling' || live.kind === 'ended' ? live.ending : null

/** Whether its cancellation or a change is under way: one thing at a time is asked of a venue. */
export const isUnderWay = ({ live }: Livable): boolean =>
  live !== undefined && (cancelRequestedAt(live) !== null || modifyRequestedAt(live) !== null)

/** Its venue has been asked to cancel it, or is asked again. */
export const isCancelling = ({ live }: Livable): boolean => live?.kind === 'cancelling'

/** A trader is told why his cancellation was not carried out; the service's own is asked for again. */
export const isRepeated = ({ reason }: Ending): boolean => reason !== 'user_cancelled'

/** Ostium has take-profits and stops as levels of a trade, which end with it. */
export function isKeptWithTrade({ live }: Livable): boolean {
  if (live === undefined || live.request.venue !== 'OSTIUM') return false
  const { action } = live.request
  return action.kind === 'close' && action.type !== 'MARKET'
}

/**
 * Whether a level that a trade has protects as the exit says: Ostium brings one that is farther than it allows to the
 * farthest that it does. Null: the trade has none.
 */
export function isLevelKept({ side, kind }: Exit, wanted: Price, held: Price | null): boolean {
  if (held === null) return false
  return (side === 'SELL') === (kind === 'STOP') ? held >= wanted : held <= wanted
}

interface Exit {
  readonly side: Side
  readonly kind: string
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

/** `isHeld`: the account holds the token apart. Absent: an earlier version counted its value in the balance. */
export interface PaidInToken extends Omit<UnswappedProfit, 'decimals'>, Partial<Pick<UnswappedProfit, 'decimals'>> {
  readonly isHeld?: true
}

export interface LiveFill {
  readonly place: ChainPlace
  readonly charges: VenueCharges
  /** The parts of its payout that are no USDC. Absent: none. */
  readonly unswapped?: readonly PaidInToken[]
  /** The price the venue says, as the fill has it, beyond which it was not to fill; null: its own doing. */
  readonly worstPrice: Price | null
}
