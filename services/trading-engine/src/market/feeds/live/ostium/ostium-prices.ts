/**
 * Reads Ostium's public prices: `GET …/PricePublish/latest-prices`, a list of `{feed_id, bid, mid, ask, isMarketOpen,
 * from, to, timestampSeconds, …}` (a capture of 2026-01-16). Prices are JSON numbers of 5 to 9 digits, in the quote
 * currency; each counts as the decimal it is written as.
 */
import type { Instrument } from '../../../../core/model/market/instrument.js'
import { decimalFromNumber, price, type Price } from '../../../../core/values/decimal.js'
import {
  describe,
  isFields,
  readEntries,
  readEpoch,
  type EntryProblem,
  type Fields,
  type ReadPrices,
  type VenueTick,
} from '../venue-tick.js'
import { pairNames } from './ostium-pairs.js'

/** Our symbol by each name that its pair may have. */
export const symbolsByName = (listings: readonly Instrument[]): ReadonlyMap<string, string> =>
  new Map(listings.flatMap((listing) => pairNames(listing).map((name) => [name, listing.symbol] as const)))

/** The name of the pair that an entry is about; undefined where it says none. */
export const pairOf = ({ from, to }: Fields): string | undefined =>
  typeof from === 'string' && typeof to === 'string' ? `${from}-${to}` : undefined

/** The names of all pairs in a response; none when it is no list of prices. */
export const readPairNames = (body: unknown): ReadonlySet<string> =>
  new Set((Array.isArray(body) ? body : []).flatMap((entry) => (isFields(entry) ? (pairOf(entry) ?? []) : [])))

/** Pairs that we do not list are ignored, and a renamed one where the old name is there as well. */
export function readOstiumPrices(body: unknown, listings: readonly Instrument[]): ReadPrices {
  const symbols = symbolsByName(listings)
  const entries: readonly unknown[] = Array.isArray(body) ? body : []
  const named = new Set(entries.map((entry) => (isFields(entry) ? pairOf(entry) : undefined)))
  return readEntries('OSTIUM', body, listings, {
    keyOf(entry) {
      const name = pairOf(entry)
      const symbol = symbols.get(name ?? '')
      return symbol === undefined || (name !== symbol && named.has(symbol)) ? name : symbol
    },
    keyOfListing: ({ symbol }) => symbol,
    instrumentOf: (instrument) => instrument,
    read: readOstiumPrice,
  })
}

function readOstiumPrice(entry: Fields): Omit<VenueTick, 'venue' | 'symbol'> | EntryProblem {
  const bid = readPrice('bid', entry['bid'])
  if (typeof bid !== 'bigint') return bid
  const mid = readPrice('mid', entry['mid'])
  if (typeof mid !== 'bigint') return mid
  const ask = readPrice('ask', entry['ask'])
  if (typeof ask !== 'bigint') return ask
  const isOpen = entry['isMarketOpen']
  if (typeof isOpen !== 'boolean') return { fault: 'fields', detail: 'isMarketOpen is not true or false' }
  const seconds = entry['timestampSeconds']
  const at = readEpoch(seconds)
  if (at === null) return { fault: 'not_a_time', detail: `timestampSeconds is ${describe(seconds)}` }
  return { bid, ask, mid, at, isOpen }
}

function readPrice(name: string, value: unknown): Price | EntryProblem {
  if (typeof value !== 'number') {
    // NaN is no JSON: services write it as a text or as null.
    const isNumberless = value === null || value === 'NaN'
    return { fault: isNumberless ? 'not_a_price' : 'fields', detail: `${name} is ${describe(value)}` }
  }
  const exact = decimalFromNumber(value)
  return exact === null ? { fault: 'not_a_price', detail: `${name} is ${value}` } : price(exact)
}
