/** The results of surveillance: a case is for people to look at; nothing follows from it by itself. */
import type { Micros } from '../../values/time.js'
import type { Quantity } from '../../values/decimal.js'
import type { Direction } from '../../model/order/side.js'

export const CASE_KINDS = [
  'COPY',
  'HEDGE',
  'OWN_HEDGE',
  'ADDING_TO_LOSERS',
  'PROFIT_AT_JUMPS',
  'KEY_ON_MANY_NETWORKS',
] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export interface CaseAccount {
  readonly accountId: string
  readonly userId: string
  /** Closed in the window. */
  readonly trades: number
}

/** Networks of a key on one day from which it is a case. */
export const NETWORKS_MIN = 5

export interface KeyUse {
  readonly keyId: string
  readonly userId: string
  /** The networks of the day with most. */
  readonly networks: readonly string[]
}

export interface SurveillanceCase {
  readonly kind: CaseKind
  readonly accounts: readonly CaseAccount[]
  /** The number of trades that count; of a key, that of networks in a day. */
  readonly matched: number
  /** The matches of a pair in the same direction; null of one account. */
  readonly sameSide: number | null
  /**
   * From 0 to 1: of the trades of the smaller account; of PROFIT_AT_JUMPS, of the sum of profits; of a key, of the days
   * on which it was used.
   */
  readonly share: number
  /** The key of KEY_ON_MANY_NETWORKS, which is of no account. */
  readonly key: KeyUse | null
}

/** A position of a pair. */
export interface PairedTrade {
  readonly accountId: string
  readonly positionId: string
  readonly direction: Direction
  readonly quantity: Quantity
  readonly openedAt: Micros
  /** Null: it is still open, which counts for OWN_HEDGE alone. */
  readonly closedAt: Micros | null
}

export interface TradePair {
  readonly symbol: string
  readonly first: PairedTrade
  readonly second: PairedTrade
}

export interface ShownCase extends SurveillanceCase {
  /** The first hundred of a pair of accounts; none of one account. */
  readonly pairs: readonly TradePair[]
}

export interface Surveillance {
  readonly from: Micros
  readonly to: Micros
  /** With enough trades to be compared. */
  readonly accounts: number
  readonly trades: number
  /** Trades with more neighbours in time than they were compared with. */
  readonly crowded: number
  /** There are more pairs than a report finds. */
  readonly isCut: boolean
  /** Cases, before the page is taken from them. */
  readonly total: number
  readonly cases: readonly ShownCase[]
}
