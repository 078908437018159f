/** The venues' bars of times in which nothing was published, as stored. Their bytes are the market's business. */

/** The lengths of bars, in minutes, that venues are asked for. */
export const HISTORY_MINUTES = [1, 5, 15, 60, 240, 1_440] as const
export type HistoryMinutes = (typeof HISTORY_MINUTES)[number]

/** A time in which nothing was published of a listing: whole minutes. */
export interface HistoryGap {
  /** As in `published_listings`. */
  readonly listing: number
  /** 0: before its first tick. */
  readonly fromTick: number
  /** The first tick after it. */
  readonly toTick: number
}

/** Bars of one length of such a time. */
export interface HistorySeries extends HistoryGap {
  readonly minutes: HistoryMinutes
}

export interface StoredHistory extends HistorySeries {
  /** Rises with every series that is stored. */
  readonly id: number
  readonly block: Uint8Array
}
