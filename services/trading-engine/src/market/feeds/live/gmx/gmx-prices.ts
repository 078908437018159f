/**
 * Reads the responses of GMX's oracle API (gmx-io/gmx-interface, sdk/src/clients/v1/modules/oracle.ts). Prices are
 * integers in texts, US dollars × 10^(30 − decimals of the token); min and max are the oracle's bid and ask, often
 * equal. `updatedAt` is in milliseconds (recorded responses) or seconds (documentation); `timestamp`, where it is
 * there, is the oracle's own time in seconds and older when its price has not changed hands.
 */
import type { Instrument } from '../../../../core/model/market/instrument.js'
import { divideRounded, LIMIT, price } from '../../../../core/values/decimal.js'
import { GMX_TOKENS, type GmxToken } from './gmx-tokens.js'
import {
  describe,
  readEntries,
  readEpoch,
  type EntryProblem,
  type Fields,
  type ReadPrices,
  type VenueTick,
} from '../venue-tick.js'

export interface GmxListing {
  readonly instrument: Instrument
  readonly token: GmxToken
}

export const listGmx = (instruments: readonly Instrument[]): readonly GmxListing[] =>
  instruments.flatMap((instrument) => {
    const token = GMX_TOKENS[instrument.symbol]
    return instrument.terms.GMX === undefined || token === undefined ? [] : [{ instrument, token }]
  })

/** `GET /prices/tickers`. Tokens that we do not list are ignored. */
export const readGmxTickers = (body: unknown, listings: readonly GmxListing[]): ReadPrices =>
  readEntries('GMX', body, listings, {
    keyOf: ({ tokenAddress: address }) => (typeof address === 'string' ? address.toLowerCase() : undefined),
    keyOfListing: ({ token }) => token.address.toLowerCase(),
    instrumentOf: ({ instrument }) => instrument,
    read: readTicker,
  })

function readTicker(
  entry: Fields,
  { token: { decimals } }: GmxListing,
): Omit<VenueTick, 'venue' | 'symbol'> | EntryProblem {
  const min = readUnits('minPrice', entry['minPrice'])
  if (typeof min !== 'bigint') return min
  const max = readUnits('maxPrice', entry['maxPrice'])
  if (typeof max !== 'bigint') return max
  const at = readTime(entry['updatedAt'], entry['timestamp'])
  if (typeof at !== 'number') return at
  const ones = 10n ** BigInt(decimals)
  const bid = price(divideRounded(min * ones, UNITS_PER_PRICE, 'FLOOR'))
  const ask = price(divideRounded(max * ones, UNITS_PER_PRICE, 'CEIL'))
  const mid = price(divideRounded(bid + ask, 2n, 'HALF_EVEN'))
  if (ask >= LIMIT) return { fault: 'scale', detail: 'a price is beyond every price' }
  return { bid, ask, mid, at, isOpen: null }
}

/** From US dollars × 10^30 to × 10^18. */
const UNITS_PER_PRICE = 10n ** 12n

/** Digits alone: a number in a JSON would have lost its last ones. */
function readUnits(name: string, value: unknown): bigint | EntryProblem {
  if (typeof value !== 'string') return { fault: 'fields', detail: `${name} is no text but ${describe(value)}` }
  if (/^\d{1,60}$/.test(value)) return BigInt(value)
  return { fault: 'not_a_price', detail: `${name} is ${describe(value)}` }
}

/** The older of both times, when they are further apart than the seconds that one of them is rounded to. */
function readTime(updatedAt: unknown, timestamp: unknown): number | EntryProblem {
  const updated = readEpoch(updatedAt)
  if (updated === null) return { fault: 'not_a_time', detail: `updatedAt is ${describe(updatedAt)}` }
  if (timestamp === undefined) return updated
  const made = readEpoch(timestamp)
  if (made === null) return { fault: 'not_a_time', detail: `timestamp is ${describe(timestamp)}` }
  return made + SECOND < updated ? made : updated
}

const SECOND = 1_000_000
