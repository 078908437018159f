import { ANSWER_WITHIN_MS } from '@ats/service-kit/http'
import { VENUE_WAIT_MS } from '../../commands/live/await-venue.js'

/** An answer with the wait for a venue, which only LIVE accounts have. */
export const WITH_VENUE_MS = ANSWER_WITHIN_MS + VENUE_WAIT_MS

/** How many rows an answer has when the caller does not say, and at most. More is not an error: it is cut to `max`. */
export interface Cap {
  readonly default: number
  readonly max: number
}

/** Every list of an account's past, and candles. */
export const HISTORY_LIMIT: Cap = { default: 100, max: 500 }

/** Trading days: the equity at each hour of them is looked up. */
export const DAYS_LIMIT: Cap = { default: 31, max: 41 }

/** Public trades of a symbol. */
export const PUBLIC_TRADES_LIMIT: Cap = { default: 50, max: 1000 }

/** Levels a side of the order book. */
export const ORDERBOOK_DEPTH: Cap = { default: 24, max: 100 }

/** Lists that are complete unless a limit is sent: working orders and open positions. */
export const UNLIMITED: Cap = { default: Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }
