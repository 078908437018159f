import type { Instrument, VenueId } from './market/instrument.js'
import type { ForcedOutcome } from './forced-outcome.js'
import type { Position } from './account/position.js'
import type { Listing } from './market/listing.js'
import type { MarketView } from './market/market-view.js'
import type { NewsEvent } from './plan/news-event.js'
import type { Origin } from './order/origin.js'
import type { Micros } from '../values/time.js'

/** All a decision may know apart from the account: handed in, so that the same inputs give the same decision. */
export interface DecisionContext {
  /** The database's clock. */
  readonly now: Micros
  /** Where the command came from that is decided on. */
  readonly origin: Origin
  readonly market: MarketView
  readonly instruments: Instruments
  /** False outside the listing's trading hours, where they are enforced, and while its venue has halted it. */
  readonly isMarketOpen: (listing: Listing) => boolean
  /** Scheduled news near this moment. */
  readonly news: readonly NewsEvent[]
  /** Whether positions pay and receive funding. */
  readonly isFundingCharged: boolean
  /** The venue where the wallet of a LIVE account trades; null: it has none yet. Absent: nobody has looked. */
  readonly walletAt?: VenueId | null
  /** Open positions of the other accounts of the account's user; absent: nobody has looked. */
  readonly heldElsewhere?: readonly HeldElsewhere[]
  /** The fate of orders that are placed. Absent, as it always is outside the laboratory: that of their market. */
  readonly forced?: ForcedOutcome
  /** A fresh UUID v7. */
  newId(): string
  /** The same as it was at an earlier moment. */
  earlier(at: Micros): DecisionContext
}

export type HeldElsewhere = Pick<Position, 'symbol' | 'direction'>

/** The context of a decision on a command that came from there. */
export const orderedBy = (context: DecisionContext, origin: Origin): DecisionContext => ({
  ...context,
  origin,
  earlier: (at) => orderedBy(context.earlier(at), origin),
})

export interface Instruments {
  /** By canonical symbol. */
  find(symbol: string): Instrument | undefined
  /** By any accepted spelling or alias. */
  resolve(spelling: string): Instrument | undefined
  /** Canonical symbols that a spelling may have meant when it resolves to none. */
  candidates(spelling: string): readonly string[]
}
